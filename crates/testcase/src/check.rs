//! Whether a test makes sense before anything runs it.
//!
//! Well-definedness is ConTeGe's (section 3): every variable is the result of an earlier call that the user of it can see.
//! On top come arity and primitive types, which a thunk relies on. Whether one class is a subtype of another is not known
//! here; the JVM's checkcast says so at run time.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::constant::Constant;
use crate::test::{Argument, Call, Callee, Test, VarId};
use crate::types::JavaType;

/// A part of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The prefix.
    Prefix,
    /// The suffix of that index, from 0.
    Suffix(usize),
    /// What comes afterwards.
    Afterwards,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix => f.write_str("the prefix"),
            Self::Suffix(index) => write!(f, "suffix {}", index + 1),
            Self::Afterwards => f.write_str("what comes afterwards"),
        }
    }
}

/// A call of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The part that the call is in.
    pub part: Part,
    /// Its index there, from 0.
    pub index: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {} of {}", self.index + 1, self.part)
    }
}

/// Why a test cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// There is nothing to run concurrently.
    #[error("the test has no suffix; give at least one")]
    NoSuffix,
    /// A call is wrong.
    #[error("{position}: {fault}")]
    Call {
        /// Which call.
        position: Position,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What can be wrong with a call.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A variable is used that no earlier call of the prefix or of the same part defines.
    #[error("{0} is not defined by an earlier call of the prefix or of the same suffix")]
    Undefined(VarId),
    /// A variable has two definitions.
    #[error("{0} is already defined; every call defines a variable of its own")]
    DefinedTwice(VarId),
    /// Too few or too many arguments.
    #[error("takes {expected} arguments (a receiver included), but {given} are given")]
    Arity {
        /// How many the callee takes.
        expected: usize,
        /// How many the call has.
        given: usize,
    },
    /// A result is kept of a call that has none.
    #[error("returns void, so no variable can keep its result")]
    VoidResult,
    /// The receiver is the constant null.
    #[error("its receiver is null")]
    NullReceiver,
    /// An argument can never have the parameter's type.
    #[error(
        "argument {number} is {given}, but {expected} is wanted (types must be exact: nothing is widened)"
    )]
    ArgumentType {
        /// Which argument, from 1, the receiver counted.
        number: usize,
        /// What it is.
        given: String,
        /// The parameter's type.
        expected: JavaType,
    },
    /// A constructor's descriptor returns something.
    #[error("a constructor's descriptor must return void (V)")]
    ConstructorReturns,
}

impl Test {
    /// Checks that the test is well-defined and that its calls fit their descriptors.
    pub fn check(&self) -> Result<(), CheckError> {
        if self.suffixes.is_empty() {
            return Err(CheckError::NoSuffix);
        }
        let mut scope = Scope::default();
        scope.enter(Part::Prefix, &self.prefix)?;
        for (index, suffix) in self.suffixes.iter().enumerate() {
            scope.enter(Part::Suffix(index), suffix)?;
        }
        scope.enter(Part::Afterwards, &self.afterwards)
    }
}

/// The variables defined so far, each with the part that defined it and its type.
#[derive(Default)]
struct Scope(Vec<Option<(Part, JavaType)>>);

impl Scope {
    fn enter(&mut self, part: Part, calls: &[Call]) -> Result<(), CheckError> {
        for (index, call) in calls.iter().enumerate() {
            self.call(part, call).map_err(|fault| CheckError::Call {
                position: Position { part, index },
                fault,
            })?;
        }
        Ok(())
    }

    fn call(&mut self, part: Part, call: &Call) -> Result<(), Fault> {
        if let Callee::Constructor { descriptor, .. } = &call.callee
            && descriptor.returns().is_some()
        {
            return Err(Fault::ConstructorReturns);
        }
        let expected = call.callee.argument_types();
        if expected.len() != call.arguments.len() {
            return Err(Fault::Arity {
                expected: expected.len(),
                given: call.arguments.len(),
            });
        }
        for (number, (argument, expected)) in (1..).zip(call.arguments.iter().zip(expected)) {
            let given = match argument {
                Argument::Constant(constant) => {
                    if *constant == Constant::Null && number == 1 && call.callee.has_receiver() {
                        return Err(Fault::NullReceiver);
                    }
                    constant.java_type()
                }
                Argument::Variable(variable) => Some(self.visible(part, *variable)?.clone()),
            };
            if !may_be_passed(given.as_ref(), &expected) {
                let given = given.map_or_else(|| "null".to_owned(), |given| given.to_string());
                return Err(Fault::ArgumentType {
                    number,
                    given,
                    expected,
                });
            }
        }
        let Some(variable) = call.result else {
            return Ok(());
        };
        let result_type = call.callee.result_type().ok_or(Fault::VoidResult)?;
        let index = usize::from(variable.0);
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        if self.0[index].is_some() {
            return Err(Fault::DefinedTwice(variable));
        }
        self.0[index] = Some((part, result_type));
        Ok(())
    }

    fn visible(&self, part: Part, variable: VarId) -> Result<&JavaType, Fault> {
        match self.0.get(usize::from(variable.0)) {
            Some(Some((defined, java_type))) if *defined == part || *defined == Part::Prefix => {
                Ok(java_type)
            }
            _ => Err(Fault::Undefined(variable)),
        }
    }
}

/// Whether an argument of type `given` (`None`: null) can ever be right where `expected` is wanted.
/// Values travel boxed, so a primitive may meet its own box class or one of that class's supertypes, and nothing else.
fn may_be_passed(given: Option<&JavaType>, expected: &JavaType) -> bool {
    match (given, expected) {
        (None, expected) => !expected.is_primitive(),
        (Some(given), expected) if given == expected => true,
        (Some(primitive), JavaType::Object(class)) if primitive.is_primitive() => {
            box_fits(primitive, class.as_str())
        }
        (Some(JavaType::Object(class)), primitive) if primitive.is_primitive() => {
            box_fits(primitive, class.as_str())
        }
        (Some(given), expected) => !given.is_primitive() && !expected.is_primitive(),
    }
}

/// Whether the named class is the primitive's box or a supertype of it.
fn box_fits(primitive: &JavaType, class: &str) -> bool {
    let number = !matches!(primitive, JavaType::Boolean | JavaType::Char);
    primitive.box_class() == Some(class)
        || matches!(
            class,
            "java.lang.Object"
                | "java.lang.Comparable"
                | "java.io.Serializable"
                | "java.lang.constant.Constable"
        )
        || (number && class == "java.lang.Number")
}
