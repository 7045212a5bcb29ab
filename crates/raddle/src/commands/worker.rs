//! `raddle worker`, not for people: the process in which tested code runs.

use clap::Args;

use super::Verdict;
use crate::failure::Failure;

/// The worker takes no options: its parent says everything through standard input.
#[derive(Debug, Args)]
pub struct WorkerCommand {}

impl WorkerCommand {
    /// Serves until the parent goes away.
    pub fn run(self) -> miette::Result<Verdict> {
        raddle_vm::worker_main()
            .map_err(|error| Failure::new(format!("the worker cannot go on: {error}")))?;
        Ok(Verdict::Clean)
    }
}
