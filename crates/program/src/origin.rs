//! Where a class file was found.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

/// Where a class file was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// In a module of the JDK.
    Jdk {
        /// `java.base`.
        module: Arc<str>,
    },
    /// In a jar of the class path.
    Jar {
        /// The jar's file.
        path: Arc<Path>,
    },
    /// In a directory of the class path.
    Directory {
        /// The root directory, not the package's.
        path: Arc<Path>,
    },
}

impl Origin {
    /// Whether the class is the JDK's own.
    pub fn is_jdk(&self) -> bool {
        matches!(self, Self::Jdk { .. })
    }
}

/// As error messages name it.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Jdk { module } => write!(f, "the JDK's module {module}"),
            Self::Jar { path } | Self::Directory { path } => path.display().fmt(f),
        }
    }
}
