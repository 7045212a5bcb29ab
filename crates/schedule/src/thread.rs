//! Threads and sets of threads, as small as they get: a strategy looks at them millions of times a second.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::{Deserialize, Serialize};

/// A thread of one execution, numbered from 0 in the order the threads came to be.
///
/// Numbers are stable between executions of the same test: the suffixes come first, in the test's order; threads that the tested
/// code starts follow in the order they are started.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThreadId(pub u8);

impl ThreadId {
    /// An execution has at most this many threads, so that a set of them fits one machine word.
    pub const LIMIT: usize = 64;

    /// The thread's place in tables that have one entry a thread.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of threads, ordered by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ThreadSet(u64);

impl ThreadSet {
    /// No thread at all.
    pub const EMPTY: Self = Self(0);

    /// The threads whose bits are set, thread 0 being the lowest bit.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// One bit a thread, thread 0 being the lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of this one thread.
    #[must_use]
    pub const fn only(thread: ThreadId) -> Self {
        Self(1 << (thread.0 as u32 % u64::BITS))
    }

    /// The threads 0 to `count - 1`.
    #[must_use]
    pub const fn first_threads(count: usize) -> Self {
        if count >= ThreadId::LIMIT {
            Self(u64::MAX)
        } else {
            Self((1 << count) - 1)
        }
    }

    /// This set and `thread`.
    #[must_use]
    pub const fn with(self, thread: ThreadId) -> Self {
        Self(self.0 | Self::only(thread).0)
    }

    /// This set but for `thread`.
    #[must_use]
    pub const fn without(self, thread: ThreadId) -> Self {
        Self(self.0 & !Self::only(thread).0)
    }

    /// Adds `thread`.
    pub const fn insert(&mut self, thread: ThreadId) {
        *self = self.with(thread);
    }

    /// Takes `thread` out.
    pub const fn remove(&mut self, thread: ThreadId) {
        *self = self.without(thread);
    }

    /// Whether `thread` is one of them.
    #[must_use]
    pub const fn contains(self, thread: ThreadId) -> bool {
        self.0 & Self::only(thread).0 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest thread.
    #[must_use]
    pub const fn first(self) -> Option<ThreadId> {
        if self.0 == 0 {
            None
        } else {
            Some(ThreadId(self.0.trailing_zeros() as u8))
        }
    }

    /// The lowest thread above `thread`, or else the lowest of all: the next one on the way around.
    #[must_use]
    pub const fn next_after(self, thread: ThreadId) -> Option<ThreadId> {
        let above = (u64::MAX << (thread.0 as u32 % u64::BITS)) << 1;
        match Self(self.0 & above).first() {
            None => self.first(),
            found => found,
        }
    }

    /// The thread with `n` lower ones in the set.
    #[must_use]
    pub const fn nth(self, n: usize) -> Option<ThreadId> {
        let mut rest = self.0;
        let mut left = n;
        while left > 0 && rest != 0 {
            rest &= rest - 1;
            left -= 1;
        }
        Self(rest).first()
    }

    /// The threads, lowest first.
    #[must_use]
    pub const fn iter(self) -> Threads {
        Threads(self)
    }
}

impl fmt::Debug for ThreadSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl BitAnd for ThreadSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for ThreadSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for ThreadSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<ThreadId> for ThreadSet {
    fn from_iter<I: IntoIterator<Item = ThreadId>>(threads: I) -> Self {
        threads.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for ThreadSet {
    type Item = ThreadId;
    type IntoIter = Threads;

    fn into_iter(self) -> Threads {
        self.iter()
    }
}

/// The threads of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Threads(ThreadSet);

impl Iterator for Threads {
    type Item = ThreadId;

    fn next(&mut self) -> Option<ThreadId> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Threads {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(threads: &[u8]) -> ThreadSet {
        threads.iter().map(|&thread| ThreadId(thread)).collect()
    }

    #[test]
    fn a_set_keeps_the_order_of_numbers() {
        let some = set(&[63, 2, 5]);
        assert_eq!(some.len(), 3);
        assert_eq!(
            some.iter().map(|thread| thread.0).collect::<Vec<_>>(),
            [2, 5, 63]
        );
        assert_eq!(some.nth(2), Some(ThreadId(63)));
        assert_eq!(some.nth(3), None);
        assert_eq!(some.nth(usize::MAX), None);
        assert_eq!(some.first(), Some(ThreadId(2)));
        assert_eq!(ThreadSet::EMPTY.first(), None);
    }

    #[test]
    fn the_way_around_wraps() {
        let some = set(&[2, 5, 63]);
        assert_eq!(some.next_after(ThreadId(2)), Some(ThreadId(5)));
        assert_eq!(some.next_after(ThreadId(63)), Some(ThreadId(2)));
        assert_eq!(some.next_after(ThreadId(62)), Some(ThreadId(63)));
        assert_eq!(set(&[4]).next_after(ThreadId(4)), Some(ThreadId(4)));
        assert_eq!(ThreadSet::EMPTY.next_after(ThreadId(0)), None);
    }

    #[test]
    fn first_threads_fills_the_word() {
        assert_eq!(ThreadSet::first_threads(0), ThreadSet::EMPTY);
        assert_eq!(ThreadSet::first_threads(3), set(&[0, 1, 2]));
        assert_eq!(ThreadSet::first_threads(64).len(), 64);
        assert_eq!(ThreadSet::first_threads(1000).len(), 64);
    }

    #[test]
    fn sets_combine() {
        assert_eq!(set(&[0, 1]) | set(&[1, 2]), set(&[0, 1, 2]));
        assert_eq!(set(&[0, 1]) & set(&[1, 2]), set(&[1]));
        assert_eq!(set(&[0, 1]) - set(&[1, 2]), set(&[0]));
        assert_eq!(set(&[0, 1]).without(ThreadId(0)), set(&[1]));
    }
}
