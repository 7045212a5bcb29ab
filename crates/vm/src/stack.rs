//! The stack of the current thread.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr;

/// How many bytes of it are left; none if nobody knows.
pub fn left() -> usize {
    let here = 0u8;
    let here = black_box(ptr::from_ref(&here)).addr();
    here.saturating_sub(end().unwrap_or(here))
}

/// Its lowest address.
fn end() -> Option<usize> {
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: the current thread exists, and there is room for its attributes.
    let known =
        unsafe { libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) } == 0;
    if !known {
        return None;
    }
    let mut end = ptr::null_mut();
    let mut size = 0;
    // SAFETY: they have been initialised, and are destroyed once.
    let told = unsafe {
        let told = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut end, &raw mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        told
    };
    (told == 0).then(|| end.addr())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left so many frames further down.
    fn below(frames: u32) -> usize {
        let frame = black_box([0u8; 1_000]);
        match frames {
            0 => left(),
            _ => below(frames - 1) + usize::from(frame[0]),
        }
    }

    #[test]
    fn the_deeper_the_less_is_left() {
        const SIZE: usize = 1 << 19;
        let thread = std::thread::Builder::new()
            .stack_size(SIZE)
            .spawn(|| (below(0), below(100)));
        let (above, below) = thread.expect("a thread").join().expect("it returns");
        assert!(above < SIZE, "{above}");
        assert!((1..=above - 100_000).contains(&below), "{below} {above}");
    }
}
