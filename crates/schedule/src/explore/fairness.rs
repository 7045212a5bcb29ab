//! Keeps threads that wait in a loop from being chosen over and over while the one they wait for is not.

use crate::thread::{ThreadId, ThreadSet};

/// Who has to stand back, because it gave way and others have not had their turn since.
///
/// After the fair scheduler of Musuvathi and Qadeer ("Fair Stateless Model Checking", PLDI 2008): a thread that gives way stands back
/// until every thread that is enabled at that moment has run. The paper lets a thread go on at first and asks less of it: to stand
/// back only for those that could have run, and did not, since it gave way the time before.
///
/// Somebody can always run: a thread stands back only for threads that have not run since it gave way, so the enabled thread that
/// gave way the longest ago stands back for nobody.
#[derive(Clone, Debug)]
pub(super) struct Fairness {
    /// Who has given way in this execution. The table below means something only for these.
    gave_way: ThreadSet,
    /// Whom the thread stands back for.
    stands_back_for: [ThreadSet; ThreadId::LIMIT],
}

impl Fairness {
    pub(super) const fn new() -> Self {
        Self {
            gave_way: ThreadSet::EMPTY,
            stands_back_for: [ThreadSet::EMPTY; ThreadId::LIMIT],
        }
    }

    /// A new execution.
    pub(super) const fn begin(&mut self) {
        self.gave_way = ThreadSet::EMPTY;
    }

    /// `thread` gives way.
    pub(super) const fn gives_way(&mut self, thread: ThreadId, enabled: ThreadSet) {
        self.gave_way.insert(thread);
        self.stands_back_for[thread.index()] = enabled.without(thread);
    }

    /// `thread` gets a turn.
    pub(super) fn runs(&mut self, thread: ThreadId) {
        self.gave_way.remove(thread);
        for other in self.gave_way {
            self.stands_back_for[other.index()].remove(thread);
        }
    }

    /// Those of `enabled` who need not stand back. Not empty if `enabled` is not.
    pub(super) fn eligible(&self, enabled: ThreadSet) -> ThreadSet {
        let stands_back =
            |thread: &ThreadId| !(self.stands_back_for[thread.index()] & enabled).is_empty();
        enabled
            - (self.gave_way & enabled)
                .iter()
                .filter(stands_back)
                .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: ThreadSet = ThreadSet::from_bits(0b111);

    fn thread(number: u8) -> ThreadId {
        ThreadId(number)
    }

    #[test]
    fn everybody_else_goes_first() {
        let mut fairness = Fairness::new();
        fairness.begin();
        assert_eq!(fairness.eligible(ALL), ALL);
        fairness.runs(thread(0));
        fairness.gives_way(thread(0), ALL);
        assert_eq!(fairness.eligible(ALL), ALL.without(thread(0)));
        fairness.runs(thread(1));
        assert_eq!(fairness.eligible(ALL), ALL.without(thread(0)));
        fairness.runs(thread(2));
        assert_eq!(fairness.eligible(ALL), ALL);
    }

    #[test]
    fn nobody_stands_back_for_threads_that_cannot_run() {
        let mut fairness = Fairness::new();
        fairness.begin();
        fairness.gives_way(thread(0), ALL);
        assert_eq!(fairness.eligible(ALL), ALL.without(thread(0)));
        let only = ThreadSet::only(thread(0));
        assert_eq!(fairness.eligible(only), only);
    }

    #[test]
    fn of_spinning_threads_the_oldest_goes_first() {
        let mut fairness = Fairness::new();
        fairness.begin();
        for number in [0, 1, 2] {
            fairness.runs(thread(number));
            fairness.gives_way(thread(number), ALL);
        }
        assert_eq!(fairness.eligible(ALL), ThreadSet::only(thread(0)));
        fairness.begin();
        assert_eq!(fairness.eligible(ALL), ALL);
    }
}
