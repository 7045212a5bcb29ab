//! What a class path contained, as numbers to compare later.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use raddle_program::name::ClassName;
use raddle_program::program::Program;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A hash of a file's or a folder's content: XXH3, 64 bits. It tells that something changed, not who changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(u64);

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("xxh3:{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text
            .strip_prefix("xxh3:")
            .filter(|digits| digits.len() == 16);
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        number.map(Self).ok_or_else(|| {
            de::Error::custom(format_args!(
                "`{text}` is no content hash like xxh3:0123456789abcdef"
            ))
        })
    }
}

/// An entry of the class path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The jar or directory.
    pub path: PathBuf,
    /// What it contained: the jar's bytes, or those of all class files in the directory.
    pub hash: ContentHash,
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be read: {error}", path.display())]
pub struct HashError {
    path: PathBuf,
    error: io::Error,
}

/// What is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A class path entry is gone.
    Missing(PathBuf),
    /// A class path entry has another content.
    Content(PathBuf),
    /// The class under test has another content, wherever it comes from.
    Class(String),
    /// The class under test is gone.
    NoClass(String),
    /// Another version of the JDK is used.
    Jdk {
        /// What it was.
        was: String,
        /// What it is.
        is: String,
    },
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{} is gone", path.display()),
            Self::Content(path) => write!(
                f,
                "{} has changed since the violation was found",
                path.display()
            ),
            Self::Class(class) => write!(
                f,
                "the class {class} has changed since the violation was found"
            ),
            Self::NoClass(class) => write!(f, "the class {class} is gone"),
            Self::Jdk { was, is } => write!(
                f,
                "the violation was found on JDK {was}, and this is JDK {is}"
            ),
        }
    }
}

impl Entry {
    /// An entry as it is now.
    pub fn of(path: &Path) -> Result<Self, HashError> {
        let hash = if path.is_dir() {
            directory(path)?
        } else {
            file(path)?
        };
        Ok(Self {
            path: path.to_owned(),
            hash,
        })
    }

    /// How the entry differs from what it was.
    pub fn change(&self) -> Option<Change> {
        match Self::of(&self.path) {
            Ok(now) if now.hash == self.hash => None,
            Ok(_) => Some(Change::Content(self.path.clone())),
            Err(_) => Some(Change::Missing(self.path.clone())),
        }
    }
}

/// The bytes of a class, wherever it comes from.
pub fn class(program: &Program, class: &str) -> Option<ContentHash> {
    let class = program.class(&ClassName::from_binary(class)).ok()?;
    Some(ContentHash(xxh3_64(class.bytes())))
}

/// A hash of a text.
pub fn text(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

fn file(path: &Path) -> Result<ContentHash, HashError> {
    let bytes = fs::read(path).map_err(|error| HashError {
        path: path.to_owned(),
        error,
    })?;
    Ok(ContentHash(xxh3_64(&bytes)))
}

/// All class files, in the order of their names; nothing else in a directory is part of the program.
fn directory(root: &Path) -> Result<ContentHash, HashError> {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    files.sort();
    let mut hash = Xxh3::new();
    for path in files {
        let bytes = fs::read(&path).map_err(|error| HashError {
            path: path.clone(),
            error,
        })?;
        let name = path.strip_prefix(root).unwrap_or(&path);
        hash.update(name.as_os_str().as_encoded_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    Ok(ContentHash(hash.digest()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), HashError> {
    let failed = |error| HashError {
        path: folder.to_owned(),
        error,
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // A link is followed to a file but not to a folder, so that there are no circles.
        let is_folder = entry.file_type().map_err(failed)?.is_dir();
        let path = entry.path();
        if is_folder {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "class") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_class_file_is_noticed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("a")).expect("created");
        let class = folder.path().join("a").join("B.class");
        fs::write(&class, "one").expect("written");
        let entry = Entry::of(folder.path()).expect("readable");
        fs::write(folder.path().join("readme.txt"), "new").expect("written");
        assert_eq!(entry.change(), None);
        fs::write(&class, "two").expect("written");
        assert_eq!(
            entry.change(),
            Some(Change::Content(folder.path().to_owned()))
        );
        let jar = Entry::of(&class).expect("readable");
        fs::remove_file(&class).expect("removed");
        assert_eq!(jar.change(), Some(Change::Missing(class)));
    }

    #[test]
    fn hashes_survive_being_written_down() {
        let hash = ContentHash(0x0123_4567_89ab_cdef);
        let text = serde_json::to_string(&hash).expect("serializable");
        assert_eq!(text, "\"xxh3:0123456789abcdef\"");
        assert_eq!(
            serde_json::from_str::<ContentHash>(&text).expect("deserializable"),
            hash
        );
        assert!(serde_json::from_str::<ContentHash>("\"xxh3:0\"").is_err());
    }
}
