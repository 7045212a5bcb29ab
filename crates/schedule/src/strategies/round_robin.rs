use std::num::NonZeroU32;

use crate::event::EventKind;
use crate::strategy::{Needs, Next, Point, Strategy, Turn};

/// One thread after the other, each for the same number of events. No two executions differ: it is here as the plainest schedule
/// with many switches.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    quantum: NonZeroU32,
}

impl RoundRobin {
    /// Each thread does `quantum` events before the next one has its turn.
    #[must_use]
    pub const fn new(quantum: NonZeroU32) -> Self {
        Self { quantum }
    }
}

impl Strategy for RoundRobin {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn begin(&mut self) -> Next {
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        let next = match point.kind {
            EventKind::Start => point.enabled.first(),
            _ => point.enabled.next_after(point.running),
        };
        Turn::limited(next.unwrap_or(point.running), self.quantum.get())
    }
}
