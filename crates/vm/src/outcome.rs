//! What an execution came to: every call's result or exception, who is stuck where, and how it all ended.

use raddle_schedule::ThreadId;
use raddle_testcase::{
    self as testcase, Call, CallResult, ClassName, Constant, Test, VarId, WorkerEnd,
};
use serde::{Deserialize, Serialize};

use crate::trace::in_any_process;

/// How an execution ended. The numbers are those of the Java runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Every suffix ran to its end, or to an exception.
    Completed = 0,
    /// Some suffix can never go on.
    Deadlock = 1,
    /// It did not end within the limit of events or loop iterations.
    StepLimit = 2,
    /// It started more threads than raddle controls.
    ThreadLimit = 3,
    /// It called `System.exit` or its like.
    ExitCalled = 4,
    /// It blocked where a continuation cannot be suspended; on operating system threads it can be run.
    Pinned = 5,
    /// The prefix threw an exception, or blocked for good.
    PrefixFailed = 6,
    /// The memory was used up at some time: nobody knows what failed because of that.
    OutOfMemory = 7,
}

impl End {
    /// The end with this number.
    pub(crate) fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Completed,
            1 => Self::Deadlock,
            3 => Self::ThreadLimit,
            4 => Self::ExitCalled,
            5 => Self::Pinned,
            6 => Self::PrefixFailed,
            7 => Self::OutOfMemory,
            _ => Self::StepLimit,
        }
    }
}

/// What an execution came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The argument of `System.exit`, if that is how it ended.
    pub exit_status: Option<i32>,
    /// What the prefix threw.
    pub prefix: Option<Thrown>,
    /// How many of the prefix's calls returned.
    pub prefix_returned: usize,
    /// What became of each suffix.
    pub suffixes: Vec<SuffixOutcome>,
    /// What came of the calls afterwards; nothing if there are none, or if it did not come to them.
    #[serde(default)]
    pub afterwards: Option<SuffixOutcome>,
    /// What became of each thread that the tested code started.
    pub helpers: Vec<HelperOutcome>,
}

impl Outcome {
    /// Whether a call threw or is stuck for good: what the oracle has to look at.
    pub fn is_failure(&self) -> bool {
        self.end == End::Deadlock
            || self
                .suffixes
                .iter()
                .any(|suffix| matches!(suffix.end, SuffixEnd::Threw(_)))
    }

    /// Whether both end alike, suffix by suffix: with the same class of exception, stuck, or neither.
    pub fn fails_like(&self, other: &Self) -> bool {
        let alike = |one: &SuffixOutcome, other: &SuffixOutcome| match (&one.end, &other.end) {
            (SuffixEnd::Threw(one), SuffixEnd::Threw(other)) => one.class == other.class,
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        self.end == other.end
            && self.suffixes.len() == other.suffixes.len()
            && self
                .suffixes
                .iter()
                .zip(&other.suffixes)
                .all(|(one, other)| alike(one, other))
    }
}

impl Outcome {
    /// The outcome as subjects write it down: results as text, exceptions by class.
    pub fn summary(&self, test: &Test) -> testcase::Outcome {
        match self.end {
            End::ExitCalled => return testcase::Outcome::Worker(WorkerEnd::Exited),
            End::OutOfMemory => return testcase::Outcome::Worker(WorkerEnd::OutOfResources),
            _ => {}
        }
        let suffixes = self.suffixes.iter().zip(&test.suffixes);
        let mut uncaught: Vec<ClassName> = self
            .helpers
            .iter()
            .filter_map(|helper| ClassName::new(&helper.uncaught.as_ref()?.class).ok())
            .collect();
        uncaught.sort();
        testcase::Outcome::Finished {
            suffixes: suffixes
                .map(|(suffix, calls)| suffix.summary(calls))
                .collect(),
            afterwards: self
                .afterwards
                .as_ref()
                .map(|afterwards| afterwards.summary(&test.afterwards))
                .unwrap_or_default(),
            uncaught,
        }
    }
}

impl SuffixOutcome {
    fn summary(&self, calls: &[Call]) -> Vec<CallResult> {
        let mut results: Vec<CallResult> = self
            .results
            .iter()
            .zip(calls)
            .map(|(result, call)| match call.callee.result_type() {
                None => CallResult::void(),
                Some(_) => result.summary(),
            })
            .collect();
        match &self.end {
            SuffixEnd::Finished => {}
            SuffixEnd::Threw(thrown) => match ClassName::new(&thrown.class) {
                Ok(class) => results.push(CallResult::Threw(class)),
                Err(_) => results.push(CallResult::object(&thrown.class)),
            },
            SuffixEnd::Stuck(_) => results.push(CallResult::Stuck),
            SuffixEnd::CutOff => results.push(CallResult::Endless),
        }
        results
    }
}

/// What became of a suffix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SuffixOutcome {
    /// The results of the calls that returned, in order; null for void.
    pub results: Vec<Value>,
    /// How the suffix ended; if not at its end, then in the call behind the last result.
    pub end: SuffixEnd,
}

/// How a suffix ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuffixEnd {
    /// Every call returned.
    Finished,
    /// A call threw.
    Threw(Thrown),
    /// A call can never go on.
    Stuck(Stuck),
    /// The execution was given up for another reason before the suffix was done.
    CutOff,
}

/// What became of a thread that the tested code started.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HelperOutcome {
    /// The thread's name.
    pub name: String,
    /// What it left uncaught.
    pub uncaught: Option<Thrown>,
    /// Where it was stuck when the execution was given up.
    pub stuck: Option<Stuck>,
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thrown {
    /// Its class.
    pub class: String,
    /// Its message.
    pub message: Option<String>,
    /// Where it was thrown, innermost first; raddle's own frames are left out.
    pub frames: Vec<Frame>,
}

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file, if the class names it.
    pub file: Option<String>,
    /// The line, if the class knows it.
    pub line: Option<u32>,
}

/// Why and where a thread cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stuck {
    /// What it waits for.
    pub waits: Waits,
    /// The object whose monitor or notification it waits for.
    pub object: Option<Value>,
    /// Who holds that monitor.
    pub owner: Option<ThreadId>,
    /// Where, innermost first.
    pub frames: Vec<Frame>,
}

/// What a stuck thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waits {
    /// A monitor that another thread holds.
    Lock,
    /// A notification.
    Notification,
    /// A permit of `LockSupport`: java.util.concurrent waits this way.
    Permit,
    /// Nothing: it could go on when the execution was given up.
    Turn,
}

/// A value as a test can tell it from another: primitives, strings and enums by value, objects by the variable they are in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// null, or the result of a void method.
    Null,
    /// A primitive in its box, or a string.
    Plain {
        /// The class of the box or string.
        class: String,
        /// As `toString` writes it.
        text: String,
    },
    /// An enum constant.
    Enum {
        /// The enum.
        class: String,
        /// The constant.
        name: String,
    },
    /// Any other object.
    Object {
        /// Its class.
        class: String,
        /// The variable of the test that holds it, if one does.
        variable: Option<VarId>,
    },
    /// A text about a set or a map, which lists what is in it in no particular order.
    Listing {
        /// The text.
        text: String,
    },
    /// An array or a collection of the JDK's that no variable of the test holds.
    Collection {
        /// Its class.
        class: String,
        /// What is in it; what has no order of its own is sorted. Of many the first.
        elements: Vec<Value>,
        /// How many there are.
        length: u32,
    },
}

impl Value {
    fn summary(&self) -> CallResult {
        match self {
            Self::Null => CallResult::value(&Constant::Null),
            Self::Plain { class, text } => match class.as_str() {
                "java.lang.String" => CallResult::value(&Constant::string(text)),
                "java.lang.Character" => CallResult::value(&Constant::Char(
                    text.encode_utf16().next().unwrap_or_default(),
                )),
                _ => CallResult::Returned(text.clone()),
            },
            Self::Listing { text } => CallResult::value(&Constant::string(text)),
            Self::Enum { name, .. } => CallResult::Returned(name.clone()),
            Self::Object { class, .. } | Self::Collection { class, .. } => {
                CallResult::object(class)
            }
        }
    }
}

/// Whether an encoded outcome is a failure, without decoding all of it.
pub(crate) fn is_failure(encoded: &[u8]) -> bool {
    decode(encoded).is_some_and(|outcome| outcome.is_failure())
}

/// Decodes what the Java runtime encoded (RaddleOutcome).
pub(crate) fn decode(encoded: &[u8]) -> Option<Outcome> {
    Decoder(encoded).outcome()
}

struct Decoder<'a>(&'a [u8]);

impl Decoder<'_> {
    fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from(self.u8()?) << 8 | u16::from(self.u8()?))
    }

    fn i32(&mut self) -> Option<i32> {
        Some(i32::from(self.u16()? as i16) << 16 | i32::from(self.u16()?))
    }

    fn string(&mut self) -> Option<Option<String>> {
        let length = self.i32()?;
        if length < 0 {
            return Some(None);
        }
        let units: Option<Vec<u16>> = (0..length).map(|_| self.u16()).collect();
        Some(Some(String::from_utf16_lossy(&units?)))
    }

    fn outcome(mut self) -> Option<Outcome> {
        let end = End::from_number(self.u8()?);
        let exit_status = self.i32()?;
        let prefix_returned = usize::from(self.u16()?);
        let prefix = self.thrown()?;
        let suffixes = (0..self.u8()?)
            .map(|_| self.suffix(end))
            .collect::<Option<_>>()?;
        let afterwards = match self.u8()? {
            0 => None,
            _ => Some(self.afterwards()?),
        };
        let helpers = (0..self.u8()?)
            .map(|_| self.helper())
            .collect::<Option<_>>()?;
        let exit_status = (end == End::ExitCalled).then_some(exit_status);
        Some(Outcome {
            end,
            exit_status,
            prefix,
            prefix_returned,
            suffixes,
            afterwards,
            helpers,
        })
    }

    fn suffix(&mut self, end: End) -> Option<SuffixOutcome> {
        let results = (0..self.u16()?)
            .map(|_| self.value())
            .collect::<Option<_>>()?;
        let thrown = self.thrown()?;
        let stuck = self.stuck()?;
        let end = match (thrown, stuck) {
            (Some(thrown), _) => SuffixEnd::Threw(thrown),
            (None, Some(stuck)) if end == End::Deadlock => SuffixEnd::Stuck(stuck),
            (None, Some(_)) => SuffixEnd::CutOff,
            (None, None) => SuffixEnd::Finished,
        };
        Some(SuffixOutcome { results, end })
    }

    /// Everything before has ended, so who waits there waits for ever.
    fn afterwards(&mut self) -> Option<SuffixOutcome> {
        let mut outcome = self.suffix(End::Deadlock)?;
        if matches!(&outcome.end, SuffixEnd::Stuck(stuck) if stuck.waits == Waits::Turn) {
            outcome.end = SuffixEnd::CutOff;
        }
        Some(outcome)
    }

    fn helper(&mut self) -> Option<HelperOutcome> {
        let name = self.string()?.unwrap_or_default();
        Some(HelperOutcome {
            name,
            uncaught: self.thrown()?,
            stuck: self.stuck()?,
        })
    }

    fn stuck(&mut self) -> Option<Option<Stuck>> {
        let waits = match self.u8()? {
            0 => return Some(None),
            2 => Waits::Lock,
            3 => Waits::Notification,
            4 => Waits::Permit,
            _ => Waits::Turn,
        };
        let (object, owner) = match self.u8()? {
            0 => (None, None),
            _ => (
                Some(self.value()?),
                u8::try_from(self.i32()?).ok().map(ThreadId),
            ),
        };
        Some(Some(Stuck {
            waits,
            object,
            owner,
            frames: self.frames()?,
        }))
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.u8()? {
            b'0' => Value::Null,
            b'=' => Value::Plain {
                class: self.string()??,
                text: self.string()??,
            },
            b'l' => Value::Listing {
                text: self.string()??,
            },
            b'e' => Value::Enum {
                class: self.string()??,
                name: self.string()??,
            },
            ordered @ (b'[' | b'{') => {
                let class = in_any_process(&self.string()??);
                let length = self.i32()? as u32;
                let mut elements: Vec<Value> = (0..self.u16()?)
                    .map(|_| self.value())
                    .collect::<Option<_>>()?;
                if ordered == b'{' {
                    elements.sort_unstable();
                }
                Value::Collection {
                    class,
                    elements,
                    length,
                }
            }
            _ => Value::Object {
                class: in_any_process(&self.string()??),
                variable: u16::try_from(self.i32()?).ok().map(VarId),
            },
        })
    }

    fn thrown(&mut self) -> Option<Option<Thrown>> {
        if self.u8()? == 0 {
            return Some(None);
        }
        Some(Some(Thrown {
            class: self.string()??,
            message: self.string()?,
            frames: self.frames()?,
        }))
    }

    fn frames(&mut self) -> Option<Vec<Frame>> {
        (0..self.u16()?)
            .map(|_| {
                Some(Frame {
                    class: self.string()??,
                    method: self.string()??,
                    file: self.string()?,
                    line: u32::try_from(self.i32()?).ok(),
                })
            })
            .collect()
    }
}
