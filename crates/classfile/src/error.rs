//! What can be wrong with a class file.

/// The bytes at `offset` are not what the format asks for there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{expected} expected at byte {offset}")]
pub struct Error {
    /// Where, counted in bytes from the start of the class file.
    pub offset: usize,
    /// What should have been there.
    pub expected: &'static str,
}

impl Error {
    pub(crate) fn new(offset: usize, expected: &'static str) -> Self {
        Self { offset, expected }
    }
}
