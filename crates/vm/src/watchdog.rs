//! Notices when an execution makes no progress (tested code in native calls, or blocked where raddle cannot see it), and
//! when the parent has gone.
//!
//! Nothing can be saved then. The worker says what happened and ends; its parent starts another.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
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

/// How many controlled threads wait inside an initialiser or a linkage, where the JVM blocks whoever needs the same one.
static INSIDE: AtomicU32 = AtomicU32::new(0);

/// Exit codes that tell the parent why a worker ended itself.
pub const HUNG: i32 = 86;
/// The thread that drives executions catches everything and cannot be unwound.
pub const LOST: i32 = 87;
/// The JVM blocks a thread because another waits inside an initialiser.
pub const HUNG_INSIDE: i32 = 88;

const LOOK: Duration = Duration::from_millis(250);
/// Looks at which everybody sleeps before nobody will ever wake.
const ASLEEP: u32 = 4;

/// Ends the process when a single execution takes longer than `limit`, or when nobody is left at the other end of `parent`:
/// whoever is busy with a job does not notice.
pub fn start(limit: Duration, parent: File) {
    std::thread::spawn(move || {
        let mut seen = (u64::MAX, Instant::now());
        let (mut sleep, mut asleep) = (Sleep::new(), 0);
        loop {
            std::thread::sleep(LOOK);
            if has_hung_up(&parent) {
                end(0);
            }
            let executions = EXECUTIONS.load(Ordering::Relaxed);
            if !BUSY.load(Ordering::Relaxed) || executions != seen.0 {
                seen = (executions, Instant::now());
                asleep = 0;
                continue;
            }
            let inside = INSIDE.load(Ordering::Relaxed) > 0;
            asleep = if inside && sleep.lasts() {
                asleep + 1
            } else {
                0
            };
            if asleep == ASLEEP {
                end(HUNG_INSIDE);
            }
            if seen.1.elapsed() > limit + patience() {
                end(if inside { HUNG_INSIDE } else { HUNG });
            }
        }
    });
}

/// A controlled thread begins to wait inside an initialiser or a linkage.
pub fn begins_to_wait_inside() {
    INSIDE.fetch_add(1, Ordering::Relaxed);
}

/// A thread that waited there goes on.
pub fn goes_on_inside() {
    INSIDE.fetch_sub(1, Ordering::Relaxed);
}

/// A new execution begins.
pub fn nobody_waits_inside() {
    INSIDE.store(0, Ordering::Relaxed);
}

/// Tells whether every thread of the process sleeps.
struct Sleep {
    /// Processor time used up to the last look.
    used: Duration,
}

impl Sleep {
    fn new() -> Self {
        Self { used: used() }
    }

    /// Whether nobody did anything since the last look, as far as can be seen: hardly any time was used, and there is a moment when
    /// everybody but the caller sleeps. On a busy machine the JVM's own threads wait for a core now and then, so one moment is enough;
    /// and threads that hand over to each other may look asleep one by one, but use time.
    fn lasts(&mut self) -> bool {
        const HARDLY_ANY: Duration = Duration::from_millis(50);
        const MOMENTS: u32 = 10;
        let now = used();
        let idle = now.saturating_sub(self.used) < HARDLY_ANY;
        self.used = now;
        idle && (0..MOMENTS).any(|moment| {
            std::thread::sleep(Duration::from_millis(5) * moment);
            everybody_else_sleeps()
        })
    }
}

/// Processor time that the process has used.
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.try_into().unwrap_or_default()
}

/// Whether no other thread of the process runs, wants to run or waits for a disk (proc(5), `/proc/pid/stat`).
fn everybody_else_sleeps() -> bool {
    let me = rustix::thread::gettid().as_raw_nonzero().to_string();
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else {
        return false;
    };
    threads.flatten().all(|thread| {
        let stat = || std::fs::read_to_string(thread.path().join("stat"));
        thread.file_name().to_str() == Some(&me) || stat().is_ok_and(|stat| is_asleep(&stat))
    })
}

/// The state comes behind the name, which stands in parentheses and may have some of its own.
fn is_asleep(stat: &str) -> bool {
    stat.rsplit_once(')')
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('S'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_runs_or_waits_for_a_disk_is_not_asleep() {
        assert!(is_asleep("12 (VM Thread) S 1 12 12"));
        assert!(is_asleep("12 (odd) R name) S 1 12 12"));
        assert!(!is_asleep("12 (main) R 1 12 12"));
        assert!(!is_asleep("12 (main) D 1 12 12"));
        assert!(!is_asleep(""));
    }

    #[test]
    fn a_thread_that_computes_is_noticed() {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            assert!(!Sleep::new().lasts());
            stop.store(true, Ordering::Relaxed);
        });
    }
}
