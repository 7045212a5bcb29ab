//! What can be wrong with a file of the class path.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file of the class path, or the JDK's image, that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// Nothing is there.
    #[error("{path} does not exist; check the spelling, or build it first", path = .path.display())]
    NoSuchFile {
        /// The path as given.
        path: PathBuf,
    },
    /// Something is there, but reading fails.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A file that is neither a directory nor a zip archive.
    #[error("{path} is not a jar: it does not start like a zip archive; give a jar, or the root directory of compiled classes", path = .path.display())]
    NotAZip {
        /// The file.
        path: PathBuf,
    },
    /// An archive whose end is missing.
    #[error("{path} is cut off: the jar's table of contents at its end is missing; download or build it again", path = .path.display())]
    TruncatedJar {
        /// The file.
        path: PathBuf,
    },
    /// An archive that contradicts itself.
    #[error("{path} is damaged: {detail}; download or build it again", path = .path.display())]
    DamagedJar {
        /// The file.
        path: PathBuf,
        /// Where and how.
        detail: String,
    },
    /// An archive that would unpack to more than any real program has.
    #[error("{path} would unpack to far more than a program has ({detail}), as zip bombs do; it is not read", path = .path.display())]
    ZipBomb {
        /// The file.
        path: PathBuf,
        /// Which size is over which limit.
        detail: String,
    },
    /// A single file that is too large to be a class.
    #[error("{path} has {size} bytes, no class file has more than {limit}", path = .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// An image that contradicts itself or has a layout we do not know.
    #[error("the JDK's image {path} cannot be read: {detail}; use another JDK, or install this one again", path = .path.display())]
    DamagedImage {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
}

impl ContainerError {
    /// The error for a file that could not be opened.
    pub(crate) fn opening(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NoSuchFile { path },
            _ => Self::Unreadable { path, source },
        }
    }

    /// The error for a file that could be opened and not read.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        Self::Unreadable {
            path: path.to_owned(),
            source,
        }
    }
}
