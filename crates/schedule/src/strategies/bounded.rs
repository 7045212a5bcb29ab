use std::fmt;
use std::str::FromStr;

use crate::explore::{Explorer, SwitchPoints, Switches};
use crate::schedule::Divergence;
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};

/// Every schedule with at most so many preemptions, each once: first those without any, then those with one, and so on.
///
/// From Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs" (PLDI 2007). A
/// preemption is a switch away from a thread that could have gone on. Who runs after a thread blocked, finished or yielded is free:
/// all choices are tried at every number of preemptions.
///
/// Where it departs: the paper preempts before synchronisation operations only and relies on a race detector for the rest. Here it is
/// before every event, or ([`SwitchPoints::Conflicts`]) before events about places that threads fight over, learned on the
/// way; that tries fewer schedules and, given preemptions enough, misses no outcome. Threads that wait in a loop are kept
/// from going around forever by having them stand back, after the same authors' "Fair Stateless Model Checking" (PLDI 2008).
#[derive(Clone, Debug)]
pub struct Bounded {
    explorer: Explorer,
    bound: Bound,
}

impl Bounded {
    /// Every schedule within `bound`.
    #[must_use]
    pub fn new(bound: Bound) -> Self {
        let switches = Switches::Preempting {
            limit: bound.preemptions,
            before: bound.before,
        };
        Self {
            explorer: Explorer::new(switches),
            bound,
        }
    }

    /// How many preemptions the current execution has.
    #[must_use]
    pub const fn preemptions(&self) -> u32 {
        self.explorer.preemptions()
    }
}

impl Strategy for Bounded {
    fn needs(&self) -> Needs {
        let learns = self.bound.before == SwitchPoints::Conflicts && self.explorer.may_preempt();
        Needs {
            pending: learns,
            call_boundaries: false,
        }
    }

    fn begin(&mut self) -> Next {
        self.explorer.begin()
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.explorer.decide(point)
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.explorer.end(summary);
    }

    fn divergence(&self) -> Option<Divergence> {
        self.explorer.divergence()
    }
}

/// Which schedules [`Bounded`] tries. As text `2`, or `2:conflicts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// How many preemptions a schedule may have.
    pub preemptions: u32,
    /// Before which events.
    pub before: SwitchPoints,
}

impl Default for Bound {
    /// Two preemptions: the paper found every bug it knew of with two or fewer.
    fn default() -> Self {
        Self {
            preemptions: 2,
            before: SwitchPoints::All,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.before {
            SwitchPoints::All => self.preemptions.fmt(f),
            SwitchPoints::Conflicts => write!(f, "{}:conflicts", self.preemptions),
        }
    }
}

impl FromStr for Bound {
    type Err = BoundError;

    fn from_str(text: &str) -> Result<Self, BoundError> {
        let (number, before) = match text.split_once(':') {
            None => (text, SwitchPoints::All),
            Some((number, "conflicts")) => (number, SwitchPoints::Conflicts),
            Some(_) => return Err(BoundError(text.to_owned())),
        };
        let preemptions = number.parse().map_err(|_| BoundError(text.to_owned()))?;
        Ok(Self {
            preemptions,
            before,
        })
    }
}

/// A bound that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a bound: expected a number of preemptions, and `:conflicts` after it to preempt only before conflicts"
)]
pub struct BoundError(String);
