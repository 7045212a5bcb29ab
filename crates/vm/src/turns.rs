//! Whose turn it is, between operating system threads: a slot for each, and a futex to sleep on.

use std::sync::atomic::{AtomicU32, Ordering};

use raddle_schedule::ThreadId;
use rustix::thread::futex;

/// The turn, waiting to be taken. On a cache line of its own.
#[repr(align(64))]
struct Slot(AtomicU32);

const ABSENT: u32 = 0;
const PRESENT: u32 = 1;

/// For the threads of tests, and behind them for the threads that tested code starts.
const COUNT: usize = 2 * ThreadId::LIMIT;

static SLOTS: [Slot; COUNT] = [const { Slot(AtomicU32::new(ABSENT)) }; COUNT];

/// Gives a thread the turn. Everything done before is seen by the thread that takes it.
pub fn give(to: usize) {
    let slot = &SLOTS[to].0;
    slot.store(PRESENT, Ordering::Release);
    // Waking can only fail for reasons that cannot be here: the address and the flags are good.
    let _ = futex::wake(slot, futex::Flags::PRIVATE, 1);
}

/// Sleeps until the thread is given the turn, and takes it.
pub fn take(me: usize) {
    let slot = &SLOTS[me].0;
    while slot.swap(ABSENT, Ordering::Acquire) == ABSENT {
        // Returns early if the turn has arrived in between, or for no reason: the loop looks again.
        let _ = futex::wait(slot, futex::Flags::PRIVATE, ABSENT, None);
    }
}
