//! The parent's side: a worker that is always there, though its process may be the fifth.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use tempfile::TempDir;

use crate::instrument::Counts;
use crate::job::{Job, JobReport};
use crate::jvm::{Compiler, Handover};
use crate::protocol::{self, Request, Response, Setup};
use crate::sandbox::{Protection, Sandbox};
use crate::watchdog;

/// What every process of a worker is started with.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The program to start, and the arguments that make it a worker.
    pub command: (PathBuf, Vec<String>),
    /// The JVM's library.
    pub libjvm: PathBuf,
    /// The class path.
    pub class_path: Vec<PathBuf>,
    /// How to hand over.
    pub handover: Handover,
    /// How to compile.
    pub compiler: Compiler,
    /// Whether to protect the machine.
    pub sandbox: Sandbox,
    /// Classes with hooks at method entry and exit, by internal name.
    pub coverage: Vec<String>,
    /// How long one execution may take before the process is given up.
    pub hang: Duration,
    /// Which of the allowed cores to stay on, if staying helps; anywhere if none.
    pub core: Option<usize>,
}

/// Why a job has no report. The worker itself is fine: its next job gets a new process.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// An execution made no progress.
    #[error("an execution hung outside raddle's control and the worker was replaced")]
    Hung,
    /// A thread waits inside a static initialiser, and the JVM makes another one wait for the class.
    #[error(
        "a deadlock inside a static initialiser: a thread waits there for others, the JVM makes those wait for the class; \
         the worker was replaced"
    )]
    HungInside,
    /// The tested code cannot be stopped.
    #[error("the tested code catches everything and cannot be stopped; the worker was replaced")]
    Unstoppable,
    /// The process died.
    #[error("the worker's JVM died ({how}) and was replaced{said}")]
    Died {
        /// Exit code or signal.
        how: String,
        /// The last it said.
        said: String,
    },
    /// Nobody wants the job any more.
    #[error("the job was called off")]
    CalledOff,
    /// The job cannot be done.
    #[error("{0}")]
    Refused(String),
    /// No process can be started.
    #[error("no worker can be started: {0}")]
    NoWorker(String),
}

/// Executes tests in a process of its own, which is replaced when it hangs or dies.
pub struct Worker {
    options: WorkerOptions,
    process: Option<Process>,
    started: u32,
    /// How many executions the latest lost job had made.
    made: u64,
}

struct Process {
    child: Child,
    requests: ChildStdin,
    responses: BufReader<ChildStdout>,
    said: Arc<Mutex<Vec<u8>>>,
    protection: Protection,
    counts: Counts,
    /// Removed with everything in it when the process is gone.
    scratch: TempDir,
}

impl Worker {
    /// A worker; its process is started with the first job.
    pub fn new(options: WorkerOptions) -> Self {
        Self {
            options,
            process: None,
            started: 0,
            made: 0,
        }
    }

    /// How many processes it took so far.
    pub fn processes(&self) -> u32 {
        self.started
    }

    /// What protects the machine; starts the process if there is none.
    pub fn protection(&mut self) -> Result<Protection, Lost> {
        Ok(self.process()?.protection)
    }

    /// How rewriting went when the JVM started; starts the process if there is none.
    pub fn counts(&mut self) -> Result<Counts, Lost> {
        Ok(self.process()?.counts)
    }

    /// Does a job.
    pub fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        self.run_unless(job, &|| false)
    }

    /// Does a job unless it is called off, before it begins or while it takes long.
    pub fn run_unless(
        &mut self,
        job: &Job,
        called_off: &dyn Fn() -> bool,
    ) -> Result<JobReport, Lost> {
        if called_off() {
            return Err(Lost::CalledOff);
        }
        let process = self.process()?;
        let request = Request::Run(Cow::Borrowed(job));
        let sent = protocol::send(&mut process.requests, &request);
        if sent.is_ok() && !process.answers_unless(called_off) {
            self.process = None;
            return Err(Lost::CalledOff);
        }
        let answer = sent.and_then(|()| protocol::receive::<Response>(&mut process.responses));
        match answer {
            Ok(Response::Done(report)) => {
                if report.worn_out {
                    self.process = None;
                }
                Ok(*report)
            }
            Ok(Response::Failed(reason)) => Err(Lost::Refused(reason)),
            Ok(Response::Broken(reason)) => {
                self.process = None;
                Err(Lost::Refused(reason))
            }
            Ok(Response::Ready { .. }) => Err(self.bury()),
            Err(_) => Err(self.bury()),
        }
    }

    /// How many executions the latest job had made when its process was lost.
    pub fn made_before_it_was_lost(&self) -> u64 {
        self.made
    }

    /// Gives up the process; the next job gets a new one.
    pub fn replace(&mut self) {
        self.process = None;
    }

    fn process(&mut self) -> Result<&mut Process, Lost> {
        if self.process.is_none() {
            self.started += 1;
            self.process = Some(Process::start(&self.options)?);
        }
        self.process
            .as_mut()
            .ok_or_else(|| Lost::NoWorker("it is gone".to_owned()))
    }

    fn bury(&mut self) -> Lost {
        match self.process.take() {
            Some(mut process) => {
                let lost = process.post_mortem();
                self.made = process.made();
                lost
            }
            None => Lost::NoWorker("it is gone".to_owned()),
        }
    }
}

impl Process {
    fn start(options: &WorkerOptions) -> Result<Self, Lost> {
        let no_worker = |error: io::Error| Lost::NoWorker(error.to_string());
        let scratch = tempfile::Builder::new()
            .prefix("raddle-")
            .tempdir()
            .map_err(no_worker)?;
        SCRATCH
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(scratch.path().to_owned());
        let mut command = Command::new(&options.command.0);
        command
            .args(&options.command.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS")
            .env_remove("JDK_JAVA_OPTIONS");
        // A group of its own: Ctrl-C is for the parent alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(no_worker)?;
        let (Some(requests), Some(responses), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Lost::NoWorker("its streams are missing".to_owned()));
        };
        let said = Arc::new(Mutex::new(Vec::new()));
        drain(errors, Arc::clone(&said));
        let mut process = Self {
            child,
            requests,
            responses: BufReader::new(responses),
            said,
            protection: Protection::default(),
            counts: Counts::default(),
            scratch,
        };
        let class_path = std::env::join_paths(&options.class_path).map_err(|error| {
            Lost::NoWorker(format!(
                "a class path entry has a colon in its name: {error}"
            ))
        })?;
        let setup = Request::Start(Box::new(Setup {
            libjvm: options.libjvm.clone(),
            class_path: class_path.to_string_lossy().into_owned(),
            handover: options.handover,
            compiler: options.compiler,
            scratch: process.scratch.path().to_owned(),
            sandbox: options.sandbox,
            coverage: options.coverage.clone(),
            hang: options.hang,
            core: options.core,
        }));
        let answer = protocol::send(&mut process.requests, &setup)
            .and_then(|()| protocol::receive::<Response>(&mut process.responses));
        match answer {
            Ok(Response::Ready { protection, counts }) => {
                process.protection = protection;
                process.counts = counts;
                Ok(process)
            }
            Ok(Response::Failed(reason) | Response::Broken(reason)) => Err(Lost::NoWorker(reason)),
            Ok(Response::Done(_)) | Err(_) => {
                Err(Lost::NoWorker(process.post_mortem().to_string()))
            }
        }
    }

    /// Waits for an answer; false if nobody wants it any more. What is nearly done may be finished.
    /// There is never more than one answer on its way, so nothing of it has been read yet.
    fn answers_unless(&self, called_off: &dyn Fn() -> bool) -> bool {
        const LOOK: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 250_000_000,
        };
        const PATIENCE: u32 = 2;
        let mut looks = 0;
        loop {
            let mut answer = [PollFd::new(self.responses.get_ref(), PollFlags::IN)];
            match rustix::event::poll(&mut answer, Some(&LOOK)) {
                Ok(0) if called_off() => {
                    looks += 1;
                    if looks == PATIENCE {
                        return false;
                    }
                }
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // An answer, or an end of file, which tells as much. If it cannot be known, reading will tell.
                Ok(_) | Err(_) => return true,
            }
        }
    }

    fn post_mortem(&mut self) -> Lost {
        // It has closed its output, so it is dead or dying; a second of grace to say how.
        let mut status = None;
        for _ in 0..100 {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        match status.and_then(|status| status.code()) {
            Some(watchdog::HUNG) => Lost::Hung,
            Some(watchdog::HUNG_INSIDE) => Lost::HungInside,
            Some(watchdog::LOST) => Lost::Unstoppable,
            _ => Lost::Died {
                how: status.map_or("it had to be killed".to_owned(), how),
                said: self.last_words(),
            },
        }
    }

    fn made(&self) -> u64 {
        watchdog::read(&self.scratch.path().join(super::child::MADE)).unwrap_or(0)
    }

    fn last_words(&self) -> String {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&said);
        // The JVM frames its last words with number signs.
        let lines = text
            .lines()
            .map(|line| line.trim_start_matches(['#', ' ']))
            .filter(|line| !line.is_empty());
        let mut lines: Vec<_> = lines.rev().take(12).collect();
        lines.reverse();
        if lines.is_empty() {
            String::new()
        } else {
            format!("; it said last:\n{}", lines.join("\n"))
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        SCRATCH
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|folder| folder != self.scratch.path());
    }
}

fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "for no known reason".to_owned(),
    }
}

/// The folders of processes that live.
static SCRATCH: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the folders of all processes, for a program that ends without waiting for its workers: they end by themselves.
pub fn leave_nothing_behind() {
    for folder in SCRATCH
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .drain(..)
    {
        // There is nobody left who could do more about it.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Keeps the end of what the process says, however much it says.
fn drain(mut from: impl Read + Send + 'static, said: Arc<Mutex<Vec<u8>>>) {
    const KEPT: usize = 8 << 10;
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length) = from.read(&mut buffer) {
            if length == 0 {
                break;
            }
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            said.extend(&buffer[..length]);
            let surplus = said.len().saturating_sub(KEPT);
            said.drain(..surplus);
        }
    });
}
