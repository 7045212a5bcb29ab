//! Options that several commands share, and what they stand for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use raddle_program::jdk::Choice;
use serde::Serialize;

/// `--java-home`.
#[derive(Debug, Args)]
pub struct JdkOption {
    /// The JDK to use (else JAVA_HOME, else the newest found)
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
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
