//! Java version strings, in the order `java.lang.Runtime.Version` gives them.

use std::cmp::Ordering;
use std::fmt;

/// The release number people mean by "Java 17".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureVersion(u16);

impl FeatureVersion {
    /// The release `number`.
    pub const fn new(number: u16) -> FeatureVersion {
        FeatureVersion(number)
    }

    /// The bare number.
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Display for FeatureVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A full version such as `17.0.15+6-Debian-1deb12u1`, `26-ea+12` or the old `1.8.0_392`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaVersion {
    feature: FeatureVersion,
    /// What follows the feature number: interim, update, patch.
    rest: Vec<u32>,
    /// `ea` and the like: such a build precedes the release of the same number.
    pre_release: Option<String>,
    build: Option<u32>,
    text: String,
}

impl JavaVersion {
    /// Reads a version string; `None` if it does not begin with a number.
    pub fn parse(text: &str) -> Option<JavaVersion> {
        let text = text.trim();
        let number_end = text
            .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_'))
            .unwrap_or(text.len());
        let (numbers, tail) = text.split_at(number_end);
        let mut numbers = numbers
            .split(['.', '_'])
            .map(str::parse::<u32>)
            .collect::<Result<Vec<_>, _>>()
            .ok()?;
        // Up to Java 8 the feature number was the second one.
        if numbers.len() > 1 && numbers[0] == 1 {
            numbers.remove(0);
        }
        let feature = FeatureVersion(u16::try_from(numbers.remove(0)).ok()?);
        let (pre_release, build) = match tail.split_once('+') {
            Some((pre, build)) => (pre.strip_prefix('-'), leading_number(build)),
            // Without a plus sign, what follows the dash is a pre-release name or free text; only a name has letters alone.
            None => (
                tail.strip_prefix('-')
                    .filter(|pre| pre.chars().all(|c| c.is_ascii_alphabetic())),
                None,
            ),
        };
        let pre_release = pre_release.filter(|pre| !pre.is_empty()).map(str::to_owned);
        Some(JavaVersion {
            feature,
            rest: numbers,
            pre_release,
            build,
            text: text.to_owned(),
        })
    }

    /// The release number.
    pub fn feature(&self) -> FeatureVersion {
        self.feature
    }

    /// The string as it was read.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

impl fmt::Display for JavaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Ord for JavaVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        self.feature
            .cmp(&other.feature)
            .then_with(|| self.rest.cmp(&other.rest))
            .then_with(|| self.pre_release.is_none().cmp(&other.pre_release.is_none()))
            .then_with(|| self.pre_release.cmp(&other.pre_release))
            .then_with(|| self.build.cmp(&other.build))
            .then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for JavaVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> JavaVersion {
        JavaVersion::parse(text).unwrap_or_else(|| panic!("{text} should parse"))
    }

    #[test]
    fn feature_numbers_of_all_spellings() {
        for (text, feature) in [
            ("1.8.0_392", 8),
            ("1.8.0_392-b08", 8),
            ("9", 9),
            ("11.0.22", 11),
            ("17.0.15+6-Debian-1deb12u1", 17),
            ("25.0.3+9-LTS", 25),
            ("26-ea+12", 26),
            ("21-internal-adhoc", 21),
        ] {
            assert_eq!(
                version(text).feature(),
                FeatureVersion::new(feature),
                "{text}"
            );
        }
    }

    #[test]
    fn order_is_that_of_the_releases() {
        let ordered = [
            "1.8.0_392",
            "9",
            "11.0.9",
            "11.0.22+7",
            "17-ea+1",
            "17+35",
            "17.0.2+8",
            "17.0.10+6",
            "17.0.10+7-LTS",
            "25.0.3+9",
            "26-ea+12",
        ];
        let mut shuffled: Vec<_> = ordered.iter().rev().map(|text| version(text)).collect();
        shuffled.sort();
        let sorted: Vec<_> = shuffled.iter().map(JavaVersion::as_str).collect();
        assert_eq!(sorted, ordered);
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", "GraalVM", "-17", "..", "1.", "99999999999"] {
            assert_eq!(JavaVersion::parse(text), None, "{text:?}");
        }
    }
}
