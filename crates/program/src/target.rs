//! What the user pointed at: a JDK class, a jar, a directory, a Maven coordinate, or a factory of the JDK.
//!
//! Only the spelling is decided here. Turning a coordinate into files is Maven's work, and finding the class is
//! `Program`'s.

use std::path::{Path, PathBuf};

use crate::name::ClassName;

/// A TARGET argument, told apart by its spelling and by what exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A jar or a directory of classes.
    Path(PathBuf),
    /// A Maven coordinate `group:artifact:version`.
    Coordinate(String),
    /// A class that the JDK (or the class path given besides) has.
    Class(ClassName),
    /// A static method that makes the objects to test: `java.util.Collections#synchronizedMap(java.util.Map)`.
    Factory {
        /// The class that has the method.
        class: ClassName,
        /// The method's name.
        method: String,
        /// The parameter types as written, or nothing if no parentheses were written.
        parameters: Option<Vec<String>>,
    },
}

impl Target {
    /// Reads a TARGET argument.
    ///
    /// What exists as a file or directory is a path. So is what can only be meant as one (a `/`, or the ending `.jar`),
    /// so that a mistyped file name is reported as a missing file and not as a missing class.
    pub fn parse(text: &str) -> Self {
        if Path::new(text).exists() || text.contains('/') || text.ends_with(".jar") {
            return Self::Path(PathBuf::from(text));
        }
        if let Some((class, method)) = text.split_once('#') {
            return Self::factory(class, method);
        }
        if text.contains(':') {
            return Self::Coordinate(text.to_owned());
        }
        Self::Class(ClassName::from_binary(text))
    }

    fn factory(class: &str, method: &str) -> Self {
        let (name, parameters) = match method.split_once('(') {
            Some((name, rest)) => {
                let list = rest.trim_end_matches(')').trim();
                let types = list.split(',').map(|one| one.trim().to_owned());
                (name, Some(types.filter(|one| !one.is_empty()).collect()))
            }
            None => (method, None),
        };
        Self::Factory {
            class: ClassName::from_binary(class),
            method: name.to_owned(),
            parameters,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        assert_eq!(
            Target::parse("java.lang.StringBuffer"),
            Target::Class(ClassName::from_binary("java.lang.StringBuffer"))
        );
        assert_eq!(
            Target::parse("commons-dbcp:commons-dbcp:1.4"),
            Target::Coordinate("commons-dbcp:commons-dbcp:1.4".into())
        );
        assert_eq!(
            Target::parse("no-such.jar"),
            Target::Path("no-such.jar".into())
        );
        assert_eq!(
            Target::parse("build/classes"),
            Target::Path("build/classes".into())
        );
        assert_eq!(Target::parse("src"), Target::Path("src".into()));
    }

    #[test]
    fn factories() {
        assert_eq!(
            Target::parse("java.util.Map#entry(java.lang.Object, java.lang.Object)"),
            Target::Factory {
                class: ClassName::from_binary("java.util.Map"),
                method: "entry".into(),
                parameters: Some(vec!["java.lang.Object".into(), "java.lang.Object".into()]),
            }
        );
        assert_eq!(
            Target::parse("java.util.List#of()"),
            Target::Factory {
                class: ClassName::from_binary("java.util.List"),
                method: "of".into(),
                parameters: Some(vec![]),
            }
        );
        assert!(matches!(
            Target::parse("java.util.List#of"),
            Target::Factory {
                parameters: None,
                ..
            }
        ));
    }
}
