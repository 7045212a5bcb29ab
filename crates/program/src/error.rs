//! What can be wrong with a class, or with the way somebody names one.

use std::sync::Arc;

use thiserror::Error;

use crate::container::ContainerError;
use crate::name::ClassName;
use crate::origin::Origin;

/// A class that cannot be used. Cheap to clone, because the same answer is given each time the class is asked for.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum ClassError {
    /// The file it should come from cannot be read.
    #[error(transparent)]
    Container(Arc<ContainerError>),
    /// It is not on the class path.
    #[error(
        "class {name} is neither in the JDK nor on the class path; add the jar that has it with --classpath"
    )]
    NotFound {
        /// The class.
        name: ClassName,
    },
    /// The class file is not one, or is damaged.
    #[error("the class file of {name} in {origin} is broken: {source}; build or download it again")]
    Malformed {
        /// The class.
        name: ClassName,
        /// Where it was found.
        origin: Origin,
        /// What is wrong.
        source: raddle_classfile::Error,
    },
    /// The class file declares another class than its file name says.
    #[error(
        "the file for class {name} in {origin} holds class {found}; is the class path's root right?"
    )]
    WrongName {
        /// The class asked for.
        name: ClassName,
        /// Where it was found.
        origin: Origin,
        /// The class in the file.
        found: ClassName,
    },
    /// The class file was compiled for a newer Java than the JDK in use.
    #[error(
        "class {name} in {origin} was compiled for Java {needed}, the JDK in use is {used}; use a JDK {needed} or newer (--java-home)"
    )]
    TooNew {
        /// The class.
        name: ClassName,
        /// Where it was found.
        origin: Origin,
        /// The Java release it needs.
        needed: u16,
        /// The JDK's release.
        used: u16,
    },
    /// A superclass or superinterface is not there.
    #[error(
        "class {class} needs {missing} as a supertype, which is neither in the JDK nor on the class path; add the jar that has it with --classpath"
    )]
    MissingSupertype {
        /// The class that names it.
        class: ClassName,
        /// The missing class.
        missing: ClassName,
    },
    /// A class is its own supertype.
    #[error("class {name} is its own supertype; its class files do not belong together")]
    Circular {
        /// The class.
        name: ClassName,
    },
    /// A class has more superclasses than any JVM would load.
    #[error("class {name} has too many superclasses to be real")]
    TooDeep {
        /// The class.
        name: ClassName,
    },
}

impl ClassError {
    /// The class the error is about, if it is about one.
    pub fn class(&self) -> Option<&ClassName> {
        match self {
            Self::Container(_) => None,
            Self::NotFound { name }
            | Self::Malformed { name, .. }
            | Self::WrongName { name, .. }
            | Self::TooNew { name, .. }
            | Self::Circular { name }
            | Self::TooDeep { name } => Some(name),
            Self::MissingSupertype { class, .. } => Some(class),
        }
    }
}

impl From<ContainerError> for ClassError {
    fn from(error: ContainerError) -> Self {
        Self::Container(Arc::new(error))
    }
}

/// A name given by the user that names no class.
#[derive(Debug, Clone, Error)]
#[error("there is no class {name} in the JDK or on the class path{}", offer(.nearest))]
pub struct UnknownClass {
    /// The name as given.
    pub name: String,
    /// Classes that may be meant, the likeliest first.
    pub nearest: Vec<ClassName>,
}

fn offer(nearest: &[ClassName]) -> String {
    match nearest {
        [] => "; check the spelling, or add the jar that has it with --classpath".to_owned(),
        [one] => format!("; did you mean {one}?"),
        several => {
            let names: Vec<String> = several.iter().map(ClassName::binary).collect();
            format!("; did you mean one of {}?", names.join(", "))
        }
    }
}

/// Why a class named by the user could not be had.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum LookupError {
    /// There is none of that name.
    #[error(transparent)]
    Unknown(#[from] UnknownClass),
    /// There is one, but it cannot be used.
    #[error(transparent)]
    Class(#[from] ClassError),
}
