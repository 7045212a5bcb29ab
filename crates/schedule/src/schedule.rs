//! A schedule: who ran for how long, written down so that it can be repeated.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::strategy::Turn;
use crate::thread::ThreadId;

/// The turns of one execution, in order.
///
/// As text, `0x12 1x3 0x*`: thread 0 does 12 events, thread 1 does 3, thread 0 goes on until it cannot. Neighbouring turns of the
/// same thread are one turn, so a schedule has one form only.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Schedule {
    /// No two neighbours have the same thread.
    turns: Vec<Turn>,
}

impl Schedule {
    /// A schedule in which nobody runs.
    #[must_use]
    pub const fn new() -> Self {
        Self { turns: Vec::new() }
    }

    /// Adds a turn at the end. A turn of 0 events says that the thread was chosen but did nothing.
    pub fn push(&mut self, turn: Turn) {
        match self.turns.last_mut() {
            Some(last) if last.thread == turn.thread => {
                last.events = last.events.saturating_add(turn.events)
            }
            _ => self.turns.push(turn),
        }
    }

    /// Forgets all turns, but keeps the memory.
    pub fn clear(&mut self) {
        self.turns.clear();
    }

    /// The turns, in order.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The same schedule in which turns of more than `longest` events last until their threads cannot go on.
    #[must_use]
    pub fn relaxed(&self, longest: u32) -> Self {
        let relax = |turn: &Turn| {
            if turn.events > longest {
                Turn::unlimited(turn.thread)
            } else {
                *turn
            }
        };
        Self {
            turns: self.turns.iter().map(relax).collect(),
        }
    }

    /// How often one thread takes over from another.
    #[must_use]
    pub fn switches(&self) -> usize {
        self.turns.len().saturating_sub(1)
    }

    /// How many events all turns have together, if none is unlimited.
    #[must_use]
    pub fn events(&self) -> Option<u64> {
        self.turns
            .iter()
            .map(|turn| (turn.events != Turn::UNLIMITED).then_some(u64::from(turn.events)))
            .sum()
    }
}

impl FromIterator<Turn> for Schedule {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Self {
        let mut schedule = Self::new();
        for turn in turns {
            schedule.push(turn);
        }
        schedule
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, turn) in self.turns.iter().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            match turn.events {
                Turn::UNLIMITED => write!(f, "{}x*", turn.thread)?,
                events => write!(f, "{}x{events}", turn.thread)?,
            }
        }
        Ok(())
    }
}

/// A text that is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A part without the form of a turn.
    #[error(
        "`{0}` is not a turn: expected a thread, an x and a number of events, like 0x12, or 0x* for as far as it goes"
    )]
    NotATurn(String),
    /// A thread number that cannot be.
    #[error("`{0}`: thread numbers go from 0 to {max}", max = ThreadId::LIMIT - 1)]
    NoSuchThread(String),
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    /// Turns may be separated by blanks or by commas, which need no quotes on a command line.
    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        text.split(is_separator)
            .filter(|part| !part.is_empty())
            .map(parse_turn)
            .collect()
    }
}

fn parse_turn(part: &str) -> Result<Turn, ScheduleError> {
    let not_a_turn = || ScheduleError::NotATurn(part.to_owned());
    // `parse` alone would accept a sign, and then there were two ways to write the same schedule.
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let (thread, events) = part.split_once('x').ok_or_else(not_a_turn)?;
    let thread = number(thread).ok_or_else(not_a_turn)?;
    let events = match events {
        "*" => Turn::UNLIMITED,
        events => number(events).ok_or_else(not_a_turn)?,
    };
    match u8::try_from(thread) {
        Ok(thread) if usize::from(thread) < ThreadId::LIMIT => Ok(Turn {
            thread: ThreadId(thread),
            events,
        }),
        _ => Err(ScheduleError::NoSuchThread(part.to_owned())),
    }
}

impl TryFrom<String> for Schedule {
    type Error = ScheduleError;

    fn try_from(text: String) -> Result<Self, ScheduleError> {
        text.parse()
    }
}

impl From<Schedule> for String {
    fn from(schedule: Schedule) -> Self {
        schedule.to_string()
    }
}

/// Where and how an execution left the schedule it was to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Divergence {
    /// How many events had happened.
    pub step: u64,
    /// Which turn was to be followed, counted from 0; the number of turns if all were used up.
    pub turn: usize,
    /// What was different.
    pub reason: DivergenceReason,
}

/// How an execution left the schedule it was to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DivergenceReason {
    /// The thread whose turn it was could not run.
    NotEnabled(ThreadId),
    /// The thread did more events than its turn has.
    TooManyEvents(ThreadId),
    /// All turns were used up and the execution was not over.
    GoesOn,
    /// The execution was over before all turns were used up.
    EndedEarly,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} events, in turn {}: ", self.step, self.turn)?;
        match self.reason {
            DivergenceReason::NotEnabled(thread) => write!(f, "thread {thread} could not run"),
            DivergenceReason::TooManyEvents(thread) => {
                write!(f, "thread {thread} could not be stopped in time")
            }
            DivergenceReason::GoesOn => f.write_str("the schedule is over, the execution is not"),
            DivergenceReason::EndedEarly => {
                f.write_str("the execution is over, the schedule is not")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(thread: u8, events: u32) -> Turn {
        Turn {
            thread: ThreadId(thread),
            events,
        }
    }

    #[test]
    fn long_turns_can_be_left_open() {
        let schedule: Schedule = "0x5 1x9000 0x3".parse().expect("a schedule");
        assert_eq!(schedule.relaxed(9000), schedule);
        assert_eq!(schedule.relaxed(100).to_string(), "0x5 1x* 0x3");
    }

    #[test]
    fn text_and_turns_agree() {
        let schedule: Schedule = "0x12 1x3 0x*".parse().expect("well-formed");
        assert_eq!(
            schedule.turns(),
            [turn(0, 12), turn(1, 3), turn(0, Turn::UNLIMITED)]
        );
        assert_eq!(schedule.to_string(), "0x12 1x3 0x*");
        assert_eq!("0x12,1x3,,0x*\n".parse(), Ok(schedule));
        assert_eq!("".parse(), Ok(Schedule::new()));
    }

    #[test]
    fn neighbours_merge() {
        let schedule: Schedule = "0x1 0x2 1x3 1x* 1x4 0x0".parse().expect("well-formed");
        assert_eq!(schedule.to_string(), "0x3 1x* 0x0");
        assert_eq!(schedule.switches(), 2);
        assert_eq!(schedule.events(), None);
        assert_eq!(
            "0x3 1x4".parse::<Schedule>().expect("well-formed").events(),
            Some(7)
        );
    }

    #[test]
    fn json_is_the_text() {
        let schedule: Schedule = "3x7 0x*".parse().expect("well-formed");
        let json = serde_json::to_string(&schedule).expect("serializable");
        assert_eq!(json, "\"3x7 0x*\"");
        assert_eq!(
            serde_json::from_str::<Schedule>(&json).expect("deserializable"),
            schedule
        );
        assert!(serde_json::from_str::<Schedule>("\"3y7\"").is_err());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "0",
            "x",
            "0x",
            "x1",
            "0x-1",
            "+0x1",
            "0x1x1",
            "0x99999999999",
            "a",
            "0 x1",
            "0x1.5",
        ] {
            assert!(
                matches!(text.parse::<Schedule>(), Err(ScheduleError::NotATurn(_))),
                "{text}"
            );
        }
        for text in ["64x1", "256x1", "4000000x1"] {
            assert!(
                matches!(
                    text.parse::<Schedule>(),
                    Err(ScheduleError::NoSuchThread(_))
                ),
                "{text}"
            );
        }
    }
}
