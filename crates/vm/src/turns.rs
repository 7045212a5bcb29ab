//! Whose turn it is, between operating system threads: a slot for each, and a futex to sleep on.
//!
//! To put one thread to sleep and wake another takes two system calls, which is most of what a hand-over costs. Threads that share
//! a core can do with one: who has given the turn away yields the core, and mostly has the turn back when he gets the core
//! back. But if something else wants the core, yielding gives it away for milliseconds. So a yield that takes long is
//! followed by a while of sleeping, which gets longer as long as that goes on.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use raddle_schedule::ThreadId;
use rustix::thread::{futex, sched_yield};

/// The turn, waiting to be taken. On a cache line of its own.
#[repr(align(64))]
struct Slot(AtomicU32);

const ABSENT: u32 = 0;
const PRESENT: u32 = 1;
/// Not there, and its thread sleeps until it is.
const AWAITED: u32 = 2;

/// For the threads of tests, and behind them for the threads that tested code starts.
const COUNT: usize = 2 * ThreadId::LIMIT;

static SLOTS: [Slot; COUNT] = [const { Slot(AtomicU32::new(ABSENT)) }; COUNT];

/// Whether all threads are on one core.
static ONE_CORE: AtomicBool = AtomicBool::new(false);
/// How many times to sleep before yielding is tried again, and how many it will be the next time.
static SLEEPS: AtomicU32 = AtomicU32::new(0);
static NEXT_SLEEPS: AtomicU32 = AtomicU32::new(FEWEST_SLEEPS);

const FEWEST_SLEEPS: u32 = 64;
const MOST_SLEEPS: u32 = 1 << 12;
/// A yield that takes longer was not for the good of raddle's threads; or it was a long turn, which makes no difference. Collecting
/// garbage takes less, whoever else gets the core keeps it for a millisecond or more.
const LONG: Duration = Duration::from_micros(250);
/// Who does not have the turn back after so many yields sleeps: others hand it to and fro.
const YIELDS: u32 = 3;

/// All threads are on one core from now on.
pub fn share_a_core() {
    ONE_CORE.store(true, Ordering::Relaxed);
}

/// Gives a thread the turn. Everything done before is seen by the thread that takes it.
pub fn give(to: usize) {
    let slot = &SLOTS[to].0;
    if slot.swap(PRESENT, Ordering::Release) == AWAITED {
        // Waking can only fail for reasons that cannot be here: the address and the flags are good.
        let _ = futex::wake(slot, futex::Flags::PRIVATE, 1);
    }
}

/// Waits until the thread is given the turn, and takes it.
pub fn take(me: usize) {
    let slot = &SLOTS[me].0;
    if ONE_CORE.load(Ordering::Relaxed) && is_given_while_yielding(slot) {
        return;
    }
    loop {
        let is_given = slot
            .compare_exchange(PRESENT, ABSENT, Ordering::Acquire, Ordering::Relaxed)
            .is_ok();
        if is_given {
            return;
        }
        let _ = slot.compare_exchange(ABSENT, AWAITED, Ordering::Relaxed, Ordering::Relaxed);
        // Returns early if the turn has arrived in between, or for no reason: the loop looks again.
        let _ = futex::wait(slot, futex::Flags::PRIVATE, AWAITED, None);
    }
}

fn is_given_while_yielding(slot: &AtomicU32) -> bool {
    let sleeps = SLEEPS.load(Ordering::Relaxed);
    if sleeps > 0 {
        SLEEPS.store(sleeps - 1, Ordering::Relaxed);
        return false;
    }
    let mut before = Instant::now();
    for _ in 0..YIELDS {
        sched_yield();
        let now = Instant::now();
        let sleeps = NEXT_SLEEPS.load(Ordering::Relaxed);
        if now - before > LONG {
            SLEEPS.store(sleeps, Ordering::Relaxed);
            NEXT_SLEEPS.store((sleeps * 2).min(MOST_SLEEPS), Ordering::Relaxed);
        } else if sleeps > FEWEST_SLEEPS {
            // It takes as many good ones to forget a bad one.
            NEXT_SLEEPS.store(sleeps - 1, Ordering::Relaxed);
        }
        before = now;
        if slot
            .compare_exchange(PRESENT, ABSENT, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
        {
            return true;
        }
    }
    false
}
