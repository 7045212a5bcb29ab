//! What to test: from TARGET and CLASS… to a list of candidates, in the order in which they are tried.

use raddle_program::describe::{self, ClassRow, IntentVerdict, Testability};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::target::Target;

use crate::failure::Failure;
use crate::subject::Named;

/// Something to test, or not.
#[derive(Debug)]
pub struct Candidate {
    /// As people call it.
    pub name: String,
    /// What to test, or why that cannot be.
    pub testable: Result<Tested, String>,
}

/// What is tested.
#[derive(Debug)]
pub enum Tested {
    /// A class.
    Class(ClassName),
    /// What a static method returns.
    Factory {
        /// The class that has the method.
        class: ClassName,
        /// The method.
        method: String,
        /// Its parameters, if they were given.
        parameters: Option<Vec<String>>,
    },
}

impl Tested {
    /// The class whose code is tested; for a factory the class that has it.
    pub fn class(&self) -> &ClassName {
        match self {
            Self::Class(class) | Self::Factory { class, .. } => class,
        }
    }
}

/// What TARGET and CLASS… stand for.
pub fn candidates(
    target: &str,
    classes: &[String],
    named: &Named,
    program: &Program,
) -> Result<Vec<Candidate>, Failure> {
    if let Target::Factory {
        class,
        method,
        parameters,
    } = Target::parse(target)
    {
        if let Some(extra) = classes.first() {
            return Err(Failure::new(format!(
                "{target} is a factory already, so {extra} cannot be tested beside it"
            )));
        }
        let class = program.lookup(&class.binary())?.name().clone();
        let tested = Tested::Factory {
            class,
            method,
            parameters,
        };
        return Ok(vec![Candidate {
            name: target.to_owned(),
            testable: Ok(tested),
        }]);
    }
    let class = |text: &str| -> Result<Candidate, Failure> {
        let class = program.lookup(text)?;
        let described = describe::class(program, &class)?;
        if let Testability::NotTestable { message, .. } = described.testable {
            return Err(Failure::of_sentence(&message));
        }
        Ok(Candidate {
            name: described.name.binary(),
            testable: Ok(Tested::Class(described.name)),
        })
    };
    match (named, classes) {
        (Named::Class(name), []) => Ok(vec![class(&name.binary())?]),
        (Named::Class(name), more) => std::iter::once(&name.binary())
            .chain(more)
            .map(|name| class(name))
            .collect(),
        (Named::Container(path), []) => {
            let jar = describe::jar(program, path)?;
            Ok(in_order(jar.classes))
        }
        (_, names) => names.iter().map(|name| class(name)).collect(),
    }
}

/// Supposedly thread-safe classes first, those that say they are not last.
fn in_order(mut rows: Vec<ClassRow>) -> Vec<Candidate> {
    rows.sort_by_key(|row| match (&row.testable, row.intent.verdict) {
        (Testability::NotTestable { .. }, _) => 4,
        (_, IntentVerdict::DeclaredThreadSafe) => 0,
        (_, IntentVerdict::SupposedlyThreadSafe) => 1,
        (_, IntentVerdict::Unknown) => 2,
        (_, IntentVerdict::DeclaredNotThreadSafe) => 3,
    });
    let candidate = |row: ClassRow| Candidate {
        name: row.name.binary(),
        testable: match row.testable {
            Testability::Testable | Testability::StaticOnly => Ok(Tested::Class(row.name)),
            Testability::NotTestable { message, .. } => Err(message),
        },
    };
    rows.into_iter().map(candidate).collect()
}
