//! `raddle exec`: one test, many executions, and what they come to.

use std::path::PathBuf;

use clap::Args;
use raddle_schedule::Spec;
use raddle_testcase::TestFile;
use raddle_vm::{Distinguish, Job, JobReport, Record, SiteInfo, Trace, What};
use serde::Serialize;

use super::Verdict;
use crate::execution::ExecutionOptions;
use crate::failure::Failure;
use crate::options::{ClassPathOption, Format, FormatOption, JdkInUse, JdkOption, SCHEMA};
use crate::output::Output;
use crate::subject;

const EXAMPLES: &str = "\
Examples:
  raddle exec test.json
  raddle exec test.json --strategy bounded:2
  raddle exec test.json --strategy pct:3 --times 100000 --seed 7
  raddle exec test.json -cp app.jar --strategy 'replay:0x12,1x3,0x*' --trace

docs/test-format.md describes the file.";

/// Execute one test under a strategy and show what it comes to
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Exec {
    /// The test, as JSON
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Who decides which thread runs: random, random:P, pct:D, pos, surw, round-robin:N, calls, bounded:K,
    /// replay:SCHEDULE
    #[arg(long, value_name = "STRATEGY", default_value = "random")]
    strategy: Spec,

    /// How many executions to make at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    times: u64,

    /// What the strategy's chance starts from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Show the interleaving of the first execution of each outcome
    #[arg(long)]
    trace: bool,

    #[command(flatten)]
    execution: ExecutionOptions,

    #[command(flatten)]
    class_path: ClassPathOption,

    #[command(flatten)]
    jdk: JdkOption,

    #[command(flatten)]
    format: FormatOption,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    jdk: JdkInUse,
    strategy: &'a Spec,
    seed: u64,
    #[serde(flatten)]
    report: &'a JobReport,
}

impl Exec {
    /// Executes the test.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let text = std::fs::read_to_string(&self.file).map_err(|error| {
            Failure::new(format!("{} cannot be read: {error}", self.file.display()))
        })?;
        let file = TestFile::from_json(&text)
            .map_err(|error| Failure::new(format!("{}: {error}", self.file.display())))?;
        let choice = self.jdk.choose()?;
        let class_path = subject::class_path(&choice, &self.class_path)?;
        let mut worker = self.execution.worker(&choice.jdk, class_path)?;
        let mut job = Job::new(
            file.test.clone(),
            self.strategy.clone(),
            self.seed,
            self.times,
        );
        job.distinguish = Distinguish::Results;
        if self.trace {
            job.record = Record::Traces;
        }
        let report = worker
            .run(&job)
            .map_err(|lost| Failure::new(lost.to_string()))?;
        match self.format.format {
            Format::Json => output.json(&Document {
                schema: SCHEMA,
                jdk: JdkInUse::from(&choice),
                strategy: &self.strategy,
                seed: self.seed,
                report: &report,
            }),
            Format::Text => self.print(&file, &report, output),
        }
        Ok(Verdict::Clean)
    }

    fn print(&self, file: &TestFile, report: &JobReport, output: &mut Output) {
        let mut rows: Vec<_> = report.observed.iter().collect();
        rows.sort_by_key(|observed| std::cmp::Reverse(observed.count));
        for observed in &rows {
            let outcome = observed.outcome.summary(&file.test);
            output.line(format_args!("{:>9}  {outcome}", observed.count));
            output.line(format_args!(
                "           first in execution {}: {}",
                observed.first, observed.schedule
            ));
            if let Some(trace) = &observed.trace {
                print_trace(trace, &report.sites, output);
            }
        }
        let all = if report.exhausted {
            ", which are all"
        } else {
            ""
        };
        output.line(format_args!(
            "{} executions{all}, {} outcomes",
            report.executions,
            rows.len()
        ));
        if let Some(divergence) = &report.divergence {
            output.line(format_args!("the schedule was not followed: {divergence}"));
        }
    }
}

fn print_trace(trace: &Trace, sites: &[(u32, SiteInfo)], output: &mut Output) {
    for event in &trace.events {
        let site = event.site.and_then(|site| {
            let place = sites
                .binary_search_by_key(&site, |(number, _)| *number)
                .ok()?;
            Some(&sites[place].1)
        });
        let what = match event.what {
            What::Event(kind) => format!("{kind:?}").to_lowercase(),
            What::Awaits(kind) => format!("waits to {kind:?}").to_lowercase(),
            What::Unlock => "unlock".to_owned(),
            What::Enter => "enter".to_owned(),
            What::Exit => "exit".to_owned(),
        };
        let object = event.object.map(|number| {
            let class = trace
                .objects
                .get(number as usize)
                .map_or("?", String::as_str);
            format!(" {}#{number}", class.rsplit('.').next().unwrap_or(class))
        });
        let member = site
            .and_then(|site| site.member.as_deref())
            .map(|member| format!(" {member}"));
        let place = site.map(|site| {
            let line = site.line.map(|line| format!(":{line}")).unwrap_or_default();
            format!("  at {}.{}{line}", site.class, site.method)
        });
        let indent = "    ".repeat(usize::from(event.thread.0));
        output.line(format_args!(
            "           {indent}T{} {what}{}{}{}",
            event.thread,
            object.unwrap_or_default(),
            member.unwrap_or_default(),
            place.unwrap_or_default(),
        ));
    }
}
