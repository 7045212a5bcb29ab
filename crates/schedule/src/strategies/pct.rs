use std::num::NonZeroU32;

use crate::dice::Dice;
use crate::event::EventKind;
use crate::patience::Patience;
use crate::priorities::Priorities;
use crate::strategy::{Ending, Needs, Next, Point, Strategy, Summary, Turn};
use crate::thread::ThreadSet;

/// Probabilistic concurrency testing: random priorities, and a few random points at which the running thread gets a low one.
///
/// From Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs" (ASPLOS
/// 2010). A bug that needs `d` ordering constraints among `n` threads that do `k` events together shows in one execution with
/// probability at least `1 / (n * k^(d-1))`.
///
/// Where it departs: `k` is learned from the executions before (the longest, slowly forgotten), so the first execution has no change
/// points; a change point after the last event would change nothing and is not drawn; a thread that yields or spins gets the
/// lowest priority of all, without which it could wait forever for one below it.
///
/// It asks to be asked only at change points, unless a thread that it prefers to the running one is blocked or not yet started: that
/// one must run as soon as it can.
#[derive(Clone, Debug)]
pub struct Pct {
    dice: Dice,
    priorities: Priorities,
    /// At which step the running thread gets which priority, in the order of steps; `d - 1` of them unless executions are
    /// shorter than that.
    changes: Vec<(u64, i64)>,
    /// How many of them have happened.
    changed: usize,
    depth: NonZeroU32,
    finished: ThreadSet,
    patience: Patience,
    /// How long an execution is expected to be.
    length: u64,
    /// How many threads the last execution had.
    threads: usize,
}

impl Pct {
    /// Looks for bugs of the given depth.
    #[must_use]
    pub fn new(depth: NonZeroU32, seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            priorities: Priorities::new(),
            changes: Vec::new(),
            changed: 0,
            depth,
            finished: ThreadSet::EMPTY,
            patience: Patience::default(),
            length: 0,
            threads: 0,
        }
    }

    /// How many events the running thread may do before something could make another one the first choice.
    fn horizon(&self, chosen: i64, point: &Point<'_>) -> u32 {
        let waiting = self.priorities.known() - self.finished - point.enabled;
        let waits_for_one_above = waiting
            .iter()
            .any(|thread| self.priorities.get(thread) > chosen);
        if waits_for_one_above || self.priorities.known().len() < self.threads {
            return 1;
        }
        match self.changes.get(self.changed) {
            Some(&(step, _)) => u32::try_from(step - point.step).unwrap_or(Turn::UNLIMITED),
            None => Turn::UNLIMITED,
        }
    }
}

impl Strategy for Pct {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn begin(&mut self) -> Next {
        self.priorities.begin();
        self.finished = ThreadSet::EMPTY;
        self.patience.begin();
        self.changes.clear();
        self.changed = 0;
        if self.length > 1 {
            for priority in 1..i64::from(self.depth.get()) {
                self.changes
                    .push((1 + self.dice.below(self.length - 1), priority));
            }
            self.changes.sort_unstable();
        }
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        while let Some(&(step, priority)) = self.changes.get(self.changed)
            && step <= point.step
        {
            self.priorities.set(point.running, priority);
            self.changed += 1;
        }
        match self.patience.reason(point) {
            EventKind::Yield | EventKind::Spin => self.priorities.lower(point.running),
            EventKind::Finished => self.finished.insert(point.running),
            _ => {}
        }
        let thread = self
            .priorities
            .highest(point.enabled, &mut self.dice)
            .unwrap_or(point.running);
        self.patience.runs(thread, point.step);
        Turn::limited(thread, self.horizon(self.priorities.get(thread), point))
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.threads = self.priorities.known().len();
        // An execution that was cut off says more about the limit than about the program.
        if summary.ending != Ending::StepLimit || self.length == 0 {
            self.length = summary.steps.max(self.length - self.length.div_ceil(16));
        }
    }
}
