//! The command line.
//!
//! [`cli`] is what can be typed, [`commands`] has one file a command, [`options`] what several of
//! them share, and [`subject`] opens the program a command works on. Results go to standard output
//! through [`output`]; progress, notes and errors ([`failure`]) go to standard error. A command ends
//! in a [`commands::Verdict`], which becomes the exit code.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod execution;
mod failure;
mod options;
mod output;
mod subject;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    failure::install_handler();
    let cli = cli::Cli::parse_from(cli::spell_out_java_options(std::env::args_os()));
    let mut output = output::Output::stdout();
    let verdict = cli.command.run(&mut output);
    // After Ctrl-C workers may still be at work.
    raddle_vm::leave_nothing_behind();
    match verdict.and_then(|verdict| output.finish().map(|()| verdict)) {
        Ok(verdict) => verdict.into(),
        Err(report) => {
            anstream::eprintln!("{report:?}");
            ExitCode::from(failure::EXIT_CODE)
        }
    }
}
