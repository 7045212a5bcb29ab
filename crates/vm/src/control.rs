//! The state of the job under way, as the native methods see it.
//!
//! There is one, and only the thread that has the turn touches it: the hand-over orders everything that different
//! threads do to it.

use std::cell::UnsafeCell;
use std::collections::BTreeMap;

use raddle_schedule::{
    Divergence, Ending, EventKind, Location, Needs, Next, Pending, Point, Recorder, Schedule,
    Strategy, Summary, ThreadId, ThreadSet,
};

use rustc_hash::FxHashMap;

use crate::outcome::End;
use crate::trace::Trace;

/// One job: a strategy, how often to execute, and what came of it.
pub struct Control {
    strategy: Recorder<Box<dyn Strategy>>,
    needs: Needs,
    limit: u64,
    /// Executions begun.
    pub executions: u64,
    /// Set when the job should end with the execution under way.
    pub stop: bool,
    /// Whether to stop at the first execution that did not just complete with every call returning.
    pub stop_at_failure: bool,
    step: u64,
    events: [u64; ThreadId::LIMIT],
    threads: usize,
    pending: [Pending; ThreadId::LIMIT],
    /// Executions that ended in a way not seen before in this job.
    pub found: Vec<Found>,
    /// The latest execution's events, if they are wanted.
    pub trace: Option<Trace>,
    /// By number of a field, its place among the trace's members.
    pub members: FxHashMap<u32, u32>,
    /// Whether the strategy has no further execution to offer.
    pub exhausted: bool,
    /// Where a replay first left its schedule.
    pub divergence: Option<Divergence>,
    /// Fingerprints of the executions' traces, each with how many executions had it.
    pub fingerprints: BTreeMap<u64, u64>,
    /// Whether the JVM should not be used any more.
    pub worn_out: bool,
    /// How many more executions may hit a limit before the job is given up.
    pub overruns: u32,
    /// How many more events there may be before no further execution begins.
    pub steps_left: u64,
    tests: usize,
}

/// An outcome as the JVM encoded it, with the first execution that ended so.
pub struct Found {
    /// See [`crate::outcome`].
    pub encoded: Vec<u8>,
    /// Which execution of the job it was, from 0.
    pub execution: u64,
    /// What makes it happen again.
    pub schedule: Schedule,
    /// Its events, if they were wanted.
    pub trace: Option<Trace>,
}

impl Control {
    /// A job of at most `limit` executions of a test with `tests` suffixes.
    pub fn new(
        strategy: Box<dyn Strategy>,
        limit: u64,
        tests: usize,
        trace: Option<Trace>,
    ) -> Self {
        let needs = strategy.needs();
        Self {
            strategy: Recorder::new(strategy),
            needs,
            limit,
            executions: 0,
            stop: false,
            stop_at_failure: false,
            step: 0,
            events: [0; ThreadId::LIMIT],
            threads: tests,
            pending: [Pending::default(); ThreadId::LIMIT],
            found: Vec::new(),
            trace,
            members: FxHashMap::default(),
            exhausted: false,
            divergence: None,
            fingerprints: BTreeMap::new(),
            worn_out: false,
            overruns: u32::MAX,
            steps_left: u64::MAX,
            tests,
        }
    }

    /// Whether there is another execution to make.
    pub fn begin(&mut self) -> bool {
        if self.stop || self.executions == self.limit {
            return false;
        }
        if self.strategy.begin() == Next::Exhausted {
            self.exhausted = true;
            return false;
        }
        self.needs = self.strategy.needs();
        self.executions += 1;
        self.step = 0;
        // Only the entries that the last execution used: this is done hundreds of thousands of times a second.
        self.events[..self.threads].fill(0);
        self.pending[..self.threads].fill(Pending::default());
        self.threads = self.tests;
        // The first thread is past its start when the suffixes begin: it stands before its first call.
        self.pending[0] = Pending::nowhere(EventKind::Call);
        if let Some(trace) = &mut self.trace {
            trace.clear();
            self.members.clear();
        }
        true
    }

    /// Who runs next; `events` have happened since the last question.
    pub fn decide(&mut self, running: u8, kind: EventKind, enabled: u64, events: u32) -> (u8, u32) {
        self.step += u64::from(events);
        self.events[usize::from(running)] += u64::from(events);
        let point = Point {
            running: ThreadId(running),
            kind,
            enabled: ThreadSet::from_bits(enabled),
            pending: if self.needs.pending {
                &self.pending[..self.threads]
            } else {
                &[]
            },
            step: self.step,
        };
        let turn = self.strategy.decide(&point);
        (turn.thread.0, turn.events)
    }

    /// A thread has been started.
    pub fn spawned(&mut self, thread: u8) {
        self.threads = self.threads.max(usize::from(thread) + 1);
        self.pending[usize::from(thread)] = Pending::nowhere(EventKind::Start);
        self.strategy.spawned(ThreadId(thread));
    }

    /// What a thread will do next.
    pub fn set_pending(&mut self, thread: u8, kind: EventKind, location: Location) {
        self.pending[usize::from(thread)] = Pending::new(kind, location);
    }

    /// The execution is over, in a way that can be observed or not.
    pub fn end(&mut self, end: Option<End>, steps: u64) {
        if end == Some(End::StepLimit) {
            self.overruns = self.overruns.saturating_sub(1);
            self.stop |= self.overruns == 0;
        }
        self.steps_left = self.steps_left.saturating_sub(steps);
        self.stop |= self.steps_left == 0;
        let ending = match end {
            Some(End::Completed) => Ending::Finished,
            Some(End::Deadlock) => Ending::Deadlock,
            Some(End::StepLimit) => Ending::StepLimit,
            _ => Ending::Aborted,
        };
        self.strategy.end(&Summary {
            ending,
            steps,
            events: &self.events[..self.threads],
        });
        if let Some(trace) = &self.trace {
            *self.fingerprints.entry(trace.fingerprint()).or_default() += 1;
        }
        if self.divergence.is_none() {
            self.divergence = self.strategy.divergence();
        }
    }

    /// What happened in the latest execution.
    pub fn last_schedule(&self) -> &Schedule {
        self.strategy.schedule()
    }

    /// The execution that has just ended came to something new.
    pub fn found(&mut self, encoded: Vec<u8>) {
        if self.stop_at_failure && crate::outcome::is_failure(&encoded) {
            self.stop = true;
        }
        self.found.push(Found {
            encoded,
            execution: self.executions - 1,
            schedule: self.strategy.schedule().clone(),
            trace: self.trace.clone(),
        });
    }
}

/// A place for the one [`Control`].
pub struct Place(UnsafeCell<Option<Control>>);

// SAFETY: see the module comment: whoever has the turn is alone, and handing the turn over is a release followed by an
// acquire (`turns`), or stays on one thread.
unsafe impl Sync for Place {}

/// The job under way.
pub static CONTROL: Place = Place(UnsafeCell::new(None));

impl Place {
    /// # Safety
    /// The caller must have the turn, or be the thread that drives the executions while none is under way, and must not
    /// already hold a reference obtained here.
    #[allow(
        clippy::mut_from_ref,
        reason = "exclusive by the turn, which the compiler does not know"
    )]
    pub unsafe fn get(&self) -> &mut Option<Control> {
        // SAFETY: exclusive by the caller's promise.
        unsafe { &mut *self.0.get() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_execution_begins_when_there_were_enough_events() {
        let spec: raddle_schedule::Spec = "random".parse().expect("a strategy");
        let strategy = spec.strategy(1).expect("not jvm");
        let mut control = Control::new(strategy, 10, 2, None);
        control.steps_left = 150;
        let mut executions = 0;
        while control.begin() {
            executions += 1;
            control.end(Some(End::Completed), 100);
        }
        assert_eq!(executions, 2);
        assert!(!control.exhausted, "there is more to try");
    }
}
