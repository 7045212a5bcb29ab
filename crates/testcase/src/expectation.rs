//! What executions of a test can come to, and what a subject says it must come to.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::constant::{Constant, JavaString};
use crate::types::ClassName;

/// The end of one call of a suffix, as text. A suffix's list of them ends with the first call that did not return.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "String")]
pub enum CallResult {
    /// Returned. The text is the value as Java source would write it (`1`, `true`, `'c'`, `"text"`, `null`), `void`, or the
    /// class of an object that is none of these.
    Returned(String),
    /// Threw an exception of exactly this class.
    Threw(ClassName),
    /// Can never go on: deadlocked, or waiting for what no one will do.
    Stuck,
    /// Went on and on until the step limit.
    Endless,
}

impl CallResult {
    /// A call that returned nothing.
    pub fn void() -> Self {
        Self::Returned("void".to_owned())
    }

    /// A call that returned a primitive, a string or null. Numbers carry no suffix: `1` is an `int` or a `long`.
    pub fn value(value: &Constant) -> Self {
        Self::Returned(match value {
            Constant::Null => "null".to_owned(),
            Constant::Boolean(value) => value.to_string(),
            Constant::Byte(value) => value.to_string(),
            Constant::Short(value) => value.to_string(),
            Constant::Int(value) => value.to_string(),
            Constant::Long(value) => value.to_string(),
            Constant::Float(value) => {
                float_text(f64::from(value.get()), format!("{:?}", value.get()))
            }
            Constant::Double(value) => float_text(value.get(), format!("{:?}", value.get())),
            Constant::Char(unit) => format!("'{}'", escape(&[*unit], '\'')),
            Constant::String(string) => format!("\"{}\"", escape(string.units(), '"')),
            Constant::Class(class) => format!("{class}.class"),
        })
    }

    /// A call that returned an object, told by its class as in Java source: `java.util.ArrayList`, `int[]`.
    pub fn object(class: &str) -> Self {
        Self::Returned(class.to_owned())
    }
}

/// Infinities and NaN get Java's names.
fn float_text(value: f64, finite: String) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 {
            "Infinity".to_owned()
        } else {
            "-Infinity".to_owned()
        }
    } else {
        finite
    }
}

/// UTF-16 units with Java's escapes, so that any string is printable ASCII between quotes.
pub(crate) fn escape(units: &[u16], quote: char) -> String {
    let mut text = String::new();
    for &unit in units {
        match char::from_u32(u32::from(unit)) {
            Some('\n') => text.push_str("\\n"),
            Some('\r') => text.push_str("\\r"),
            Some('\t') => text.push_str("\\t"),
            Some('\\') => text.push_str("\\\\"),
            Some(c) if c == quote => {
                text.push('\\');
                text.push(c);
            }
            Some(c @ ' '..='~') => text.push(c),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text
}

impl fmt::Display for CallResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(text) => f.write_str(text),
            Self::Threw(class) => write!(f, "throws {class}"),
            Self::Stuck => f.write_str("stuck"),
            Self::Endless => f.write_str("endless"),
        }
    }
}

impl From<CallResult> for String {
    fn from(result: CallResult) -> Self {
        result.to_string()
    }
}

impl TryFrom<Value> for CallResult {
    type Error = String;

    /// Text as it is displayed; or a JSON number, boolean or null; or `{"string": "text"}`.
    fn try_from(value: Value) -> Result<Self, String> {
        let text = match &value {
            Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::String(text) => text.clone(),
            Value::Object(object) if object.len() == 1 => match object.get("string") {
                Some(Value::String(text)) => {
                    return Ok(Self::value(&Constant::String(JavaString::from(
                        text.as_str(),
                    ))));
                }
                _ => return Err(format!("{value} is not the result of a call")),
            },
            _ => return Err(format!("{value} is not the result of a call")),
        };
        Ok(match text.as_str() {
            "stuck" => Self::Stuck,
            "endless" => Self::Endless,
            "" => return Err("the result of a call cannot be empty".to_owned()),
            other => match other.strip_prefix("throws ") {
                Some(class) => {
                    Self::Threw(ClassName::new(class.trim()).map_err(|error| error.to_string())?)
                }
                None => Self::Returned(text),
            },
        })
    }
}

/// How an execution of a test ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "OutcomeForm", into = "OutcomeForm")]
pub enum Outcome {
    /// Everything that could run did.
    Finished {
        /// The results of each suffix's calls.
        suffixes: Vec<Vec<CallResult>>,
        /// The results of the calls that come afterwards; none if some suffix is stuck.
        afterwards: Vec<CallResult>,
        /// The classes of exceptions that ended threads which the tested code started, sorted.
        uncaught: Vec<ClassName>,
    },
    /// The execution took the JVM with it.
    Worker(WorkerEnd),
}

/// How a JVM can come to an end under a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerEnd {
    /// `System.exit` or `Runtime.halt` was called.
    Exited,
    /// The process crashed.
    Crashed,
    /// The process did not answer any more and was killed.
    Hung,
    /// The process ran out of memory or another resource that the sandbox limits.
    OutOfResources,
}

/// The written form: a bare list where nothing but the suffixes is to be said.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum OutcomeForm {
    Plain(Vec<Vec<CallResult>>),
    InFull {
        suffixes: Vec<Vec<CallResult>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        afterwards: Vec<CallResult>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        uncaught: Vec<ClassName>,
    },
    Worker {
        worker: WorkerEnd,
    },
}

impl From<OutcomeForm> for Outcome {
    fn from(form: OutcomeForm) -> Self {
        match form {
            OutcomeForm::Plain(suffixes) => Self::Finished {
                suffixes,
                afterwards: Vec::new(),
                uncaught: Vec::new(),
            },
            OutcomeForm::InFull {
                suffixes,
                afterwards,
                mut uncaught,
            } => {
                uncaught.sort();
                Self::Finished {
                    suffixes,
                    afterwards,
                    uncaught,
                }
            }
            OutcomeForm::Worker { worker } => Self::Worker(worker),
        }
    }
}

impl From<Outcome> for OutcomeForm {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Finished {
                suffixes,
                afterwards,
                uncaught,
            } if afterwards.is_empty() && uncaught.is_empty() => Self::Plain(suffixes),
            Outcome::Finished {
                suffixes,
                afterwards,
                uncaught,
            } => Self::InFull {
                suffixes,
                afterwards,
                uncaught,
            },
            Outcome::Worker(worker) => Self::Worker { worker },
        }
    }
}

impl fmt::Display for Outcome {
    /// `1, void | throws java.lang.NullPointerException | afterwards 2`, the suffixes apart by bars.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_a_row = |results: &[CallResult]| {
            let texts: Vec<String> = results.iter().map(CallResult::to_string).collect();
            texts.join(", ")
        };
        match self {
            Self::Finished {
                suffixes,
                afterwards,
                uncaught,
            } => {
                let columns: Vec<String> = suffixes.iter().map(|calls| in_a_row(calls)).collect();
                f.write_str(&columns.join(" | "))?;
                if !afterwards.is_empty() {
                    write!(f, " | afterwards {}", in_a_row(afterwards))?;
                }
                if !uncaught.is_empty() {
                    let classes: Vec<&str> = uncaught.iter().map(ClassName::as_str).collect();
                    write!(f, " | uncaught {}", classes.join(", "))?;
                }
                Ok(())
            }
            Self::Worker(WorkerEnd::Exited) => f.write_str("the JVM exited"),
            Self::Worker(WorkerEnd::Crashed) => f.write_str("the JVM crashed"),
            Self::Worker(WorkerEnd::Hung) => f.write_str("the JVM hung"),
            Self::Worker(WorkerEnd::OutOfResources) => f.write_str("the JVM ran out of resources"),
        }
    }
}

/// What exploring a test systematically must find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// With this many preemptions already every outcome is found; more find no other.
    pub preemptions: u32,
    /// Whether all of the outcomes must be found.
    #[serde(default, skip_serializing_if = "Completeness::is_exact")]
    pub found: Completeness,
    /// The outcomes that can happen.
    pub outcomes: BTreeSet<Outcome>,
}

/// How an outcome set is to be compared with what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Completeness {
    /// All of them and nothing else.
    #[default]
    Exactly,
    /// At least one of them and nothing else: it depends on the machine or the JDK which.
    OneOf,
}

impl Completeness {
    fn is_exact(&self) -> bool {
        *self == Self::Exactly
    }
}
