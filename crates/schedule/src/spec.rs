//! Which strategy, as a user writes it.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, ScheduleError};
use crate::strategies::{
    Bound, BoundError, Bounded, Calls, Chance, ChanceError, Pct, Pos, Random, Replay, RoundRobin,
    Surw,
};
use crate::strategy::Strategy;

/// The choice of a strategy, as on the command line: a name, and for some a value after a colon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Spec {
    /// `jvm`: not controlled at all; threads run in parallel as the JVM and the operating system like.
    Jvm,
    /// `random`, or `random:0.1` for a decision before one event in ten: [`Random`].
    Random(Chance),
    /// `round-robin`, or `round-robin:5` for turns of five events: [`RoundRobin`].
    RoundRobin(NonZeroU32),
    /// `pct`, or `pct:5` for bugs of depth five: [`Pct`].
    Pct(NonZeroU32),
    /// `pos`: [`Pos`].
    Pos,
    /// `surw`: [`Surw`].
    Surw,
    /// `calls`: [`Calls`].
    Calls,
    /// `bounded`, `bounded:1` for one preemption, `bounded:1:conflicts` for one before a conflict: [`Bounded`].
    Bounded(Bound),
    /// `replay:0x12,1x3,0x*`: [`Replay`].
    Replay(Schedule),
}

/// The depth of the bugs that `pct` looks for if nothing else is said. Most known bugs need no more.
const DEPTH: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// How long a turn of `round-robin` is if nothing else is said.
const QUANTUM: NonZeroU32 = NonZeroU32::MIN;

impl Spec {
    /// Every name with what it means, for help texts.
    pub const NAMES: [(&'static str, &'static str); 9] = [
        ("jvm", "real parallel threads, nobody decides"),
        (
            "random[:CHANCE]",
            "a random walk, deciding before an event with the given chance (1)",
        ),
        (
            "round-robin[:EVENTS]",
            "one thread after the other, each for so many events (1)",
        ),
        (
            "pct[:DEPTH]",
            "random priorities that change at DEPTH - 1 random points (3)",
        ),
        (
            "pos",
            "random priorities for events, drawn anew after conflicts",
        ),
        (
            "surw",
            "all interleavings of the events about one random place, equally likely",
        ),
        (
            "calls",
            "all executions that switch only between calls or when blocked",
        ),
        (
            "bounded[:PREEMPTIONS[:conflicts]]",
            "all executions with at most so many preemptions (2)",
        ),
        (
            "replay:SCHEDULE",
            "a recorded execution again, as 0x12,1x3,0x*",
        ),
    ];

    /// The strategy, with everything random in it drawn from `seed`. `None` for [`Spec::Jvm`], where nobody decides.
    #[must_use]
    pub fn strategy(&self, seed: u64) -> Option<Box<dyn Strategy>> {
        Some(match self {
            Self::Jvm => return None,
            Self::Random(chance) => Box::new(Random::new(*chance, seed)),
            Self::RoundRobin(quantum) => Box::new(RoundRobin::new(*quantum)),
            Self::Pct(depth) => Box::new(Pct::new(*depth, seed)),
            Self::Pos => Box::new(Pos::new(seed)),
            Self::Surw => Box::new(Surw::new(seed)),
            Self::Calls => Box::new(Calls::new()),
            Self::Bounded(bound) => Box::new(Bounded::new(*bound)),
            Self::Replay(schedule) => Box::new(Replay::new(schedule.clone())),
        })
    }

    /// Whether it comes to an end by itself, having tried everything it stands for.
    #[must_use]
    pub const fn is_exhaustive(&self) -> bool {
        matches!(self, Self::Calls | Self::Bounded(_))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jvm => f.write_str("jvm"),
            Self::Random(Chance::ALWAYS) => f.write_str("random"),
            Self::Random(chance) => write!(f, "random:{chance}"),
            Self::RoundRobin(quantum) => write!(f, "round-robin:{quantum}"),
            Self::Pct(depth) => write!(f, "pct:{depth}"),
            Self::Pos => f.write_str("pos"),
            Self::Surw => f.write_str("surw"),
            Self::Calls => f.write_str("calls"),
            Self::Bounded(bound) => write!(f, "bounded:{bound}"),
            Self::Replay(schedule) => write!(f, "replay:{schedule}"),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, value) = match text.split_once(':') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let at_least_one = |default: NonZeroU32| match value {
            None => Ok(default),
            Some(value) => value
                .parse()
                .map_err(|_| SpecError::Count(name.to_owned(), value.to_owned())),
        };
        match (name, value) {
            ("jvm", None) => Ok(Self::Jvm),
            ("random", None) => Ok(Self::Random(Chance::ALWAYS)),
            ("random", Some(chance)) => Ok(Self::Random(chance.parse()?)),
            ("round-robin", _) => Ok(Self::RoundRobin(at_least_one(QUANTUM)?)),
            ("pct", _) => Ok(Self::Pct(at_least_one(DEPTH)?)),
            ("pos", None) => Ok(Self::Pos),
            ("surw", None) => Ok(Self::Surw),
            ("calls", None) => Ok(Self::Calls),
            ("bounded", None) => Ok(Self::Bounded(Bound::default())),
            ("bounded", Some(bound)) => Ok(Self::Bounded(bound.parse()?)),
            ("replay", Some(schedule)) => Ok(Self::Replay(schedule.parse()?)),
            ("replay", None) => Err(SpecError::NoSchedule),
            ("jvm" | "pos" | "surw" | "calls", Some(_)) => Err(SpecError::NoValue(name.to_owned())),
            _ => Err(SpecError::Unknown(name.to_owned())),
        }
    }
}

impl TryFrom<String> for Spec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> Self {
        spec.to_string()
    }
}

/// A text that names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No strategy has this name.
    #[error(
        "there is no scheduler `{0}`; there are jvm, random, round-robin, pct, pos, surw, calls, bounded and replay"
    )]
    Unknown(String),
    /// The strategy has nothing to set.
    #[error("{0} takes no value")]
    NoValue(String),
    /// The value has to be a number above 0.
    #[error("{0}: `{1}` is not a number above 0")]
    Count(String, String),
    /// There is nothing to replay.
    #[error("replay needs a schedule, like replay:0x12,1x3,0x*")]
    NoSchedule,
    /// The chance of a random walk is none.
    #[error("random: {0}")]
    Chance(#[from] ChanceError),
    /// The bound of a systematic search is none.
    #[error("bounded: {0}")]
    Bound(#[from] BoundError),
    /// The schedule to replay is none.
    #[error("replay: {0}")]
    Schedule(#[from] ScheduleError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_spec_agree() {
        for (text, shown) in [
            ("jvm", "jvm"),
            ("random", "random"),
            ("random:1", "random"),
            ("random:0.1", "random:0.1"),
            ("round-robin", "round-robin:1"),
            ("round-robin:5", "round-robin:5"),
            ("pct", "pct:3"),
            ("pct:2", "pct:2"),
            ("pos", "pos"),
            ("surw", "surw"),
            ("calls", "calls"),
            ("bounded", "bounded:2"),
            ("bounded:0", "bounded:0"),
            ("bounded:1:conflicts", "bounded:1:conflicts"),
            ("replay:0x12,1x3,0x*", "replay:0x12 1x3 0x*"),
        ] {
            let spec: Spec = text.parse().expect(text);
            assert_eq!(spec.to_string(), shown);
            let json = serde_json::to_string(&spec).expect("serializable");
            assert_eq!(json, format!("\"{shown}\""));
            assert_eq!(
                serde_json::from_str::<Spec>(&json).expect("deserializable"),
                spec
            );
            assert_eq!(spec.strategy(1).is_none(), spec == Spec::Jvm);
        }
    }

    #[test]
    fn every_name_in_the_help_is_one() {
        for (name, _) in Spec::NAMES {
            let name = name.split(['[', ':']).next().expect("split is never empty");
            let error = name.parse::<Spec>().err();
            assert!(
                error.is_none_or(|error| error == SpecError::NoSchedule),
                "{name}"
            );
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, message) in [
            ("jvm:1", "jvm takes no value"),
            ("pct:0", "pct: `0` is not a number above 0"),
            ("round-robin:x", "round-robin: `x` is not a number above 0"),
            (
                "replay",
                "replay needs a schedule, like replay:0x12,1x3,0x*",
            ),
            (
                "random:2",
                "random: `2` is not a chance: expected a number above 0 and at most 1",
            ),
        ] {
            assert_eq!(text.parse::<Spec>().expect_err(text).to_string(), message);
        }
        assert!(matches!("rnd".parse::<Spec>(), Err(SpecError::Unknown(_))));
        assert!(matches!(
            "bounded:x".parse::<Spec>(),
            Err(SpecError::Bound(_))
        ));
        assert!(matches!(
            "bounded:1:x".parse::<Spec>(),
            Err(SpecError::Bound(_))
        ));
        assert!(matches!(
            "replay:0".parse::<Spec>(),
            Err(SpecError::Schedule(_))
        ));
    }
}
