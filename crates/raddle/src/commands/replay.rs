//! `raddle replay`: a violation again.

use std::path::PathBuf;

use clap::Args;
use raddle_engine::Linearizations;
use raddle_program::program::Program;
use raddle_report::Document;
use raddle_schedule::Spec;
use raddle_vm::{Bench, Compiler, Job, JobReport, Record};
use serde::Serialize;

use super::Verdict;
use crate::execution::ExecutionOptions;
use crate::failure::Failure;
use crate::options::{Format, FormatOption, JdkOption, SCHEMA};
use crate::output::{self, Output};

const EXAMPLES: &str = "\
Examples:
  raddle replay violation.json
  raddle replay violation.json --times 1000

Exit code 1: it happened again. Exit code 0: it did not.";

/// Arguments of `raddle replay`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// The violation, as raddle check wrote it
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How often to repeat it
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,

    #[command(flatten)]
    execution: ExecutionOptions,

    #[command(flatten)]
    jdk: JdkOption,

    #[command(flatten)]
    format: FormatOption,
}

/// How it went.
#[derive(Serialize)]
struct Replayed {
    schema: u32,
    raddle: &'static str,
    file: PathBuf,
    /// What is not as it was when the violation was found.
    changes: Vec<String>,
    times: u64,
    happened: u64,
    /// Where the execution left the recorded schedule.
    divergence: Option<String>,
    /// Whether some linearization does the same now.
    explained: bool,
}

impl Replay {
    /// Repeats the violation.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let document = self.read()?;
        let jdk = self.jdk(&document)?;
        let class_path: Vec<PathBuf> = document
            .class_path
            .iter()
            .map(|entry| entry.path.clone())
            .collect();
        let program = Program::open(&jdk, &class_path).map_err(Failure::from)?;
        let changes: Vec<String> = document
            .changes(&program)
            .iter()
            .map(ToString::to_string)
            .collect();
        for change in &changes {
            output::note(change);
        }
        let mut bench = Bench::new(self.execution.worker_options(
            &jdk,
            class_path,
            Compiler::Quick,
        )?);
        let report = self.execute(&document, &mut bench)?;
        let replayed = self.judge(&document, &report, changes, &mut bench)?;
        match self.format.format {
            Format::Json => output.json(&replayed),
            Format::Text => print(&document, &replayed, output),
        }
        Ok(if replayed.happened > 0 {
            Verdict::Violation
        } else {
            Verdict::Clean
        })
    }

    fn read(&self) -> Result<Document, Failure> {
        let name = self.file.display();
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| Failure::new(format!("{name} cannot be read: {error}")))?;
        Document::from_json(&text).map_err(|error| {
            Failure::new(format!("{name}: {error}"))
                .with_help("raddle check writes such files; see --report")
        })
    }

    /// The JDK that the user names, else the one it was found on, else the one that is there.
    fn jdk(&self, document: &Document) -> Result<raddle_program::jdk::Jdk, Failure> {
        if self.jdk.java_home.is_none()
            && let Ok(same) = raddle_program::jdk::Jdk::at(&document.jdk.home)
        {
            return Ok(same);
        }
        Ok(self.jdk.choose()?.jdk)
    }

    fn execute(&self, document: &Document, bench: &mut Bench) -> Result<JobReport, Failure> {
        let suspect = document.suspect();
        let mut job = Job::new(suspect.test, Spec::Replay(suspect.schedule), 0, self.times);
        job.distinguish = suspect.unexplained.oracle().distinguishes();
        bench.run(&job).map_err(Failure::new)
    }

    fn judge(
        &self,
        document: &Document,
        report: &JobReport,
        changes: Vec<String>,
        bench: &mut Bench,
    ) -> Result<Replayed, Failure> {
        let unexplained = &document.unexplained;
        let same = report
            .observed
            .iter()
            .filter(|observed| unexplained.is_same(&observed.outcome, &document.outcome));
        let happened = same.map(|observed| observed.count).sum();
        let (test, oracle) = (&document.test.test, unexplained.oracle());
        let linearizations = Linearizations::of(test, oracle, Record::Schedules, bench);
        let explained = match linearizations.map_err(Failure::new)? {
            Ok(mut all) => all
                .judge(&document.outcome, oracle, test, bench)
                .map_err(Failure::new)?
                .is_none(),
            Err(_) => false,
        };
        Ok(Replayed {
            schema: SCHEMA,
            raddle: env!("CARGO_PKG_VERSION"),
            file: self.file.clone(),
            changes,
            times: report.executions,
            happened,
            divergence: report.divergence.map(|divergence| divergence.to_string()),
            explained,
        })
    }
}

fn print(document: &Document, replayed: &Replayed, output: &mut Output) {
    if replayed.happened > 0 {
        output.text(document.text(super::check::width(), None));
        output.line("");
    }
    let Replayed {
        times, happened, ..
    } = replayed;
    match *happened {
        0 => output.line(format_args!(
            "it did not happen again in {times} executions"
        )),
        _ => output.line(format_args!(
            "it happened again in {happened} of {times} executions"
        )),
    }
    if let Some(divergence) = &replayed.divergence {
        output.line(format_args!(
            "the recorded schedule could not be followed: {divergence}"
        ));
    }
    if replayed.explained {
        output.line("a linearization does the same now, so it is no violation any more");
    }
}
