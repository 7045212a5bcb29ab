//! Notices that the JVM's heap is used up.
//!
//! Then anything may have failed anywhere, in the tested code, in the JDK or in raddle's own runtime: an initialiser that fails for
//! want of memory fails for good. So such an execution says nothing, and its JVM is not used again. An allocation that is refused only
//! because it is huge is another matter: everybody else still gets what he asks for.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use jni_sys::jlong;

/// The JVM's functions behind `Runtime.maxMemory`, `totalMemory` and `freeMemory`.
struct Heap {
    max: Size,
    total: Size,
    free: Size,
}

type Size = unsafe extern "system" fn() -> jlong;

static HEAP: OnceLock<Heap> = OnceLock::new();
static USED_UP: AtomicBool = AtomicBool::new(false);

/// Finds what is needed; `lookup` finds the JVM's own functions in libjvm.
pub fn set_up(lookup: impl Fn(&str) -> Option<*mut c_void>) {
    let size = |name: &str| {
        // SAFETY: all three take nothing and return a jlong, and libjvm stays loaded.
        lookup(name).map(|found| unsafe { std::mem::transmute::<*mut c_void, Size>(found) })
    };
    if let (Some(max), Some(total), Some(free)) = (
        size("JVM_MaxMemory"),
        size("JVM_TotalMemory"),
        size("JVM_FreeMemory"),
    ) {
        let _ = HEAP.set(Heap { max, total, free });
    }
}

/// The JVM has refused an allocation, after it has collected what it could. Called by the agent on a Java thread.
pub fn was_refused() {
    // SAFETY: as in `set_up`; they can be called by a thread that is attached and in native code, as the agent's callbacks are.
    let sizes = HEAP
        .get()
        .map(|heap| unsafe { ((heap.max)(), (heap.total)(), (heap.free)()) });
    let used_up = sizes.is_none_or(|(max, total, free)| is_used_up(max, total, free));
    USED_UP.fetch_or(used_up, Ordering::Relaxed);
}

/// Whether so little is left that small allocations may have failed, too. Collections leave some room that they cannot make use of.
fn is_used_up(max: jlong, total: jlong, free: jlong) -> bool {
    max.saturating_sub(total).saturating_add(free) < max / 8
}

/// Whether the heap was used up at some time.
pub fn is_or_was_used_up() -> bool {
    USED_UP.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_heap_can_still_become_counts() {
        assert!(!is_used_up(512, 32, 1));
        assert!(!is_used_up(512, 512, 400));
        assert!(is_used_up(512, 512, 3));
    }
}
