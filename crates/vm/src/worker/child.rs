//! The worker's own side: start the JVM, do jobs, answer.

use std::fs::File;
use std::io::{self, BufReader};
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags};

use crate::jvm::{Handover, Jvm, JvmError};
use crate::protocol::{self, Request, Response, Setup};
use crate::{instrument, sandbox, turns, watchdog};

/// The stack of the thread that all continuations run on, and that is the test's first thread otherwise.
const STACK: usize = 1 << 19;

/// The file in the scratch folder that says how many executions were made.
pub(super) const MADE: &str = ".made";

/// Runs the worker until its parent goes away. What comes in on standard input and goes out on standard output is the
/// protocol; tested code gets neither.
pub fn worker_main() -> io::Result<()> {
    let (mut requests, responses) = take_standard_streams()?;
    let Request::Start(setup) = protocol::receive(&mut requests)? else {
        return Err(io::Error::other("the first message must be the set-up"));
    };
    std::env::set_current_dir(&setup.scratch)?;
    let server = std::thread::Builder::new()
        .name("raddle".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            serve(&setup, requests, responses);
            // The parent has gone, or the JVM could not be started: there is nothing to work for. The JVM's first thread
            // must not end before the process.
            std::process::exit(0)
        })?;
    // Only a panic comes back.
    let _ = server.join();
    std::process::exit(1)
}

/// Moves the protocol away from the descriptors that Java code writes to.
fn take_standard_streams() -> io::Result<(BufReader<File>, File)> {
    const OUT_OF_THE_WAY: i32 = 200;
    let requests: OwnedFd =
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), OUT_OF_THE_WAY)?;
    let responses: OwnedFd =
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), OUT_OF_THE_WAY)?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty())?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    Ok((BufReader::new(File::from(requests)), File::from(responses)))
}

/// Requests are read by the thread that does them: to be woken twice would cost as much as dozens of executions.
fn serve(setup: &Setup, mut requests: BufReader<File>, mut responses: File) {
    // Without it the parent only does not know how far a process came that it lost.
    let _ = watchdog::share(&setup.scratch.join(MADE));
    let protection = sandbox::apply(setup.sandbox, &setup.scratch);
    let started = Jvm::start(
        &setup.libjvm,
        &setup.class_path,
        &setup.scratch,
        setup.handover,
        setup.compiler,
        setup.coverage.clone(),
    );
    let mut jvm = match started {
        Ok(jvm) => jvm,
        Err(error) => {
            let _ = protocol::send(&mut responses, &Response::Failed(error.to_string()));
            return;
        }
    };
    // Continuations stay on one thread wherever it is; to be free to move is worth more to them.
    if let (Some(core), Handover::Threads) = (setup.core, setup.handover) {
        pin(core);
    }
    let Ok(parent) = requests.get_ref().try_clone() else {
        return;
    };
    watchdog::start(setup.hang, parent);
    if protocol::send(
        &mut responses,
        &Response::Ready {
            protection,
            counts: instrument::counts(),
        },
    )
    .is_err()
    {
        return;
    }
    while let Ok(Request::Run(job)) = protocol::receive(&mut requests) {
        let response = match jvm.run(&job) {
            Ok(report) => Response::Done(Box::new(report)),
            Err(error @ JvmError::Broken(_)) => Response::Broken(error.to_string()),
            Err(error) => Response::Failed(error.to_string()),
        };
        if protocol::send(&mut responses, &response).is_err() {
            return;
        }
    }
}

/// Keeps this thread, and those it starts from now on, on one of the cores it may use: handing over between cores is slower.
fn pin(number: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    // Without it everything still works, more slowly.
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
    let count = allowed.count() as usize;
    if let Some(core) = cores.cycle().nth(number % count.max(1)) {
        let mut set = CpuSet::new();
        set.set(core);
        if sched_setaffinity(None, &set).is_ok() {
            turns::share_a_core();
        }
    }
}
