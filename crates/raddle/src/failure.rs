//! Errors as people see them: one paragraph that says what happened, and a `help:` line that says
//! what to do next.
//!
//! The crates below have error types of their own; here they become [`Failure`]s. They are printed
//! the same way on a terminal and in a log, but for colour.

use std::fmt::{self, Formatter};

use anstyle::{AnsiColor, Style};
use miette::{Diagnostic, ReportHandler};
use raddle_program::container::ContainerError;
use raddle_program::error::{ClassError, LookupError};
use raddle_program::jdk::NoJdk;
use raddle_program::maven::{MalformedCoordinate, MavenError};

/// The exit code of every failure.
pub const EXIT_CODE: u8 = 2;

/// Something the user has to know and can do something about.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{message}")]
pub struct Failure {
    message: String,
    #[help]
    help: Option<String>,
}

impl Failure {
    /// A failure with nothing to advise.
    pub fn new(message: impl fmt::Display) -> Failure {
        Failure {
            message: message.to_string(),
            help: None,
        }
    }

    /// A failure told as "what happened; what to do next", as the messages of `program` are.
    pub fn of_sentence(sentence: &str) -> Failure {
        match sentence.rsplit_once("; ") {
            Some((message, help)) => Failure::new(message).with_help(help),
            None => Failure::new(sentence),
        }
    }

    /// Adds what to do next.
    pub fn with_help(self, help: impl fmt::Display) -> Failure {
        Failure {
            help: Some(help.to_string()),
            ..self
        }
    }
}

impl From<NoJdk> for Failure {
    fn from(error: NoJdk) -> Failure {
        let help = match &error {
            NoJdk::NoneFound { .. } => error.remedy().to_owned(),
            NoJdk::Named { .. } | NoJdk::NoneUsable { .. } => {
                format!("{}; `raddle doctor` lists what was found", error.remedy())
            }
        };
        Failure::new(error).with_help(help)
    }
}

impl From<MalformedCoordinate> for Failure {
    fn from(error: MalformedCoordinate) -> Failure {
        let help = error.remedy();
        Failure::new(error).with_help(help)
    }
}

impl From<MavenError> for Failure {
    fn from(error: MavenError) -> Failure {
        let help = error.remedy();
        Failure::new(error).with_help(help)
    }
}

impl From<ContainerError> for Failure {
    fn from(error: ContainerError) -> Failure {
        Failure::of_sentence(&error.to_string())
    }
}

impl From<ClassError> for Failure {
    fn from(error: ClassError) -> Failure {
        Failure::of_sentence(&error.to_string())
    }
}

impl From<LookupError> for Failure {
    fn from(error: LookupError) -> Failure {
        Failure::of_sentence(&error.to_string())
    }
}

/// Makes every [`miette::Report`] print as described above.
pub fn install_handler() {
    // Fails only if a handler is there already, and then that one is ours.
    let _ = miette::set_hook(Box::new(|_| Box::new(Paragraph)));
}

struct Paragraph;

impl ReportHandler for Paragraph {
    fn debug(&self, error: &dyn Diagnostic, f: &mut Formatter<'_>) -> fmt::Result {
        const ERROR: Style = AnsiColor::Red.on_default().bold();
        const HELP: Style = AnsiColor::Cyan.on_default();
        write!(f, "{ERROR}error{ERROR:#}: {error}")?;
        let mut cause = error.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        if let Some(help) = error.help() {
            write!(f, "\n{HELP}help{HELP:#}: {help}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error, Diagnostic)]
    #[error("the jar cannot be read")]
    struct Outer(#[source] std::io::Error);

    fn shown(error: impl Diagnostic + Send + Sync + 'static) -> String {
        install_handler();
        anstream::adapter::strip_str(&format!("{:?}", miette::Report::new(error))).to_string()
    }

    #[test]
    fn causes_follow_in_the_same_paragraph() {
        let error = Outer(std::io::Error::other("disk on fire"));
        assert_eq!(shown(error), "error: the jar cannot be read: disk on fire");
    }

    #[test]
    fn help_has_its_own_line() {
        let failure = Failure::new("no JDK").with_help("install one");
        assert_eq!(shown(failure), "error: no JDK\nhelp: install one");
    }
}
