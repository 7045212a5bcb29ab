//! What is known about which places threads fight over.

use rustc_hash::FxHashMap;

use crate::event::{EventKind, Location, Pending};
use crate::thread::{ThreadId, ThreadSet};

/// Who used which place, over all executions seen. Only ever looked up, never iterated, so that the order inside does not matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Conflicts {
    uses: FxHashMap<Location, Uses>,
    /// How many places are fought over. Only grows.
    count: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    readers: ThreadSet,
    writers: ThreadSet,
}

impl Uses {
    fn conflict(self) -> bool {
        !self.writers.is_empty() && (self.readers | self.writers).len() > 1
    }
}

impl Conflicts {
    /// `thread` does an event.
    pub(super) fn learn(&mut self, thread: ThreadId, event: &Pending) {
        if !event.location.is_known() {
            return;
        }
        let uses = self.uses.entry(event.location).or_default();
        let before = uses.conflict();
        match event.kind {
            EventKind::Read => uses.readers.insert(thread),
            _ => uses.writers.insert(thread),
        }
        self.count += usize::from(!before && uses.conflict());
    }

    /// How many places are fought over: if this has not changed, nothing has.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Whether two threads use the place, one of them not only for reading.
    pub(super) fn contains(&self, location: Location) -> bool {
        self.uses.get(&location).is_some_and(|uses| uses.conflict())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_and_one_write_make_a_conflict() {
        let place = Location(4);
        let mut conflicts = Conflicts::default();
        conflicts.learn(ThreadId(0), &Pending::new(EventKind::Write, place));
        conflicts.learn(ThreadId(0), &Pending::new(EventKind::Read, place));
        assert!(!conflicts.contains(place));
        conflicts.learn(ThreadId(1), &Pending::new(EventKind::Read, place));
        assert!(conflicts.contains(place));
        conflicts.learn(ThreadId(2), &Pending::new(EventKind::Write, place));
        assert_eq!(conflicts.count(), 1);
    }

    #[test]
    fn reading_together_is_none() {
        let mut conflicts = Conflicts::default();
        for thread in 0..3 {
            conflicts.learn(
                ThreadId(thread),
                &Pending::new(EventKind::Read, Location(4)),
            );
            conflicts.learn(ThreadId(thread), &Pending::nowhere(EventKind::Park));
        }
        assert!(!conflicts.contains(Location(4)));
        assert_eq!(conflicts.count(), 0);
    }
}
