//! All classes of one jar or directory as plain data.

use std::path::Path;

use rayon::prelude::*;

use super::class::{Examined, pairs};
use super::{ClassRow, JarDescription};
use crate::container::{Container, ContainerError};
use crate::error::ClassError;
use crate::intent::{Intent, IntentVerdict};
use crate::name::ClassName;
use crate::origin::Origin;
use crate::program::Program;
use crate::testable::{NotTestable, Testability};

/// Describes the classes of an entry of the class path, which `path` names as it was given when the program was opened.
///
/// A class that cannot be used is a row that says why; only an entry that cannot be listed at all is an error.
pub fn jar(program: &Program, path: &Path) -> Result<JarDescription, ContainerError> {
    let container = program
        .containers()
        .find(|container| container.path() == path)
        .ok_or_else(|| ContainerError::NoSuchFile {
            path: path.to_owned(),
        })?;
    let mut names: Vec<ClassName> = container
        .classes()?
        .iter()
        .map(|class| ClassName::from_internal(&class.name))
        .collect();
    names.sort_unstable();
    // Most rows ask for it, and the first would make the others wait.
    program.index();
    let classes: Vec<ClassRow> = names
        .par_iter()
        .map(|name| row(program, container, name))
        .collect();
    Ok(JarDescription {
        path: path.to_owned(),
        testable: classes
            .iter()
            .filter(|row| row.testable.is_testable())
            .count(),
        classes,
    })
}

fn row(program: &Program, container: &Container, name: &ClassName) -> ClassRow {
    examine(program, container, name)
        .unwrap_or_else(|error| refused(name, reason(&error), error.to_string()))
}

fn examine(
    program: &Program,
    container: &Container,
    name: &ClassName,
) -> Result<ClassRow, ClassError> {
    let Some(class) = program.find(name).transpose()? else {
        let message =
            format!("the JDK has the package of {name}, so the JVM does not look for it here");
        return Ok(refused(name, NotTestable::Shadowed, message));
    };
    let here = match class.origin() {
        Origin::Jdk { .. } => matches!(container, Container::Image(_)),
        Origin::Jar { path } | Origin::Directory { path } => &**path == container.path(),
    };
    if !here {
        let message = format!("{name} is taken from {}, which comes first", class.origin());
        return Ok(refused(name, NotTestable::Shadowed, message));
    }
    let examined = Examined::new(program, &class)?;
    let api = &examined.api;
    Ok(ClassRow {
        name: name.clone(),
        kind: Some(class.kind()),
        instance_methods: api.instance_methods.len(),
        static_methods: api.static_methods.len(),
        default_methods: api.default_methods.len(),
        pairs: pairs(api.instance_methods.len()),
        intent: program.intent(&examined.class)?,
        testable: examined.testable,
    })
}

fn refused(name: &ClassName, reason: NotTestable, message: String) -> ClassRow {
    ClassRow {
        name: name.clone(),
        kind: None,
        testable: Testability::NotTestable {
            reason,
            message,
            instead: Vec::new(),
        },
        instance_methods: 0,
        static_methods: 0,
        default_methods: 0,
        pairs: 0,
        intent: Intent {
            verdict: IntentVerdict::Unknown,
            evidence: Vec::new(),
        },
    }
}

fn reason(error: &ClassError) -> NotTestable {
    match error {
        ClassError::TooNew { .. } => NotTestable::TooNew,
        ClassError::MissingSupertype { .. } | ClassError::NotFound { .. } => {
            NotTestable::MissingSupertype
        }
        ClassError::Container(_)
        | ClassError::Malformed { .. }
        | ClassError::WrongName { .. }
        | ClassError::Circular { .. }
        | ClassError::TooDeep { .. } => NotTestable::Malformed,
    }
}
