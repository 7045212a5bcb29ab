//! `raddle doctor`: what raddle has to work with on this machine, and what to do about what is
//! missing.

mod checks;
mod java;
mod maven;
mod sandbox;

use anstyle::{AnsiColor, Style};
use clap::Args;
use raddle_program::jdk::Environment;
use raddle_program::maven::Maven;
use serde::Serialize;

use self::checks::{Check, Status};
use self::java::JdkEntry;
use self::maven::MavenEntry;
use self::sandbox::Sandbox;
use super::Verdict;
use crate::options::{Format, FormatOption, JdkInUse, JdkOption, SCHEMA};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  raddle doctor
  raddle doctor --java-home ~/.jdks/temurin-17
  raddle doctor --format json

Exit codes:
  0  tests can be run
  2  tests cannot be run: the lines marked `missing` say what to do";

/// Arguments of `raddle doctor`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Doctor {
    #[command(flatten)]
    jdk: JdkOption,
    #[command(flatten)]
    format: FormatOption,
}

impl Doctor {
    /// Looks at everything, prints it, and says whether tests can be run.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let examination = Examination::of(&Environment::of_this_process(), &self.jdk);
        match self.format.format {
            Format::Text => print(&examination.checks, output),
            Format::Json => output.json(&examination),
        }
        Ok(if examination.ready {
            Verdict::Clean
        } else {
            Verdict::Unfit
        })
    }
}

/// All that was looked at; the field names are those of the JSON document.
#[derive(Debug, Serialize)]
struct Examination {
    schema: u32,
    raddle: &'static str,
    ready: bool,
    jdk: Option<JdkInUse>,
    jdks: Vec<JdkEntry>,
    sandbox: Sandbox,
    maven: Option<MavenEntry>,
    cores: usize,
    checks: Vec<Check>,
}

impl Examination {
    fn of(environment: &Environment, option: &JdkOption) -> Examination {
        let java_home = option.java_home.as_deref();
        let choice = environment.choose(java_home);
        let discovery = environment.discover(java_home);
        let sandbox = Sandbox::of_this_kernel();
        let maven = Maven::find();
        let maven = match (maven, &choice) {
            (Some(maven), Ok(choice)) => Some(maven.with_fallback_java(choice.jdk.home())),
            (maven, _) => maven,
        };
        let maven = maven.as_ref().map(MavenEntry::of);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);

        let mut checks = java::checks(&choice, &discovery);
        checks.extend(sandbox.checks());
        checks.push(maven::check(maven.as_ref()));
        checks.push(Check::ok("cores", format!("{cores} for raddle's workers")));
        Examination {
            schema: SCHEMA,
            raddle: env!("CARGO_PKG_VERSION"),
            ready: checks.iter().all(|check| check.status != Status::Missing),
            jdks: java::entries(choice.as_ref().ok(), &discovery),
            jdk: choice.as_ref().ok().map(JdkInUse::from),
            sandbox,
            maven,
            cores,
            checks,
        }
    }
}

fn print(checks: &[Check], output: &mut Output) {
    output.line(format_args!("raddle {}", env!("CARGO_PKG_VERSION")));
    let widest = checks
        .iter()
        .map(|check| check.name.len())
        .max()
        .unwrap_or(0);
    for Check {
        name,
        status,
        detail,
        remedy,
    } in checks
    {
        let (word, style) = match status {
            Status::Ok => ("ok", AnsiColor::Green.on_default()),
            Status::Other => ("-", Style::new()),
            Status::Limited => ("limited", AnsiColor::Yellow.on_default()),
            Status::Missing => ("missing", AnsiColor::Red.on_default().bold()),
        };
        output.line(format_args!(
            "{style}{word:<7}{style:#}  {name:<widest$}  {detail}"
        ));
        if let Some(remedy) = remedy {
            output.line(format_args!("{:<7}  {:<widest$}  to do: {remedy}", "", ""));
        }
    }
}
