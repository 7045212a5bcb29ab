//! Notices when an execution makes no progress (tested code in native calls, or blocked where raddle cannot see it), and
//! when the parent has gone.
//!
//! Nothing can be saved then. The worker says what happened and ends; its parent starts another.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

/// Executions begun in this process.
pub static EXECUTIONS: AtomicU64 = AtomicU64::new(0);
/// Whether a job is under way.
pub static BUSY: AtomicBool = AtomicBool::new(false);

/// Milliseconds that an execution of the job under way may wait for threads that nobody controls.
pub static PATIENCE: AtomicU64 = AtomicU64::new(0);

/// How many executions the job under way has made, in a file that outlives the process.
static MADE: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());
/// Whether the executions under way are those that the job asks for, and not on the way to or behind them.
static COUNTED: AtomicBool = AtomicBool::new(false);

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

/// From now on the parent can read in this file how many executions the latest job has made.
pub fn share(file: &Path) -> io::Result<()> {
    let file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(file)?;
    file.set_len(size_of::<u64>() as u64)?;
    // SAFETY: a new mapping of a file that is large enough; nothing in the process depends on where it is.
    let memory = unsafe {
        libc::mmap(
            ptr::null_mut(),
            size_of::<u64>(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        )
    };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    MADE.store(memory.cast(), Ordering::Release);
    Ok(())
}

/// Does something whose executions count.
pub fn counting<R>(action: impl FnOnce() -> R) -> R {
    COUNTED.store(true, Ordering::Relaxed);
    let result = action();
    COUNTED.store(false, Ordering::Relaxed);
    result
}

/// So many executions have been made, if they count.
pub fn made(executions: u64) {
    let made = MADE.load(Ordering::Acquire);
    if COUNTED.load(Ordering::Relaxed) && !made.is_null() {
        // SAFETY: the mapping is page-aligned and stays for ever.
        unsafe { (*made).store(executions, Ordering::Relaxed) };
    }
}

/// What a worker that is gone has written to the file.
pub fn read(file: &Path) -> Option<u64> {
    let bytes = std::fs::read(file).ok()?;
    Some(u64::from_ne_bytes(bytes.try_into().ok()?))
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
