//! What the user wants tested, and with what.

use std::convert::Infallible;
use std::str::FromStr;

use raddle_program::member::Method;
use raddle_program::name::ClassName;

/// What the user wants tested, and with what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Only methods that one of these matches are tested; all if there is none.
    pub methods: Vec<Pattern>,
    /// Methods that one of these matches are not tested.
    pub exclude: Vec<Pattern>,
    /// Classes whose public static methods come first where they give what is needed.
    pub provide: Vec<ClassName>,
}

impl Options {
    /// The same for every method that is not excluded.
    pub(crate) fn with_all_methods(&self) -> Self {
        Self {
            methods: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether the method is to be tested.
    pub(crate) fn selects(&self, method: &Method) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(method));
        (self.methods.is_empty() || matches(&self.methods)) && !matches(&self.exclude)
    }
}

/// Chooses methods by name (`put*`) or with their parameters (`put(*, int)`): `*` stands for anything, `?` for one character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

impl FromStr for Pattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.split_whitespace().collect()))
    }
}

impl Pattern {
    /// Whether the method is chosen.
    pub fn matches(&self, method: &Method) -> bool {
        if !self.0.contains('(') {
            return glob(self.0.as_bytes(), method.name().as_bytes());
        }
        let parameters: Vec<String> = method
            .parameters()
            .iter()
            .map(ToString::to_string)
            .collect();
        let signature = format!("{}({})", method.name(), parameters.join(","));
        glob(self.0.as_bytes(), signature.as_bytes())
    }
}

/// Matches with one step back: only the last `*` can need another try.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(b'?') => {
                p += 1;
                t += 1;
            }
            Some(byte) if *byte == text[t] => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((at, from)) = star else {
                    return false;
                };
                star = Some((at, from + 1));
                p = at + 1;
                t = from + 1;
            }
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        let matches = |pattern: &str, text: &str| glob(pattern.as_bytes(), text.as_bytes());
        assert!(matches("put*", "putAll"));
        assert!(matches("*", ""));
        assert!(matches("*All*", "removeAll"));
        assert!(matches("ge?", "get"));
        assert!(matches("*a*b", "xaxbxab"));
        assert!(!matches("put", "putAll"));
        assert!(!matches("ge?", "ge"));
        assert!(!matches("*a*b", "xaxbx"));
    }
}
