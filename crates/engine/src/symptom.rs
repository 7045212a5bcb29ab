//! What is wrong with an outcome, as far as it can be compared with another.

use std::collections::BTreeSet;
use std::fmt;

use raddle_vm::{End, Outcome, SuffixEnd};
use serde::{Deserialize, Serialize};

/// A call of a suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CallId {
    /// The suffix, from 0.
    pub suffix: usize,
    /// The call in it, from 0.
    pub call: usize,
}

/// How an outcome fails: what was thrown, and who is stuck.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symptoms {
    /// The exceptions that ended suffixes: the class, and the call that threw it.
    pub thrown: BTreeSet<(String, CallId)>,
    /// The calls that can never go on.
    pub stuck: BTreeSet<CallId>,
}

/// Why an outcome says nothing about the tested class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unusable {
    /// It did not end within the limit of events.
    StepLimit,
    /// It started more threads than raddle controls.
    ThreadLimit,
    /// It called `System.exit` or its like.
    Exit,
    /// It blocked where the JVM cannot suspend it.
    Pinned,
    /// The prefix failed.
    Prefix,
    /// The memory ran out, which depends on more than the test.
    OutOfMemory,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StepLimit => "did not end",
            Self::ThreadLimit => "started too many threads",
            Self::Exit => "ended the JVM",
            Self::Pinned => "blocked where the JVM cannot suspend it",
            Self::Prefix => "failed in its prefix",
            Self::OutOfMemory => "ran out of memory",
        })
    }
}

/// Memory that ran out is no finding: how much there is has nothing to do with the order of events.
const OUT_OF_MEMORY: &str = "java.lang.OutOfMemoryError";

impl Symptoms {
    /// What is wrong with an outcome, unless it says nothing about the tested class.
    pub fn of(outcome: &Outcome) -> Result<Self, Unusable> {
        match outcome.end {
            End::Completed | End::Deadlock => {}
            End::StepLimit => return Err(Unusable::StepLimit),
            End::ThreadLimit => return Err(Unusable::ThreadLimit),
            End::ExitCalled => return Err(Unusable::Exit),
            End::Pinned => return Err(Unusable::Pinned),
            End::PrefixFailed => return Err(Unusable::Prefix),
            End::OutOfMemory => return Err(Unusable::OutOfMemory),
        }
        let helpers = outcome
            .helpers
            .iter()
            .filter_map(|helper| helper.uncaught.as_ref());
        if helpers
            .into_iter()
            .any(|thrown| thrown.class == OUT_OF_MEMORY)
        {
            return Err(Unusable::OutOfMemory);
        }
        let mut symptoms = Self::default();
        for (number, suffix) in outcome.suffixes.iter().enumerate() {
            let call = CallId {
                suffix: number,
                call: suffix.results.len(),
            };
            match &suffix.end {
                SuffixEnd::Finished => {}
                SuffixEnd::Threw(thrown) if thrown.class == OUT_OF_MEMORY => {
                    return Err(Unusable::OutOfMemory);
                }
                SuffixEnd::Threw(thrown) => {
                    symptoms.thrown.insert((thrown.class.clone(), call));
                }
                SuffixEnd::Stuck(_) => {
                    symptoms.stuck.insert(call);
                }
                SuffixEnd::CutOff => return Err(Unusable::StepLimit),
            }
        }
        Ok(symptoms)
    }

    /// Whether every call returned.
    pub fn is_empty(&self) -> bool {
        self.thrown.is_empty() && self.stuck.is_empty()
    }
}
