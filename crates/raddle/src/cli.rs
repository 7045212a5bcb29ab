//! What can be typed.

use std::ffi::OsString;

use clap::Parser;

use crate::commands::Command;

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing was found, or the command did what it was asked
  1  a violation was found
  2  bad usage, something in the environment is missing, or no class could be tested";

const EXAMPLES: &str = "\
Examples:
  raddle doctor
  raddle describe java.lang.StringBuffer
  raddle describe app.jar com.acme.Cache
  raddle describe commons-dbcp:commons-dbcp:1.4";

/// Finds thread-safety bugs in Java classes
///
/// raddle takes a compiled Java class that is supposed to be thread-safe and looks for a short
/// concurrent test, and one exact interleaving of it, that makes the class fail in a way no
/// sequential use of the same calls can.
#[derive(Debug, Parser)]
#[command(
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = EXIT_CODES,
    after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"),
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Turns `-cp` and `-classpath`, which everybody's fingers know from `java`, into the long option.
///
/// To clap a single dash begins one-letter options. What follows `--` is left alone.
pub fn spell_out_java_options(
    arguments: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut options = true;
    arguments.into_iter().map(move |argument| {
        options &= argument != "--";
        if options && (argument == "-cp" || argument == "-classpath") {
            OsString::from("--classpath")
        } else {
            argument
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn java_spellings_are_translated_up_to_the_double_dash() {
        let arguments = ["raddle", "-cp", "a.jar", "-classpath", "b.jar", "--", "-cp"];
        let translated: Vec<_> = spell_out_java_options(arguments.map(OsString::from)).collect();
        let expected = [
            "raddle",
            "--classpath",
            "a.jar",
            "--classpath",
            "b.jar",
            "--",
            "-cp",
        ];
        assert_eq!(translated, expected);
    }
}
