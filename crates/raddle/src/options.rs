//! Options that several commands share, and what they stand for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use raddle_program::jdk::{Choice, Environment};
use serde::Serialize;

use crate::failure::Failure;

/// `--java-home`.
#[derive(Debug, Args)]
pub struct JdkOption {
    /// The JDK to use (else JAVA_HOME, else the newest found)
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
}

impl JdkOption {
    /// The JDK in use, and why it is that one.
    pub fn choose(&self) -> Result<Choice, Failure> {
        Ok(Environment::of_this_process().choose(self.java_home.as_deref())?)
    }
}

/// `--classpath`.
#[derive(Debug, Args)]
pub struct ClassPathOption {
    /// What the classes need besides the JDK: jars, directories and Maven coordinates, separated
    /// by colons; `lib/*` stands for all jars of a folder; may be given several times [also: -cp]
    #[arg(long, visible_alias = "class-path", value_name = "PATH")]
    pub classpath: Vec<String>,
}

/// `--format`, for commands whose result is text or JSON.
#[derive(Debug, Args)]
pub struct FormatOption {
    /// How the result is printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// A way to print a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs; README.md documents the fields.
    Json,
}

/// The version of raddle's JSON documents: it grows when a field changes its meaning or goes away,
/// not when one is added.
pub const SCHEMA: u32 = 1;

/// The JDK in use, as every JSON report names it.
#[derive(Debug, Serialize)]
pub struct JdkInUse {
    home: PathBuf,
    version: String,
    feature: u16,
    vendor: Option<String>,
    why: String,
}

impl From<&Choice> for JdkInUse {
    fn from(choice: &Choice) -> JdkInUse {
        JdkInUse {
            home: choice.jdk.home().to_owned(),
            version: choice.jdk.version().to_string(),
            feature: choice.jdk.feature().number(),
            vendor: choice.jdk.vendor().map(str::to_owned),
            why: choice.reason.to_string(),
        }
    }
}
