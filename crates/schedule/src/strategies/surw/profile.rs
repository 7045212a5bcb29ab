//! What threads did in earlier executions.

use rustc_hash::FxHashMap;

use crate::event::{EventKind, Location, Pending};
use crate::thread::ThreadId;

/// How often each thread uses each place.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    /// In the order in which they were first seen: the map below is only for finding them.
    places: Vec<Place>,
    index: FxHashMap<Location, usize>,
    /// The places that two threads use and not both only read.
    contended: Vec<usize>,
    /// Who started whom. A thread has a higher number than the one that started it.
    parents: Vec<(ThreadId, ThreadId)>,
}

#[derive(Clone, Debug)]
struct Place {
    location: Location,
    written: bool,
    uses: Vec<Uses>,
}

#[derive(Clone, Copy, Debug)]
struct Uses {
    thread: ThreadId,
    /// In the execution being profiled.
    now: u32,
    /// In the latest execution that was profiled and had any.
    before: u32,
}

impl Profile {
    /// `thread` does an event in an execution that is profiled.
    pub(super) fn count(&mut self, thread: ThreadId, event: &Pending) {
        if !event.location.is_known() {
            return;
        }
        let place = *self.index.entry(event.location).or_insert_with(|| {
            self.places.push(Place {
                location: event.location,
                written: false,
                uses: Vec::new(),
            });
            self.places.len() - 1
        });
        let place = &mut self.places[place];
        place.written |= event.kind != EventKind::Read;
        match place.uses.iter_mut().find(|uses| uses.thread == thread) {
            Some(uses) => uses.now += 1,
            None => place.uses.push(Uses {
                thread,
                now: 1,
                before: 0,
            }),
        }
    }

    /// `parent` started `child`.
    pub(super) fn born(&mut self, child: ThreadId, parent: ThreadId) {
        if !self.parents.iter().any(|&(known, _)| known == child) {
            self.parents.push((child, parent));
            self.parents.sort_unstable();
        }
    }

    /// An execution that was profiled is over.
    pub(super) fn close(&mut self) {
        self.contended.clear();
        for (number, place) in self.places.iter_mut().enumerate() {
            for uses in &mut place.uses {
                if uses.now > 0 {
                    uses.before = uses.now;
                    uses.now = 0;
                }
            }
            if place.written && place.uses.len() > 1 {
                self.contended.push(number);
            }
        }
    }

    /// How many places threads fight over.
    pub(super) const fn contended(&self) -> usize {
        self.contended.len()
    }

    /// One of these places, and how many of its events to expect of each thread, those of the threads it starts included.
    pub(super) fn weigh(&self, number: usize, expected: &mut [u32; ThreadId::LIMIT]) -> Location {
        let place = &self.places[self.contended[number]];
        expected.fill(0);
        for uses in &place.uses {
            expected[uses.thread.index()] = uses.before;
        }
        // Children first: what they pass on has to contain what their own children do.
        for &(child, parent) in self.parents.iter().rev() {
            let childs = expected[child.index()];
            expected[parent.index()] = expected[parent.index()].saturating_add(childs);
        }
        place.location
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        let mut profile = Profile::default();
        let write = |place| Pending::new(EventKind::Write, Location(place));
        for (thread, place) in [(0, 5), (0, 6), (1, 6), (2, 6), (2, 6), (0, 6)] {
            profile.count(ThreadId(thread), &write(place));
        }
        for thread in [0, 1] {
            profile.count(
                ThreadId(thread),
                &Pending::new(EventKind::Read, Location(7)),
            );
        }
        profile.close();
        profile
    }

    #[test]
    fn only_places_with_conflicts_are_candidates() {
        let profile = profile();
        assert_eq!(profile.contended(), 1);
        let mut expected = [9; ThreadId::LIMIT];
        assert_eq!(profile.weigh(0, &mut expected), Location(6));
        assert_eq!(expected[..4], [2, 1, 2, 0]);
    }

    #[test]
    fn parents_answer_for_their_children() {
        let mut profile = profile();
        profile.born(ThreadId(2), ThreadId(1));
        profile.born(ThreadId(1), ThreadId(0));
        let mut expected = [0; ThreadId::LIMIT];
        profile.weigh(0, &mut expected);
        assert_eq!(expected[..3], [5, 3, 2]);
    }

    #[test]
    fn the_latest_count_holds() {
        let mut profile = profile();
        profile.count(ThreadId(2), &Pending::new(EventKind::Read, Location(6)));
        profile.close();
        let mut expected = [0; ThreadId::LIMIT];
        profile.weigh(0, &mut expected);
        assert_eq!(expected[..3], [2, 1, 1]);
    }
}
