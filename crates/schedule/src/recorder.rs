//! Writes down what really happened, whatever the strategy wanted.

use crate::schedule::{Divergence, Schedule};
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};
use crate::thread::ThreadId;

/// A strategy that passes every question on to another one and keeps the turns of the latest execution.
#[derive(Clone, Debug)]
pub struct Recorder<S> {
    inner: S,
    record: Record,
}

impl<S: Strategy> Recorder<S> {
    /// Records what becomes of the turns that `inner` gives.
    #[must_use]
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            record: Record::new(),
        }
    }

    /// The turns of the execution that ended last, or of the running one up to the latest question.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        self.record.schedule()
    }

    /// The strategy that decides.
    #[must_use]
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// The strategy that decides.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.inner
    }
}

impl<S: Strategy> Strategy for Recorder<S> {
    fn needs(&self) -> Needs {
        self.inner.needs()
    }

    fn begin(&mut self) -> Next {
        let next = self.inner.begin();
        if next == Next::Run {
            self.record.begin();
        }
        next
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.record.asked(point.step);
        let turn = self.inner.decide(point);
        self.record.answered(turn.thread, point.step);
        turn
    }

    fn spawned(&mut self, thread: ThreadId) {
        self.inner.spawned(thread);
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.record.asked(summary.steps);
        self.inner.end(summary);
    }

    fn divergence(&self) -> Option<Divergence> {
        self.inner.divergence()
    }
}

/// The turns of an execution as they really were. They end early and late (see [`Turn`]), so their lengths are taken from the step
/// at the question that follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    schedule: Schedule,
    /// Who has the turn and the step at which it began.
    current: Option<(ThreadId, u64)>,
}

impl Record {
    pub(crate) const fn new() -> Self {
        Self {
            schedule: Schedule::new(),
            current: None,
        }
    }

    pub(crate) const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    pub(crate) fn begin(&mut self) {
        self.schedule.clear();
        self.current = None;
    }

    /// A question, or the end, came at `step`.
    pub(crate) fn asked(&mut self, step: u64) {
        if let Some((thread, since)) = self.current.take() {
            // Four billion events in one turn are more than any step limit lets happen; the longest exact turn must do.
            let events = step
                .saturating_sub(since)
                .min(u64::from(Turn::UNLIMITED - 1)) as u32;
            self.schedule.push(Turn { thread, events });
        }
    }

    /// `thread` got the turn at `step`.
    pub(crate) const fn answered(&mut self, thread: ThreadId, step: u64) {
        self.current = Some((thread, step));
    }
}
