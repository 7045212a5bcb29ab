//! Writes down what really happened, whatever the strategy wanted.

use crate::schedule::{Divergence, Schedule};
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};
use crate::thread::ThreadId;

/// A strategy that passes every question on to another one and keeps the turns of the latest execution.
///
/// Turns end early and late (see [`Turn`]), so their lengths are taken from [`Point::step`] at the question that follows.
#[derive(Clone, Debug)]
pub struct Recorder<S> {
    inner: S,
    schedule: Schedule,
    /// Who has the turn and the step at which it began.
    current: Option<(ThreadId, u64)>,
}

impl<S: Strategy> Recorder<S> {
    /// Records what becomes of the turns that `inner` gives.
    #[must_use]
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            schedule: Schedule::new(),
            current: None,
        }
    }

    /// The turns of the execution that ended last, or of the running one up to the latest question.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
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

    fn close_turn(&mut self, step: u64) {
        if let Some((thread, since)) = self.current.take() {
            // Four billion events in one turn are more than any step limit lets happen; the longest exact turn must do.
            let events = step
                .saturating_sub(since)
                .min(u64::from(Turn::UNLIMITED - 1)) as u32;
            self.schedule.push(Turn { thread, events });
        }
    }
}

impl<S: Strategy> Strategy for Recorder<S> {
    fn needs(&self) -> Needs {
        self.inner.needs()
    }

    fn begin(&mut self) -> Next {
        let next = self.inner.begin();
        if next == Next::Run {
            self.schedule.clear();
            self.current = None;
        }
        next
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.close_turn(point.step);
        let turn = self.inner.decide(point);
        self.current = Some((turn.thread, point.step));
        turn
    }

    fn spawned(&mut self, thread: ThreadId) {
        self.inner.spawned(thread);
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.close_turn(summary.steps);
        self.inner.end(summary);
    }

    fn divergence(&self) -> Option<Divergence> {
        self.inner.divergence()
    }
}
