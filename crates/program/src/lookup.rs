//! Finding the class a person means, and offering the nearest names if there is none.

use std::sync::Arc;

use crate::class::Class;
use crate::error::{LookupError, UnknownClass};
use crate::name::ClassName;
use crate::program::Program;

/// How many names are offered at most.
const OFFERED: usize = 5;

impl Program {
    /// The class that a person named: by its binary name (`java.util.Map$Entry`) or as in source (`java.util.Map.Entry`).
    pub fn lookup(&self, text: &str) -> Result<Arc<Class>, LookupError> {
        let mut spelling = text.trim().replace('.', "/");
        loop {
            if let Some(found) = self.find(&ClassName::from_internal(&spelling)) {
                return Ok(found?);
            }
            // `java.util.Map.Entry`: from the right, each dot may separate a member class from its class.
            match spelling.rfind('/') {
                Some(dot) => spelling.replace_range(dot..=dot, "$"),
                None => break,
            }
        }
        Err(UnknownClass {
            name: text.to_owned(),
            nearest: self.nearest(text.trim()),
        }
        .into())
    }

    /// Existing names that look like `text`, the likeliest first.
    pub fn nearest(&self, text: &str) -> Vec<ClassName> {
        let wanted = Spelling::new(&text.replace('.', "/"));
        let mut ranked: Vec<(usize, bool, usize, ClassName)> = Vec::new();
        for container in self.containers() {
            // What cannot be listed cannot be offered.
            for located in container.classes().unwrap_or_default() {
                let candidate = Spelling::new(&located.name);
                if let Some(distance) = wanted.distance(&candidate) {
                    let name = ClassName::from_internal(&located.name);
                    let hidden = !self.modules().is_exported(name.package());
                    ranked.push((distance, hidden, located.name.len(), name));
                }
            }
        }
        ranked.sort_unstable();
        ranked.dedup_by(|(_, _, _, a), (_, _, _, b)| a == b);
        ranked
            .into_iter()
            .take(OFFERED)
            .map(|(_, _, _, name)| name)
            .collect()
    }
}

/// A name in lower case, split where people make mistakes.
struct Spelling {
    package: String,
    simple: String,
}

impl Spelling {
    fn new(internal: &str) -> Self {
        let lower = internal.to_lowercase();
        let (package, simple) = lower.rsplit_once('/').unwrap_or(("", &lower));
        Self {
            package: package.to_owned(),
            simple: simple.to_owned(),
        }
    }

    /// How far a candidate is from what was typed; nothing if it is too far to be meant.
    ///
    /// A mistake in the class's own name weighs more than one in the package, and who leaves the package out means any.
    fn distance(&self, candidate: &Spelling) -> Option<usize> {
        let last = candidate
            .simple
            .rsplit('$')
            .next()
            .unwrap_or(&candidate.simple);
        // Anonymous and local classes are never meant.
        if last.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let allowed = (self.simple.chars().count() / 4).clamp(1, 4);
        let simple = [&*candidate.simple, last]
            .into_iter()
            .filter(|name| name.len().abs_diff(self.simple.len()) <= allowed)
            .map(|name| strsim::damerau_levenshtein(&self.simple, name))
            .min()
            .filter(|distance| *distance <= allowed)?;
        let package = match &*self.package {
            "" => 0,
            package => strsim::damerau_levenshtein(package, &candidate.package),
        };
        let meant = simple == 0 || package <= self.package.len() / 2;
        meant.then_some(4 * simple + package)
    }
}
