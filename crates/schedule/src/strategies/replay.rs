use crate::path::Path;
use crate::schedule::{Divergence, DivergenceReason, Schedule};
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};

/// Follows a recorded [`Schedule`], as often as wanted, and notices when the execution does not go along.
///
/// From there on, the running thread goes on as long as it can: something has to be answered, and whoever asked is told by
/// [`Strategy::divergence`] that it is not the recorded execution any more.
#[derive(Clone, Debug)]
pub struct Replay {
    path: Path,
    divergence: Option<Divergence>,
}

impl Replay {
    /// Follows `schedule`.
    #[must_use]
    pub const fn new(schedule: Schedule) -> Self {
        Self {
            path: Path::new(schedule),
            divergence: None,
        }
    }

    /// What is followed.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        self.path.schedule()
    }

    fn diverged(&mut self, step: u64, reason: DivergenceReason) {
        self.divergence = Some(Divergence {
            step,
            turn: self.path.turn(),
            reason,
        });
    }
}

impl Strategy for Replay {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn begin(&mut self) -> Next {
        self.path.restart();
        self.divergence = None;
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        if self.divergence.is_none() {
            match self.path.follow(point) {
                Ok(Some(turn)) => return turn,
                Ok(None) => self.diverged(point.step, DivergenceReason::GoesOn),
                Err(reason) => self.diverged(point.step, reason),
            }
        }
        Turn::unlimited(point.unforced())
    }

    fn end(&mut self, summary: &Summary<'_>) {
        if self.divergence.is_none()
            && let Err(reason) = self.path.arrived(summary.steps)
        {
            self.diverged(summary.steps, reason);
        }
    }

    fn divergence(&self) -> Option<Divergence> {
        self.divergence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventKind;
    use crate::strategy::Ending;
    use crate::thread::{ThreadId, ThreadSet};

    fn replay(schedule: &str) -> Replay {
        let mut replay = Replay::new(schedule.parse().expect("well-formed"));
        assert_eq!(replay.begin(), Next::Run);
        replay
    }

    fn ask(
        replay: &mut Replay,
        kind: EventKind,
        running: u8,
        enabled: u64,
        step: u64,
    ) -> (u8, u32) {
        let enabled = ThreadSet::from_bits(enabled);
        let turn = replay.decide(&Point {
            running: ThreadId(running),
            kind,
            enabled,
            pending: &[],
            step,
        });
        (turn.thread.0, turn.events)
    }

    fn end(replay: &mut Replay, steps: u64) -> Option<DivergenceReason> {
        replay.end(&Summary {
            ending: Ending::Finished,
            steps,
            events: &[],
        });
        replay.divergence().map(|divergence| divergence.reason)
    }

    #[test]
    fn the_turns_come_as_recorded() {
        let mut replay = replay("0x3 1x2 0x1");
        for _ in 0..2 {
            assert_eq!(ask(&mut replay, EventKind::Start, 0, 0b11, 0), (0, 3));
            assert_eq!(ask(&mut replay, EventKind::Read, 0, 0b11, 3), (1, 2));
            assert_eq!(ask(&mut replay, EventKind::Finished, 1, 0b01, 5), (0, 1));
            assert_eq!(end(&mut replay, 6), None);
            assert_eq!(replay.begin(), Next::Run);
        }
    }

    #[test]
    fn a_question_within_a_turn_gets_the_rest_of_it() {
        let mut replay = replay("0x5 1x*");
        ask(&mut replay, EventKind::Start, 0, 0b11, 0);
        assert_eq!(ask(&mut replay, EventKind::Yield, 0, 0b11, 2), (0, 3));
        assert_eq!(ask(&mut replay, EventKind::Blocked, 0, 0b11, 4), (0, 1));
        assert_eq!(
            ask(&mut replay, EventKind::Finished, 0, 0b10, 5),
            (1, Turn::UNLIMITED)
        );
        assert_eq!(
            ask(&mut replay, EventKind::Yield, 1, 0b10, 6),
            (1, Turn::UNLIMITED)
        );
        assert_eq!(end(&mut replay, 9), None);
    }

    #[test]
    fn an_unlimited_turn_ends_when_its_thread_cannot_go_on() {
        let mut replay = replay("0x* 1x1 0x*");
        ask(&mut replay, EventKind::Start, 0, 0b11, 0);
        assert_eq!(ask(&mut replay, EventKind::Blocked, 0, 0b10, 4), (1, 1));
        assert_eq!(
            ask(&mut replay, EventKind::Write, 1, 0b11, 5),
            (0, Turn::UNLIMITED)
        );
        assert_eq!(
            ask(&mut replay, EventKind::Finished, 0, 0b10, 7),
            (1, Turn::UNLIMITED)
        );
        assert_eq!(
            replay.divergence().map(|divergence| divergence.reason),
            Some(DivergenceReason::GoesOn)
        );
    }

    #[test]
    fn a_turn_without_events_is_repeated_too() {
        let mut replay = replay("0x2 1x0 0x1");
        ask(&mut replay, EventKind::Start, 0, 0b11, 0);
        assert_eq!(ask(&mut replay, EventKind::Read, 0, 0b11, 2), (1, 1));
        assert_eq!(ask(&mut replay, EventKind::Blocked, 1, 0b01, 2), (0, 1));
        assert_eq!(end(&mut replay, 3), None);
    }

    #[test]
    fn every_kind_of_divergence_is_noticed() {
        let mut wrong = replay("0x3 1x2");
        ask(&mut wrong, EventKind::Start, 0, 0b11, 0);
        assert_eq!(
            ask(&mut wrong, EventKind::Read, 0, 0b01, 3),
            (0, Turn::UNLIMITED)
        );
        let reason = DivergenceReason::NotEnabled(ThreadId(1));
        assert_eq!(
            wrong.divergence(),
            Some(Divergence {
                step: 3,
                turn: 1,
                reason
            })
        );

        let mut blocked = replay("0x3 1x2");
        ask(&mut blocked, EventKind::Start, 0, 0b11, 0);
        ask(&mut blocked, EventKind::Blocked, 0, 0b10, 2);
        assert_eq!(
            end(&mut blocked, 4),
            Some(DivergenceReason::NotEnabled(ThreadId(0)))
        );

        let mut late = replay("0x3 1x2");
        ask(&mut late, EventKind::Start, 0, 0b11, 0);
        ask(&mut late, EventKind::Read, 0, 0b11, 4);
        assert_eq!(
            end(&mut late, 4),
            Some(DivergenceReason::TooManyEvents(ThreadId(0)))
        );

        let mut early = replay("0x3 1x2");
        ask(&mut early, EventKind::Start, 0, 0b11, 0);
        assert_eq!(end(&mut early, 3), Some(DivergenceReason::EndedEarly));
        assert_eq!(early.begin(), Next::Run);
        assert_eq!(early.divergence(), None);
        ask(&mut early, EventKind::Start, 0, 0b11, 0);
        ask(&mut early, EventKind::Read, 0, 0b11, 3);
        assert_eq!(end(&mut early, 4), Some(DivergenceReason::EndedEarly));
    }
}
