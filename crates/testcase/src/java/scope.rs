//! How classes are called in source: imported where that is unambiguous, in full where it is not.

use std::collections::{BTreeMap, BTreeSet};

use crate::types::{ClassName, JavaType};

/// Names classes and remembers which it was asked for.
///
/// What can be imported is known only when all names are known. So a text is rendered twice: once to collect, once to keep.
#[derive(Debug, Default)]
pub(super) struct Scope {
    style: Style,
    /// The top-level classes asked for: packages by simple name.
    asked: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Nothing is known yet.
    #[default]
    Collecting,
    /// All names were collected before.
    Final,
    /// No package is ever named.
    Simple,
}

impl Scope {
    /// A scope that leaves out packages, whatever that hides.
    pub(super) fn simple() -> Self {
        Self {
            style: Style::Simple,
            ..Self::default()
        }
    }

    /// Whether this is for a text that need not compile.
    pub(super) fn is_simple(&self) -> bool {
        self.style == Style::Simple
    }

    /// Renders with the right names, given a function that renders with any.
    pub(super) fn settle(
        mut render: impl FnMut(&mut Self) -> String,
        own_class: &str,
    ) -> (String, Vec<String>) {
        let mut scope = Self::default();
        scope
            .asked
            .entry(own_class.to_owned())
            .or_default()
            .insert(String::new());
        render(&mut scope);
        scope.style = Style::Final;
        let text = render(&mut scope);
        (text, scope.imports())
    }

    /// The source name of a class, nested classes with dots.
    pub(super) fn class(&mut self, class: &ClassName) -> String {
        let path = source_path(class.simple());
        let top = path.split('.').next().unwrap_or_default().to_owned();
        let package = class.package();
        let packages = self.asked.entry(top).or_default();
        packages.insert(package.to_owned());
        if package.is_empty() || self.style == Style::Simple || packages.len() == 1 {
            path
        } else {
            format!("{package}.{path}")
        }
    }

    /// The source name of a class in java.lang.
    pub(super) fn lang(&mut self, simple: &str) -> String {
        match ClassName::new(&format!("java.lang.{simple}")) {
            Ok(class) => self.class(&class),
            Err(_) => simple.to_owned(),
        }
    }

    pub(super) fn java_type(&mut self, java_type: &JavaType) -> String {
        match java_type {
            JavaType::Object(class) => self.class(class),
            JavaType::Array(element) => format!("{}[]", self.java_type(element)),
            primitive => primitive.to_string(),
        }
    }

    /// What has to be imported, in order.
    fn imports(&self) -> Vec<String> {
        let mut imports: Vec<String> = self
            .asked
            .iter()
            .filter(|(_, packages)| packages.len() == 1)
            .flat_map(|(top, packages)| packages.iter().map(move |package| (top, package)))
            .filter(|(_, package)| !package.is_empty() && *package != "java.lang")
            .map(|(top, package)| format!("{package}.{top}"))
            .collect();
        imports.sort();
        imports
    }
}

/// `Map$Entry` is `Map.Entry`. A `$` that no letter follows, or that comes first, belongs to the name itself.
fn source_path(simple: &str) -> String {
    let mut path = String::with_capacity(simple.len());
    let mut rest = simple.chars().peekable();
    while let Some(c) = rest.next() {
        let nests = c == '$'
            && !path.is_empty()
            && !path.ends_with('.')
            && rest.peek().is_some_and(|next| next.is_alphabetic());
        path.push(if nests { '.' } else { c });
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_get_dots() {
        assert_eq!(source_path("Map$Entry"), "Map.Entry");
        assert_eq!(source_path("A$B$C"), "A.B.C");
        assert_eq!(source_path("None$"), "None$");
        assert_eq!(source_path("$Gson$Types"), "$Gson.Types");
        assert_eq!(source_path("A$1"), "A$1");
    }
}
