//! Why a class could not be rewritten.

/// A class that is left as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The bytes are not a class file that a JVM would take.
    #[error("not a class file that can be rewritten: {0}")]
    Malformed(#[from] raddle_classfile::Error),
    /// The constant pool has no room even for the hooks of the locks.
    #[error("the constant pool has no room for the hooks")]
    PoolFull,
}

/// Why the weaving of a method stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The code, or a table of it, outgrew the format.
    TooLarge,
    /// A 16-bit jump does not reach its target any more.
    TooFar,
    /// Concerns the whole class.
    Class(Error),
}

impl From<raddle_classfile::Error> for Stop {
    fn from(error: raddle_classfile::Error) -> Self {
        Self::Class(error.into())
    }
}

impl From<raddle_classfile::write::Full> for Stop {
    fn from(_: raddle_classfile::write::Full) -> Self {
        Self::Class(Error::PoolFull)
    }
}
