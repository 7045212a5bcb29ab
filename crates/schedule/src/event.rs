//! What a thread is about to do.

use serde::{Deserialize, Serialize};

/// The kinds of events at which threads can change places, and the reasons why a strategy is asked.
///
/// The numbers are part of the interface: the hooks in the JVM pass them as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EventKind {
    /// A thread's first step. As the reason for a question: the execution begins, nobody has run yet.
    Start = 0,
    /// A read of a field or an array element.
    Read = 1,
    /// A write to a field or an array element.
    Write = 2,
    /// An access that reads and writes in one: compare-and-set, get-and-add and their like.
    Atomic = 3,
    /// Taking a lock, also again at the end of a wait.
    Lock = 4,
    /// The boundary before a call of the test.
    Call = 5,
    /// `Object.wait`: the lock is given up and the thread goes to sleep. That it wakes is a [`Lock`](EventKind::Lock) of its own.
    Wait = 6,
    /// `Object.notify` and `notifyAll`.
    Notify = 7,
    /// `LockSupport.park`, done when the permit is there.
    Park = 8,
    /// `LockSupport.unpark`.
    Unpark = 9,
    /// A new thread is started.
    Spawn = 10,
    /// `Thread.join`, done when the other thread is.
    Join = 11,
    /// `Thread.sleep`, done when the time has come.
    Sleep = 12,
    /// `Thread.interrupt` and looking at the interrupted flag.
    Interrupt = 13,
    /// `Thread.yield` and `Thread.onSpinWait`: the thread says itself that others should go on.
    Yield = 14,
    /// The runtime suspects that the running thread waits in a loop for something only another thread can do.
    Spin = 15,
    /// The running thread cannot do its next event now.
    Blocked = 16,
    /// The running thread has ended.
    Finished = 17,
}

impl EventKind {
    /// Every kind, by its number.
    pub const ALL: [Self; 18] = [
        Self::Start,
        Self::Read,
        Self::Write,
        Self::Atomic,
        Self::Lock,
        Self::Call,
        Self::Wait,
        Self::Notify,
        Self::Park,
        Self::Unpark,
        Self::Spawn,
        Self::Join,
        Self::Sleep,
        Self::Interrupt,
        Self::Yield,
        Self::Spin,
        Self::Blocked,
        Self::Finished,
    ];

    /// The kind with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Whether it only reads or writes memory: everything else is about threads and their order.
    #[must_use]
    pub const fn is_access(self) -> bool {
        matches!(self, Self::Read | Self::Write | Self::Atomic)
    }

    /// Whether a switch here is the running thread's own wish or need, not a preemption.
    #[must_use]
    pub const fn gives_way(self) -> bool {
        matches!(
            self,
            Self::Start | Self::Yield | Self::Spin | Self::Blocked | Self::Finished
        )
    }
}

/// The place in memory that an event is about: two events with the same place are about the same field of the same object, the
/// same array element, or the same lock.
///
/// Strategies that learn from one execution for the next expect a place to keep its value as long as the threads behave alike, so
/// it should come from who made the object and as its how-manieth, not from an address.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Location(pub u64);

impl Location {
    /// Nothing is known about the place.
    pub const UNKNOWN: Self = Self(0);

    /// Whether the place is known.
    #[must_use]
    pub const fn is_known(self) -> bool {
        self.0 != Self::UNKNOWN.0
    }
}

/// What a thread will do as soon as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// The kind of event.
    pub kind: EventKind,
    /// What it is about.
    pub location: Location,
}

impl Pending {
    /// An event about `location`.
    #[must_use]
    pub const fn new(kind: EventKind, location: Location) -> Self {
        Self { kind, location }
    }

    /// An event about nothing in particular.
    #[must_use]
    pub const fn nowhere(kind: EventKind) -> Self {
        Self::new(kind, Location::UNKNOWN)
    }

    /// Whether the order of the two, in two threads, can make a difference: they are about the same known place, and not both
    /// of them only read it.
    #[must_use]
    pub const fn conflicts(&self, other: &Self) -> bool {
        self.location.is_known()
            && self.location.0 == other.location.0
            && !(matches!(self.kind, EventKind::Read) && matches!(other.kind, EventKind::Read))
    }
}

impl Default for Pending {
    fn default() -> Self {
        Self::nowhere(EventKind::Start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_kinds_agree() {
        for (number, kind) in EventKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(EventKind::from_number(number as u8), Some(kind));
        }
        assert_eq!(EventKind::from_number(EventKind::ALL.len() as u8), None);
    }

    #[test]
    fn only_reads_of_one_place_commute() {
        let at = |kind, place| Pending::new(kind, Location(place));
        assert!(!at(EventKind::Read, 7).conflicts(&at(EventKind::Read, 7)));
        assert!(at(EventKind::Read, 7).conflicts(&at(EventKind::Write, 7)));
        assert!(at(EventKind::Lock, 7).conflicts(&at(EventKind::Lock, 7)));
        assert!(at(EventKind::Atomic, 7).conflicts(&at(EventKind::Read, 7)));
        assert!(!at(EventKind::Write, 7).conflicts(&at(EventKind::Write, 8)));
        assert!(!at(EventKind::Write, 0).conflicts(&at(EventKind::Write, 0)));
    }
}
