//! `raddle exec`: one test, many executions, and what they come to.

use std::path::PathBuf;

use clap::Args;
use raddle_report::{Happening, simple, timeline};
use raddle_schedule::{Schedule, Spec};
use raddle_testcase::{Test, TestFile};
use raddle_vm::{
    Bench, Compiler, Distinguish, End, Job, JobReport, Lost, Outcome, Record, Seen, SiteInfo,
    Trace, What,
};
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
        let mut bench = Bench::new(self.execution.worker_options(
            &choice.jdk,
            class_path,
            Compiler::Thorough,
        )?);
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
        let (report, lost) = run(&job, &mut bench)?;
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
        match lost {
            None => Ok(Verdict::Clean),
            Some(lost) => {
                let number = report.executions;
                Err(Failure::new(format!("execution {number} was the last: {lost}")).into())
            }
        }
    }

    fn print(&self, file: &TestFile, report: &JobReport, output: &mut Output) {
        let mut rows: Vec<_> = report.observed.iter().collect();
        rows.sort_by_key(|observed| std::cmp::Reverse(observed.count));
        for observed in &rows {
            output.line(format_args!(
                "{:>9}  {}",
                observed.count,
                ending(&observed.outcome, &file.test)
            ));
            output.line(format_args!(
                "           first in execution {}: {}",
                observed.first, observed.schedule
            ));
            if let Some(trace) = &observed.trace {
                print_trace(trace, &observed.schedule, &report.sites, output);
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

/// How an execution ended; where the suffixes did not get their turn, why not.
fn ending(outcome: &Outcome, test: &Test) -> String {
    match (outcome.end, &outcome.prefix) {
        (End::PrefixFailed, None) => "the prefix blocks for ever".to_owned(),
        (End::PrefixFailed, Some(thrown)) => {
            let message = thrown.message.as_deref().unwrap_or("no message");
            format!("the prefix throws {}: {message}", thrown.class)
        }
        _ => outcome.summary(test).to_string(),
    }
}

/// Does a job. If an execution takes the worker with it, those before it are made again, to be told.
fn run(job: &Job, bench: &mut Bench) -> Result<(JobReport, Option<Lost>), Failure> {
    let lost = match bench.run(job) {
        Ok(report) => return Ok((report, None)),
        Err(lost) => lost,
    };
    let before = Job {
        executions: bench.made_before_it_was_lost(),
        ..job.clone()
    };
    if before.executions == 0 {
        return Err(Failure::new(lost.to_string()));
    }
    match bench.run(&before) {
        Ok(report) => Ok((report, Some(lost))),
        Err(_) => Err(Failure::new(lost.to_string())),
    }
}

fn print_trace(trace: &Trace, schedule: &Schedule, sites: &[(u32, SiteInfo)], output: &mut Output) {
    let holdings = trace.holdings();
    let object = |number: u32| {
        let class = trace
            .objects
            .get(number as usize)
            .map_or("?", String::as_str);
        format!("{}#{number}", simple(class))
    };
    for moment in timeline(trace, schedule) {
        let (number, verb) = match moment.what {
            Happening::Begins => continue,
            Happening::Did(number) => (number, ""),
            Happening::Wanted(number) => (number, "wants to "),
        };
        let (event, held) = (&trace.events[number], &holdings[number]);
        let site = event.site.and_then(|site| {
            let place = sites
                .binary_search_by_key(&site, |(number, _)| *number)
                .ok()?;
            Some(&sites[place].1)
        });
        let mut line = match event.what {
            What::Event(kind) => format!("{kind:?}").to_lowercase(),
            What::Awaits(kind) if verb.is_empty() => format!("waits to {kind:?}").to_lowercase(),
            What::Awaits(kind) => format!("{kind:?}").to_lowercase(),
            What::Unlock => "unlock".to_owned(),
            What::Enter => "enter".to_owned(),
            What::Exit => "exit".to_owned(),
        };
        let member = event
            .member
            .and_then(|member| trace.members.get(member as usize));
        let named = member
            .map(|member| member.name.as_str())
            .or_else(|| site.and_then(|site| site.member.as_deref()));
        let is_array = |number: u32| {
            let class = trace.objects.get(number as usize);
            class.is_some_and(|class| class.starts_with('['))
        };
        match (event.object, named) {
            (Some(array), _) if is_array(array) => {
                line += &format!(" {}[{}]", object(array), event.index);
            }
            (Some(owner), Some(name)) => line += &format!(" {}.{name}", object(owner)),
            (Some(owner), None) => line += &format!(" {}", object(owner)),
            (None, Some(name)) => {
                let owner = member.map(|member| format!("{}.", member.class));
                line += &format!(" {}{name}", owner.unwrap_or_default());
            }
            (None, None) => {}
        }
        match &event.value {
            None => {}
            Some(Seen::Null) => line += " = null",
            Some(Seen::Plain(text) | Seen::Constant(text)) => line += &format!(" = {text}"),
            Some(Seen::Text(text)) => line += &format!(" = {text:?}"),
            Some(Seen::Object(number)) => line += &format!(" = {}", object(*number)),
        }
        if let Some(site) = site {
            let number = site.line.map(|line| format!(":{line}")).unwrap_or_default();
            line += &format!("  at {}.{}{number}", site.class, site.method);
        }
        if !held.is_empty() {
            let locks: Vec<String> = held.iter().map(|holding| object(holding.lock)).collect();
            line += &format!("  holding {}", locks.join(", "));
        }
        let indent = "    ".repeat(usize::from(event.thread.0));
        output.line(format_args!(
            "           {indent}T{} {verb}{line}",
            event.thread
        ));
    }
}
