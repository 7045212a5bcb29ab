use crate::explore::{Explorer, Switches};
use crate::schedule::Divergence;
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};

/// Every execution whose switches happen only between calls, or when the running call cannot go on: the linearizations that the
/// oracle compares with, each once.
///
/// A call that blocks stays where it is while the others go on, and is one of the choices again as soon as it could continue and some
/// other call has ended or blocked. A call that waits in a loop counts as blocked once it has yielded often enough; one that never
/// yields is not left, however long it takes. Where a call waits for a limited time, the runtime counts its thread among the enabled
/// ones: chosen, it waits until its time is up, as it would if nobody else were there.
#[derive(Clone, Debug)]
pub struct Calls(Explorer);

impl Calls {
    /// All of them, from the first.
    #[must_use]
    pub fn new() -> Self {
        Self(Explorer::new(Switches::BetweenCalls))
    }
}

impl Default for Calls {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Calls {
    fn needs(&self) -> Needs {
        Needs {
            pending: false,
            call_boundaries: true,
        }
    }

    fn begin(&mut self) -> Next {
        self.0.begin()
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.0.decide(point)
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.0.end(summary);
    }

    fn divergence(&self) -> Option<Divergence> {
        self.0.divergence()
    }
}
