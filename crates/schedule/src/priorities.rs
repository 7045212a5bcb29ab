//! Who comes before whom.

use crate::dice::Dice;
use crate::thread::{ThreadId, ThreadSet};

/// A priority a thread: the enabled one with the highest runs.
///
/// Drawn priorities are above all that are set by hand, those above all that come from giving way; of those that gave way, who did so
/// last comes last.
#[derive(Clone, Debug)]
pub(crate) struct Priorities {
    /// Means something only for [`Priorities::known`] threads.
    of: [i64; ThreadId::LIMIT],
    known: ThreadSet,
    lowest: i64,
}

impl Priorities {
    /// Priorities that are set by hand are below this and above 0.
    pub(crate) const LOWEST_DRAWN: i64 = 1 << 32;

    pub(crate) const fn new() -> Self {
        Self {
            of: [0; ThreadId::LIMIT],
            known: ThreadSet::EMPTY,
            lowest: 0,
        }
    }

    /// A new execution, in which nobody has a priority yet.
    pub(crate) const fn begin(&mut self) {
        self.known = ThreadSet::EMPTY;
        self.lowest = 0;
    }

    /// Who has a priority.
    pub(crate) const fn known(&self) -> ThreadSet {
        self.known
    }

    pub(crate) const fn get(&self, thread: ThreadId) -> i64 {
        self.of[thread.index()]
    }

    pub(crate) const fn set(&mut self, thread: ThreadId, priority: i64) {
        self.of[thread.index()] = priority;
        self.known.insert(thread);
    }

    /// A new random priority.
    pub(crate) fn draw(&mut self, thread: ThreadId, dice: &mut Dice) {
        self.set(thread, Self::LOWEST_DRAWN + (dice.bits() >> 2) as i64);
    }

    /// The lowest priority of all.
    pub(crate) const fn lower(&mut self, thread: ThreadId) {
        self.lowest -= 1;
        self.set(thread, self.lowest);
    }

    /// The one of `threads` with the highest priority; those without one draw it now.
    pub(crate) fn highest(&mut self, threads: ThreadSet, dice: &mut Dice) -> Option<ThreadId> {
        for thread in threads - self.known {
            self.draw(thread, dice);
        }
        threads.iter().max_by_key(|thread| self.of[thread.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_beats_set_beats_given_way() {
        let all = ThreadSet::first_threads(4);
        let mut dice = Dice::new(1);
        let mut priorities = Priorities::new();
        priorities.begin();
        priorities.highest(all, &mut dice);
        priorities.set(ThreadId(0), 1);
        priorities.lower(ThreadId(1));
        priorities.lower(ThreadId(2));
        let mut order = Vec::new();
        let mut left = all;
        while let Some(thread) = priorities.highest(left, &mut dice) {
            left.remove(thread);
            order.push(thread.0);
        }
        assert_eq!(order, [3, 0, 1, 2]);
        assert_eq!(priorities.known(), all);
    }
}
