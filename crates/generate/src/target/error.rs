//! Why there is nothing to test.

use raddle_program::error::ClassError;
use raddle_program::name::ClassName;
use thiserror::Error;

/// Why there is nothing to test.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The class, or one above it, cannot be read.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The class has no static method of that name and those parameters that returns an object.
    #[error("{class} has no public static method {method} that returns an object{}", offer(.candidates))]
    NoFactory {
        /// The class.
        class: ClassName,
        /// The method as the user wrote it.
        method: String,
        /// What there is of that name.
        candidates: Vec<String>,
    },
    /// No member of any class gives an instance.
    #[error(
        "nothing public on the class path gives an instance of {class}; give one with --provide"
    )]
    NoInstance {
        /// The class.
        class: ClassName,
    },
    /// No method is left to call.
    #[error("no method of {class} is left to test; look at --methods and --exclude")]
    NoMethods {
        /// The class.
        class: ClassName,
    },
}

fn offer(candidates: &[String]) -> String {
    match candidates {
        [] => String::new(),
        some => format!("; there is {}", some.join(" and ")),
    }
}
