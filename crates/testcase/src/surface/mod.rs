//! The form in which people write tests: named variables, Java-like signatures, constants typed by their parameters.
//!
//! `docs/test-format.md` describes it for its users. Reading resolves names and types; it needs no class path, because every
//! signature is complete. Writing uses the short text of a signature wherever reading that text gives the same callee
//! back, and spells out its parts where it does not (Kotlin and Scala have method names with spaces in them).

mod argument;
mod callee;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::check::Position;
use crate::expectation::Expectation;
use crate::signature::SignatureError;
use crate::types::{ClassName, MemberName};

/// What can be wrong with a written test before it is a test.
#[derive(Debug, Error)]
pub enum SurfaceError {
    /// The list of imports is wrong.
    #[error("imports: {0}")]
    Imports(SignatureError),
    /// A call is wrong.
    #[error("{position}: {error}")]
    Call {
        /// Which call.
        position: Position,
        /// What is wrong with it.
        error: CallError,
    },
}

/// What can be wrong with a written call.
#[derive(Debug, Error)]
pub enum CallError {
    /// It is not clear what to do.
    #[error("give exactly one of \"new\", \"call\", \"get\", \"array\" and \"stub\"")]
    Kind,
    /// A key is used that means nothing here.
    #[error("\"{0}\" means nothing in this call")]
    StrayKey(&'static str),
    /// A signature given in parts lacks one.
    #[error("\"{0}\" is missing in the signature")]
    MissingPart(&'static str),
    /// A signature is wrong.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// An instance member has no receiver.
    #[error("needs a receiver in \"on\" (begin the signature with \"static\" if it is static)")]
    NoReceiver,
    /// A variable is used that nothing before defines.
    #[error(
        "no variable '{0}' is defined before (a string constant is written {{\"string\": \"{0}\"}})"
    )]
    UnknownVariable(String),
    /// A variable of that name exists.
    #[error("the variable '{0}' is already defined")]
    DefinedTwice(String),
    /// The wrong number of arguments.
    #[error("takes {expected} arguments in \"args\", but {given} are given")]
    Arity {
        /// How many are wanted.
        expected: usize,
        /// How many are there.
        given: usize,
    },
    /// An argument is no constant of its type.
    #[error("argument {number}: {value} is no {expected}")]
    Constant {
        /// Which argument, from 1.
        number: usize,
        /// What was written.
        value: Value,
        /// What it should be.
        expected: String,
    },
    /// More variables or array elements than a test can have.
    #[error("too many {0}")]
    TooMany(&'static str),
}

/// The whole file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurfaceFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) subject: Option<ClassName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) defect: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) twin: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    imports: Vec<ClassName>,
    #[serde(default)]
    prefix: Vec<SurfaceCall>,
    suffixes: Vec<Vec<SurfaceCall>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    afterwards: Vec<SurfaceCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expect: Option<Expectation>,
}

/// One call. Which keys may stand together depends on what it does.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SurfaceCall {
    #[serde(rename = "let", default, skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    #[serde(rename = "new", default, skip_serializing_if = "Option::is_none")]
    constructor: Option<Signature>,
    #[serde(rename = "call", default, skip_serializing_if = "Option::is_none")]
    method: Option<Signature>,
    #[serde(rename = "get", default, skip_serializing_if = "Option::is_none")]
    field: Option<Signature>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    array: Option<Signature>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stub: Option<Signature>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    methods: Option<Vec<Signature>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    on: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    args: Vec<Value>,
}

/// A signature as in Java, or its parts where a name could not stand in Java source.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Signature {
    Text(String),
    Parts(Parts),
}

/// A signature in parts.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    /// `static`, `interface`, or both; as they begin the text of a signature.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    modifiers: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<ClassName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<MemberName>,
    /// As in a class file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    descriptor: Option<String>,
}
