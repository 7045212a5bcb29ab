//! The commands, one file each.
//!
//! To add one: a file with a `clap::Args` struct and its `run`, a line in [`Command`], and a line
//! in [`Command::run`].

mod check;
mod describe;
mod doctor;
mod exec;
mod replay;
mod worker;

use std::process::ExitCode;

use clap::Subcommand;

use crate::output::Output;

/// All commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for thread-safety violations in a class, or in every class of a jar
    Check(Box<check::Check>),
    /// Describe a class for testing, or list the classes of a jar
    Describe(describe::Describe),
    /// Show what raddle has to work with: JDKs, sandbox, Maven
    Doctor(doctor::Doctor),
    /// Execute one test under a strategy and show what it comes to
    Exec(exec::Exec),
    /// Make a violation happen again
    Replay(replay::Replay),
    /// The process in which tested code runs
    #[command(hide = true)]
    Worker(worker::WorkerCommand),
}

impl Command {
    /// Does it, with the results going to `output`.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        match self {
            Command::Check(command) => command.run(output),
            Command::Describe(command) => command.run(output),
            Command::Doctor(command) => command.run(output),
            Command::Exec(command) => command.run(output),
            Command::Replay(command) => command.run(output),
            Command::Worker(command) => command.run(),
        }
    }
}

/// How a command ended, if it was not a failure (see [`crate::failure`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was found, or there was nothing to find.
    Clean,
    /// A violation was found.
    Violation,
    /// There is nothing that could be tested, or what `doctor` looked at does not suffice to run tests.
    Unfit,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        match verdict {
            Verdict::Clean => ExitCode::SUCCESS,
            Verdict::Violation => ExitCode::from(1),
            Verdict::Unfit => ExitCode::from(crate::failure::EXIT_CODE),
        }
    }
}
