use crate::dice::Dice;
use crate::event::{EventKind, Pending};
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
        self.last = None;
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.redraw(point);
        if matches!(point.kind, EventKind::Yield | EventKind::Spin) {
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
        Turn::one(thread)
    }
}
