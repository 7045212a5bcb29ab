//! Names of variables, for people.

use std::collections::{BTreeMap, BTreeSet};

use crate::test::{Test, VarId};
use crate::types::JavaType;

/// A name for every variable of a test. Names are distinct and legal in Java.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VariableNames(BTreeMap<VarId, String>);

impl VariableNames {
    /// Names every variable after its type: `stringBuffer1`, `int2`.
    pub fn derived(test: &Test) -> Self {
        let mut names = Self::default();
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for call in test.calls() {
            if let (Some(variable), Some(java_type)) = (call.result, call.callee.result_type()) {
                let base = base_name(&java_type);
                let count = counts.entry(base.clone()).or_default();
                *count += 1;
                names.0.insert(variable, format!("{base}{count}"));
            }
        }
        names
    }

    /// Takes names that were written by a person; a variable without a usable one gets a derived one.
    pub(crate) fn written(test: &Test, written: BTreeMap<VarId, String>) -> Self {
        let mut names = Self::derived(test);
        let mut taken = BTreeSet::new();
        for (variable, name) in written {
            if is_identifier(&name) && !taken.contains(&name) {
                taken.insert(name.clone());
                names.0.insert(variable, name);
            }
        }
        // A derived name gives way to a written one.
        let mut seen = BTreeSet::new();
        for name in names.0.values_mut() {
            while !seen.insert(name.clone()) {
                name.push('_');
            }
        }
        names
    }

    /// The name of a variable; `v7` for one that the test does not define.
    pub fn of(&self, variable: VarId) -> String {
        self.0
            .get(&variable)
            .cloned()
            .unwrap_or_else(|| variable.to_string())
    }
}

/// `java.util.Map$Entry[]` gives `entryArray`. A digit follows, so keywords are no danger.
fn base_name(java_type: &JavaType) -> String {
    match java_type {
        JavaType::Array(element) => format!("{}Array", base_name(element)),
        JavaType::Object(class) => {
            let simple = class.simple();
            let last = simple
                .rsplit('$')
                .find(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()));
            let letters: String = last
                .unwrap_or("object")
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            // URLConnection gives urlConnection: the run of capitals but for the one that starts a word.
            let capitals = letters.bytes().take_while(u8::is_ascii_uppercase).count();
            let lowered = if capitals > 1 && capitals < letters.len() {
                capitals - 1
            } else {
                capitals
            };
            let mut name = letters[..lowered].to_ascii_lowercase() + &letters[lowered..];
            // Otherwise the 1 of Foo1's second variable would run into Foo's twelfth.
            if name.ends_with(|c: char| c.is_ascii_digit()) {
                name.push('_');
            }
            name
        }
        primitive => primitive.to_string(),
    }
}

/// Whether Java takes the name for a variable. Letters outside ASCII are refused: `javac` depends on the encoding for them.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
        && name != "_"
        && !KEYWORDS.contains(&name)
}

/// Words that cannot name a variable (JLS 3.9, 3.10), `var` and its like left out because they can.
const KEYWORDS: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ClassName;

    #[test]
    fn names_follow_types() {
        let object = |name: &str| base_name(&JavaType::Object(ClassName::new(name).unwrap()));
        assert_eq!(object("java.lang.StringBuffer"), "stringBuffer");
        assert_eq!(object("java.net.URLConnection"), "urlConnection");
        assert_eq!(object("java.net.URI"), "uri");
        assert_eq!(object("java.util.Map$Entry"), "entry");
        assert_eq!(object("a.B$1"), "b");
        assert_eq!(object("a.Utf8"), "utf8_");
        assert_eq!(
            base_name(&JavaType::Array(Box::new(JavaType::Int))),
            "intArray"
        );
    }
}
