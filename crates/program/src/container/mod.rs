//! Where class files come from: the JDK's image, jars, directories.
//!
//! All three answer the same two questions: the bytes of one class by name, without touching anything else, and all
//! classes they have, in batches that can be read in parallel. Nothing is trusted: sizes are limited before memory is
//! asked for (see [`limits`]), and every complaint names the file.

mod directory;
mod error;
mod image;
mod jar;
mod manifest;
mod reader;

use std::path::{Path, PathBuf};

pub use directory::Directory;
pub use error::ContainerError;
pub use image::JdkImage;
pub use jar::Jar;
pub use manifest::Manifest;

/// Bounds on what a container may make us read. Generous for real programs, small enough to be harmless.
pub mod limits {
    /// The largest class file that is read. The biggest in the JDK has 0.6 MB; javac's limits allow a few more.
    pub const CLASS_BYTES: u64 = 16 << 20;
    /// The largest manifest that is read.
    pub const MANIFEST_BYTES: u64 = 4 << 20;
    /// All classes of one jar together, unpacked.
    pub const JAR_BYTES: u64 = 2 << 30;
    /// The tables at the start of a JDK image; a full JDK 25 has 1.5 MB of them.
    pub const IMAGE_INDEX_BYTES: u64 = 256 << 20;
    /// How many jars one manifest may pull in, directly and indirectly.
    pub const CLASS_PATH_ENTRIES: usize = 10_000;
}

/// One place on the class path.
#[derive(Debug)]
pub enum Container {
    /// The JDK's `lib/modules`.
    Image(JdkImage),
    /// A jar.
    Jar(Jar),
    /// A directory of class files.
    Directory(Directory),
}

/// A class that a container has, and how to find it there again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The internal name, as the container's file name says.
    pub name: Box<str>,
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The number of an image's location.
    Image(u32),
    /// The number of a jar's entry.
    Jar(u32),
    /// A file below a directory, found by its name.
    Directory,
}

impl Container {
    /// Opens a jar or a directory. `release` chooses among the classes of a multi-release jar.
    pub fn open(path: &Path, release: u16) -> Result<Self, ContainerError> {
        let metadata =
            std::fs::metadata(path).map_err(|error| ContainerError::opening(path, error))?;
        if metadata.is_dir() {
            Ok(Self::Directory(Directory::new(path)))
        } else {
            Jar::open(path, release).map(Self::Jar)
        }
    }

    /// The file or directory.
    pub fn path(&self) -> &Path {
        match self {
            Self::Image(image) => image.path(),
            Self::Jar(jar) => jar.path(),
            Self::Directory(directory) => directory.path(),
        }
    }

    /// The bytes of the class with this internal name, if the container has it.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        match self {
            Self::Image(image) => image.read(name),
            Self::Jar(jar) => jar.read(name),
            Self::Directory(directory) => directory.read(name),
        }
    }

    /// Whether the container has a class with this internal name.
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Self::Image(image) => image.contains(name),
            Self::Jar(jar) => jar.contains(name),
            Self::Directory(directory) => directory.contains(name),
        }
    }

    /// All classes, in the order that is cheapest to read them in. `module-info` is not a class.
    pub fn classes(&self) -> Result<Vec<Located>, ContainerError> {
        match self {
            Self::Image(image) => image.classes(),
            Self::Jar(jar) => Ok(jar.classes()),
            Self::Directory(directory) => directory.classes(),
        }
    }

    /// Reads some of the classes that [`Self::classes`] listed, in the order given, and hands each to `visit`.
    ///
    /// Neighbours are read together, so a caller wants to give runs of the list. One class that cannot be read does not
    /// stop the others.
    pub fn scan<'c>(
        &self,
        classes: impl IntoIterator<Item = &'c Located>,
        mut visit: impl FnMut(&'c Located, Result<&[u8], ContainerError>),
    ) {
        match self {
            Self::Image(image) => image.scan(classes, visit),
            Self::Jar(jar) => jar.scan(classes, visit),
            Self::Directory(directory) => {
                for class in classes {
                    let bytes = directory.read(&class.name).and_then(|found| {
                        found.ok_or_else(|| ContainerError::NoSuchFile {
                            path: directory
                                .file_of(&class.name)
                                .unwrap_or_else(|| PathBuf::from(&*class.name)),
                        })
                    });
                    match bytes {
                        Ok(bytes) => visit(class, Ok(&bytes)),
                        Err(error) => visit(class, Err(error)),
                    }
                }
            }
        }
    }
}

/// Whether a file's stem is a class's and not a module's or package's description.
fn is_class_stem(stem: &str) -> bool {
    !stem.is_empty() && stem != "module-info" && stem != "package-info"
}
