//! Which strategy, as a user writes it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, ScheduleError};
use crate::strategies::{Chance, ChanceError, Random, Replay};
use crate::strategy::Strategy;

/// The choice of a strategy, as on the command line: a name, and for some a value after a colon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Spec {
    /// `jvm`: not controlled at all; threads run in parallel as the JVM and the operating system like.
    Jvm,
    /// `random` or `random:0.1`: [`Random`].
    Random(Chance),
    /// `replay:0x12,1x3,0x*`: [`Replay`].
    Replay(Schedule),
}

impl Spec {
    /// The strategy, with everything random in it drawn from `seed`. `None` for [`Spec::Jvm`], where nobody decides.
    #[must_use]
    pub fn strategy(&self, seed: u64) -> Option<Box<dyn Strategy>> {
        match self {
            Self::Jvm => None,
            Self::Random(chance) => Some(Box::new(Random::new(*chance, seed))),
            Self::Replay(schedule) => Some(Box::new(Replay::new(schedule.clone()))),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jvm => f.write_str("jvm"),
            Self::Random(Chance::ALWAYS) => f.write_str("random"),
            Self::Random(chance) => write!(f, "random:{chance}"),
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
        match (name, value) {
            ("jvm", None) => Ok(Self::Jvm),
            ("random", None) => Ok(Self::Random(Chance::ALWAYS)),
            ("random", Some(chance)) => Ok(Self::Random(chance.parse()?)),
            ("replay", Some(schedule)) => Ok(Self::Replay(schedule.parse()?)),
            _ => Err(SpecError::Unknown(text.to_owned())),
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
    /// No strategy has this name, or it takes no such value.
    #[error("there is no strategy `{0}`")]
    Unknown(String),
    /// The chance of a random walk is none.
    #[error("random: {0}")]
    Chance(#[from] ChanceError),
    /// The schedule to replay is none.
    #[error("replay: {0}")]
    Schedule(#[from] ScheduleError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_spec_agree() {
        for text in ["jvm", "random", "random:0.1", "replay:0x12 1x3 0x*"] {
            let spec: Spec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
            let json = serde_json::to_string(&spec).expect("serializable");
            assert_eq!(
                serde_json::from_str::<Spec>(&json).expect("deserializable"),
                spec
            );
        }
        assert!("jvm:1".parse::<Spec>().is_err());
        assert!("replay".parse::<Spec>().is_err());
        assert!("random:2".parse::<Spec>().is_err());
    }
}
