//! The spelling of a coordinate.

use std::fmt;
use std::str::FromStr;

/// `group:artifact:version`, or `group:artifact:version:classifier`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Coordinate {
    group: String,
    artifact: String,
    version: String,
    classifier: Option<String>,
}

impl Coordinate {
    /// `commons-dbcp` of `commons-dbcp:commons-dbcp:1.4`.
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The name of the artifact within its group.
    pub fn artifact(&self) -> &str {
        &self.artifact
    }

    /// The one version it names.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What tells apart several jars of one artifact: `jdk15`, `tests`.
    pub fn classifier(&self) -> Option<&str> {
        self.classifier.as_deref()
    }

    /// What its jar is called in every repository.
    pub(super) fn file_name(&self) -> String {
        let classifier = self
            .classifier
            .iter()
            .map(|classifier| format!("-{classifier}"));
        format!(
            "{}-{}{}.jar",
            self.artifact,
            self.version,
            classifier.collect::<String>()
        )
    }

    /// Whether the version stands for something that is still being built.
    pub(super) fn is_snapshot(&self) -> bool {
        self.version.ends_with("-SNAPSHOT")
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)?;
        self.classifier
            .iter()
            .try_for_each(|classifier| write!(f, ":{classifier}"))
    }
}

impl FromStr for Coordinate {
    type Err = MalformedCoordinate;

    fn from_str(text: &str) -> Result<Coordinate, MalformedCoordinate> {
        let malformed = |problem| MalformedCoordinate {
            text: text.to_owned(),
            problem,
        };
        let parts: Vec<&str> = text.split(':').collect();
        let (&[group, artifact, version], classifier) = match parts.as_slice() {
            [first @ .., classifier] if first.len() == 3 => (
                first
                    .first_chunk::<3>()
                    .ok_or_else(|| malformed(Problem::Parts))?,
                Some(classifier),
            ),
            parts => (
                <&[&str; 3]>::try_from(parts).map_err(|_| malformed(Problem::Parts))?,
                None,
            ),
        };
        for part in [group, artifact, version].iter().chain(classifier) {
            check_part(part).map_err(malformed)?;
        }
        if version == "LATEST" || version == "RELEASE" {
            return Err(malformed(Problem::NoVersion));
        }
        Ok(Coordinate {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            classifier: classifier.map(|classifier| (*classifier).to_owned()),
        })
    }
}

/// Maven's own rule for ids, and the characters that occur in versions besides; none of them means
/// anything in XML or in a file name.
fn check_part(part: &str) -> Result<(), Problem> {
    if part.is_empty() {
        return Err(Problem::Empty);
    }
    let stray = part
        .chars()
        .find(|&c| !(c.is_ascii_alphanumeric() || "._-+~".contains(c)));
    stray.map_or(Ok(()), |stray| Err(Problem::Character(stray)))
}

/// Whether `text` could be the version in a coordinate: what people publish begins with a digit, or
/// has one.
pub(super) fn looks_like_version(text: &str) -> bool {
    check_part(text).is_ok() && text.contains(|c: char| c.is_ascii_digit())
}

/// Whether `text` could be a group or an artifact.
pub(super) fn looks_like_id(text: &str) -> bool {
    check_part(text).is_ok()
}

/// A text with colons that is no coordinate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text} is not a Maven coordinate: {problem}")]
pub struct MalformedCoordinate {
    text: String,
    problem: Problem,
}

impl MalformedCoordinate {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        "write group:artifact:version, as in commons-dbcp:commons-dbcp:1.4, or \
         group:artifact:version:classifier"
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("it needs three parts, or four with a classifier")]
    Parts,
    #[error("one of its parts is empty")]
    Empty,
    #[error("{0:?} is not allowed in it")]
    Character(char),
    #[error("it must name one version, not whatever is the newest")]
    NoVersion,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_and_four_parts() {
        let plain: Coordinate = "commons-dbcp:commons-dbcp:1.4"
            .parse()
            .expect("well-formed");
        assert_eq!(
            (plain.group(), plain.artifact()),
            ("commons-dbcp", "commons-dbcp")
        );
        assert_eq!((plain.version(), plain.classifier()), ("1.4", None));
        let classified: Coordinate = "net.sf.json-lib:json-lib:2.4:jdk15"
            .parse()
            .expect("well-formed");
        assert_eq!(classified.classifier(), Some("jdk15"));
        assert_eq!(classified.to_string(), "net.sf.json-lib:json-lib:2.4:jdk15");
    }

    #[test]
    fn malformed_ones_say_what_is_wrong() {
        for (text, problem) in [
            ("a:b", Problem::Parts),
            ("a", Problem::Parts),
            ("a:b:1:c:d", Problem::Parts),
            ("a::1", Problem::Empty),
            (":b:1", Problem::Empty),
            ("a:b:1:", Problem::Empty),
            ("a:b:[1,2)", Problem::Character('[')),
            ("a:<b/>:1", Problem::Character('<')),
            ("../a:b:1", Problem::Character('/')),
            ("a:b:LATEST", Problem::NoVersion),
        ] {
            let error = Coordinate::from_str(text).expect_err(text);
            assert_eq!(error.problem, problem, "{text}");
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    #[test]
    fn snapshots_are_told_apart() {
        let snapshot = |text: &str| {
            Coordinate::from_str(text)
                .expect("well-formed")
                .is_snapshot()
        };
        assert!(snapshot("a:b:1.0-SNAPSHOT"));
        assert!(!snapshot("a:b:1.0"));
    }
}
