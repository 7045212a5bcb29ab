//! Following turns that were written down.

use crate::schedule::{DivergenceReason, Schedule};
use crate::strategy::{Point, Turn};

/// A way through an execution, and how far it was gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    schedule: Schedule,
    /// The turn that is being followed; the number of turns when all are used up.
    turn: usize,
    /// The step at which that turn began, once it was given.
    since: Option<u64>,
}

impl Path {
    pub(crate) const fn new(schedule: Schedule) -> Self {
        Self {
            schedule,
            turn: 0,
            since: None,
        }
    }

    pub(crate) const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Which turn is being followed.
    pub(crate) const fn turn(&self) -> usize {
        self.turn
    }

    /// Back to the beginning.
    pub(crate) const fn restart(&mut self) {
        self.turn = 0;
        self.since = None;
    }

    /// Back to the beginning, on another way: `turns` up to `step`.
    pub(crate) fn restart_on(&mut self, turns: &[Turn], step: u64) {
        self.restart();
        self.schedule.clear();
        let mut left = step;
        for turn in turns {
            let events = u64::from(turn.events).min(left) as u32;
            if events > 0 {
                self.schedule.push(Turn {
                    thread: turn.thread,
                    events,
                });
            }
            left -= u64::from(events);
        }
    }

    /// What to do at this point, or `None` when all turns are used up. Questions in the middle of a turn (at a yield or a call, or
    /// when the running thread was blocked for a moment) are answered with the rest of it.
    pub(crate) fn follow(&mut self, point: &Point<'_>) -> Result<Option<Turn>, DivergenceReason> {
        while let Some(&turn) = self.schedule.turns().get(self.turn) {
            let enabled = point.enabled.contains(turn.thread);
            match self.progress(point.step)? {
                Progress::Ahead if enabled => {
                    self.since = Some(point.step);
                    return Ok(Some(Turn::limited(turn.thread, turn.events)));
                }
                Progress::Within { left } if enabled => {
                    return Ok(Some(Turn {
                        thread: turn.thread,
                        events: left,
                    }));
                }
                Progress::Ahead | Progress::Within { .. } => {
                    return Err(DivergenceReason::NotEnabled(turn.thread));
                }
                Progress::Open if enabled => return Ok(Some(turn)),
                Progress::Open | Progress::Done => {
                    self.turn += 1;
                    self.since = None;
                }
            }
        }
        Ok(None)
    }

    /// Whether an execution that ends now went the whole way.
    pub(crate) fn arrived(&self, step: u64) -> Result<(), DivergenceReason> {
        let turns = self.schedule.turns().len();
        match self.progress(step)? {
            Progress::Done | Progress::Open if self.turn + 1 == turns => Ok(()),
            Progress::Ahead if self.turn == turns => Ok(()),
            _ => Err(DivergenceReason::EndedEarly),
        }
    }

    /// How far the current turn has come.
    fn progress(&self, step: u64) -> Result<Progress, DivergenceReason> {
        let (Some(turn), Some(since)) = (self.schedule.turns().get(self.turn), self.since) else {
            return Ok(Progress::Ahead);
        };
        let done = step.saturating_sub(since);
        match turn.events {
            Turn::UNLIMITED => Ok(Progress::Open),
            events if done < u64::from(events) => Ok(Progress::Within {
                left: events - done as u32,
            }),
            events if done == u64::from(events) => Ok(Progress::Done),
            _ => Err(DivergenceReason::TooManyEvents(turn.thread)),
        }
    }
}

/// How far a turn has come.
enum Progress {
    /// It was not given yet.
    Ahead,
    /// So many events are left.
    Within { left: u32 },
    /// All its events were done.
    Done,
    /// It has no end of its own.
    Open,
}
