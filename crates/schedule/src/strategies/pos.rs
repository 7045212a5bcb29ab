use crate::dice::Dice;
use crate::event::{EventKind, Pending};
use crate::patience::Patience;
use crate::priorities::Priorities;
use crate::strategy::{Needs, Next, Point, Strategy, Turn};
use crate::thread::ThreadId;

/// Partial order sampling: every event gets a random priority, and a new one when an event that it conflicts with has been done.
///
/// From Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling" (CAV 2018). Interleavings that differ only in the order of
/// independent events are one partial order; this samples partial orders more evenly than a random walk, which prefers those with many
/// interleavings.
///
/// Where it departs: a thread that yields or spins gets the lowest priority of all for that event, because otherwise a low
/// number drawn by the thread it waits for could make it spin for very long.
#[derive(Clone, Debug)]
pub struct Pos {
    dice: Dice,
    /// By thread, the priority of its pending event.
    priorities: Priorities,
    patience: Patience,
    /// Who was chosen last, and for what.
    last: Option<(ThreadId, Pending)>,
}

impl Pos {
    /// With everything random drawn from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            priorities: Priorities::new(),
            patience: Patience::default(),
            last: None,
        }
    }

    /// Draws anew for whose pending event is another now, or conflicts with the one that was done.
    fn redraw(&mut self, point: &Point<'_>) {
        let Some((thread, done)) = self.last.take() else {
            return;
        };
        self.priorities.draw(thread, &mut self.dice);
        for other in self.priorities.known().without(thread) {
            if point
                .pending_of(other)
                .is_some_and(|pending| pending.conflicts(&done))
            {
                self.priorities.draw(other, &mut self.dice);
            }
        }
    }
}

impl Strategy for Pos {
    fn needs(&self) -> Needs {
        Needs {
            pending: true,
            call_boundaries: false,
        }
    }

    fn begin(&mut self) -> Next {
        self.priorities.begin();
        self.patience.begin();
        self.last = None;
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.redraw(point);
        if matches!(
            self.patience.reason(point),
            EventKind::Yield | EventKind::Spin
        ) {
            self.priorities.lower(point.running);
        }
        let thread = self
            .priorities
            .highest(point.enabled, &mut self.dice)
            .unwrap_or(point.running);
        self.last = Some((
            thread,
            point.pending_of(thread).copied().unwrap_or_default(),
        ));
        self.patience.runs(thread, point.step);
        Turn::one(thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Location;
    use crate::thread::ThreadSet;

    #[test]
    fn only_conflicts_and_the_own_next_event_draw_anew() {
        let at = |kind, place| Pending::new(kind, Location(place));
        let first = [
            at(EventKind::Write, 5),
            at(EventKind::Read, 5),
            at(EventKind::Read, 6),
            at(EventKind::Lock, 5),
        ];
        let enabled = ThreadSet::first_threads(first.len());
        let mut pos = Pos::new(11);
        assert_eq!(pos.begin(), Next::Run);
        let point = |pending, step| Point {
            running: ThreadId(0),
            kind: EventKind::Read,
            enabled,
            pending,
            step,
        };
        for seed in 0..20 {
            pos.dice = Dice::new(seed);
            let turn = pos.decide(&point(&first, seed));
            let before = enabled
                .iter()
                .map(|thread| pos.priorities.get(thread))
                .collect::<Vec<_>>();
            pos.redraw(&point(&first, seed + 1));
            for thread in enabled {
                let expected = thread == turn.thread
                    || first[thread.index()].conflicts(&first[turn.thread.index()]);
                assert_eq!(
                    pos.priorities.get(thread) != before[thread.index()],
                    expected,
                    "{thread} after {turn:?}"
                );
            }
        }
    }
}
