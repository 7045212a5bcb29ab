//! Notices when an execution makes no progress (tested code in native calls, or blocked where raddle cannot see it), and
//! when the parent has gone.
//!
//! Nothing can be saved then. The worker says what happened and ends; its parent starts another.

use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

/// Executions begun in this process.
pub static EXECUTIONS: AtomicU64 = AtomicU64::new(0);
/// Whether a job is under way.
pub static BUSY: AtomicBool = AtomicBool::new(false);

/// Milliseconds that an execution of the job under way may wait for threads that nobody controls.
pub static PATIENCE: AtomicU64 = AtomicU64::new(0);

/// Exit codes that tell the parent why a worker ended itself.
pub const HUNG: i32 = 86;
/// The thread that drives executions catches everything and cannot be unwound.
pub const LOST: i32 = 87;

const LOOK: Duration = Duration::from_millis(250);

/// Ends the process when a single execution takes longer than `limit`, or when nobody is left at the other end of `parent`:
/// whoever is busy with a job does not notice.
pub fn start(limit: Duration, parent: File) {
    std::thread::spawn(move || {
        let mut seen = (u64::MAX, Instant::now());
        loop {
            std::thread::sleep(LOOK);
            if has_hung_up(&parent) {
                end(0);
            }
            let executions = EXECUTIONS.load(Ordering::Relaxed);
            if !BUSY.load(Ordering::Relaxed) || executions != seen.0 {
                seen = (executions, Instant::now());
            } else if seen.1.elapsed() > limit + patience() {
                end(HUNG);
            }
        }
    });
}

fn patience() -> Duration {
    Duration::from_millis(PATIENCE.load(Ordering::Relaxed))
}

fn has_hung_up(parent: &File) -> bool {
    let mut poll = [PollFd::new(parent, PollFlags::empty())];
    // What cannot be asked is as good as there: the next read will tell.
    rustix::event::poll(&mut poll, Some(&Timespec::default())).is_ok()
        && poll[0].revents().contains(PollFlags::HUP)
}

/// The driving thread itself cannot go on.
pub fn lost() -> ! {
    end(LOST)
}

fn end(code: i32) -> ! {
    // SAFETY: `_exit` takes any code and does not return. The JVM's own exit would wait for the hung thread.
    unsafe { libc::_exit(code) }
}
