//! From options to workers: what every command that runs tested code shares.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use raddle_program::jdk::Jdk;
use raddle_vm::{Compiler, Handover, Sandbox, WorkerOptions};

use crate::failure::Failure;

/// How tested code is run.
#[derive(Debug, Args)]
pub struct ExecutionOptions {
    /// How threads take turns (default: the fastest that the JDK has)
    #[arg(long, value_enum, value_name = "HOW")]
    pub handover: Option<HandoverChoice>,

    /// Run tested code unprotected: it can delete files, start processes and open connections
    #[arg(long)]
    pub no_sandbox: bool,
}

/// `--handover`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HandoverChoice {
    /// Continuations on one thread: JDK 24 and later
    Continuations,
    /// Operating system threads: JDK 11 and later
    Threads,
}

impl ExecutionOptions {
    /// What a worker for tests on this JDK and class path is started with.
    pub fn worker_options(
        &self,
        jdk: &Jdk,
        class_path: Vec<PathBuf>,
        compiler: Compiler,
    ) -> Result<WorkerOptions, Failure> {
        let feature = jdk.feature().number();
        let handover = match self.handover {
            None => Handover::fastest(feature),
            Some(HandoverChoice::Threads) => Handover::Threads,
            Some(HandoverChoice::Continuations)
                if feature >= Handover::FIRST_WITH_CONTINUATIONS =>
            {
                Handover::Continuations
            }
            Some(HandoverChoice::Continuations) => {
                return Err(Failure::new(format!(
                    "JDK {feature} cannot hand over by continuations"
                ))
                .with_help("use JDK 24 or later (--java-home), or --handover threads"));
            }
        };
        let program = std::env::current_exe().map_err(|error| {
            Failure::new(format!("raddle cannot find its own program: {error}"))
        })?;
        Ok(WorkerOptions {
            command: (program, vec!["worker".to_owned()]),
            libjvm: jdk.libjvm().to_owned(),
            class_path,
            handover,
            compiler,
            sandbox: if self.no_sandbox {
                Sandbox::Off
            } else {
                Sandbox::On
            },
            coverage: Vec::new(),
            hang: Duration::from_secs(10),
            // Several raddles at once should not all choose the same.
            core: Some(std::process::id() as usize),
        })
    }
}
