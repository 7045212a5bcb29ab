//! `raddle check`: looks for violations in a class, or in every class of a jar.

mod budget;
mod hunting;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use raddle_engine::{Independent, Plan, Search, Until};
use raddle_generate::{GeneratorKind, Options, Pattern, Target};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_schedule::Spec;

use super::Verdict;
use crate::execution::ExecutionOptions;
use crate::failure::Failure;
use crate::options::{ClassPathOption, FormatOption, JdkOption};
use crate::output::Output;
use crate::subject::{Named, Subject};

const EXAMPLES: &str = "\
Examples:
  raddle check java.lang.StringBuffer
  raddle check app.jar com.acme.Cache -cp lib/guava.jar
  raddle check app.jar --budget 10m
  raddle check 'java.util.Collections#synchronizedMap(java.util.Map)'
  raddle check java.util.Vector --methods 'equals,add*' --keep-going --report violations";

/// Arguments of `raddle check`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// A class of the JDK or the class path, a jar, a directory, a Maven coordinate, or a static
    /// method whose result is tested (a.B#method or a.B#method(a.C,int))
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    target: String,

    /// Classes of the jar, directory or coordinate; without any, all that can be tested
    #[arg(value_name = "CLASS", value_parser = NonEmptyStringValueParser::new())]
    classes: Vec<String>,

    /// How long to look: 90s, 2m, 1h; for a whole jar all its classes together (default: 60s a class)
    #[arg(long, value_name = "TIME", value_parser = budget::parse)]
    budget: Option<Duration>,

    /// What everything random starts from: the same seed finds the same violation
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many workers run side by side (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Collect distinct violations until time is up instead of stopping at the first
    #[arg(long)]
    keep_going: bool,

    /// Who makes the tests
    #[arg(long, value_enum, default_value_t, value_name = "GENERATOR")]
    generator: GeneratorChoice,

    /// Who decides which thread runs: jvm, random[:P], pct[:D], pos, surw, round-robin[:N],
    /// bounded[:K] (default: every schedule with one preemption, then two, then pct and pos)
    #[arg(long, value_name = "STRATEGY")]
    scheduler: Option<Spec>,

    /// Only test methods like these: put*, or with parameters, add(int,*); separated by blanks, or given several times
    #[arg(long, value_name = "PATTERN")]
    methods: Vec<Pattern>,

    /// Do not test methods like these
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<Pattern>,

    /// Classes whose public static methods make what tests need, before anything else is tried
    #[arg(long, value_name = "CLASS")]
    provide: Vec<String>,

    #[command(flatten)]
    execution: ExecutionOptions,

    #[command(flatten)]
    class_path: ClassPathOption,

    #[command(flatten)]
    jdk: JdkOption,

    #[command(flatten)]
    format: FormatOption,
}

/// `--generator`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum GeneratorChoice {
    /// Pair by pair, with small pools of values and shared objects
    #[default]
    Default,
    /// As in the paper: ConTeGe, PLDI 2012
    Contege,
}

/// The time for a class if nothing else is said.
const BUDGET: Duration = Duration::from_secs(60);

impl Check {
    /// Hunts and prints what was found.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let subject = Subject::open(&self.target, &self.jdk, &self.class_path)?;
        let program = Arc::new(subject.program);
        let class_path = class_path(&program)?;
        let options = self.execution.worker_options(&subject.jdk.jdk, class_path)?;
        let name = match &subject.named {
            Named::Class(class) => class.clone(),
            Named::Container(_) => ClassName::from_binary(self.classes.first().map_or("", String::as_str)),
            Named::Factory { .. } => return Err(Failure::new("not yet").into()),
        };
        let class = program.lookup(&name.binary()).map_err(Failure::from)?;
        let target = Target::class(&program, class.name(), self.options()).map_err(|error| Failure::new(error))?;
        let jobs = self.jobs.map_or_else(cores, usize::from);
        let mut benches = hunting::benches(&options, jobs);
        let search = self.search(target);
        let started = Instant::now();
        let deadline = started + self.budget.unwrap_or(BUDGET);
        let result = hunting::hunt(&search, &mut benches, deadline)?;
        output.line(format_args!("{:?} {:#?} {:#?}", started.elapsed(), result.tally, result.generated));
        for violation in &result.violations {
            let suspect = &violation.confirmed.suspect;
            let names = raddle_testcase::VariableNames::derived(&suspect.test);
            output.line(
                raddle_testcase::JavaSource::new(&suspect.test, &names, &raddle_testcase::NothingKnown).snippet(100),
            );
            output.line(format_args!("{:#?} {} {:#?}", suspect.unexplained, suspect.schedule, violation.found));
        }
        Ok(if result.violations.is_empty() { Verdict::Clean } else { Verdict::Violation })
    }

    fn options(&self) -> Options {
        Options {
            methods: self.methods.clone(),
            exclude: self.exclude.clone(),
            provide: self.provide.iter().map(|name| ClassName::from_binary(name)).collect(),
        }
    }

    fn search(&self, target: Arc<Target>) -> Search {
        const EXECUTIONS: u64 = 100;
        Search {
            target,
            generator: match self.generator {
                GeneratorChoice::Default => GeneratorKind::Pairs,
                GeneratorChoice::Contege => GeneratorKind::Contege,
            },
            seed: self.seed,
            plan: match &self.scheduler {
                None => Plan::systematic(),
                Some(strategy) => Plan::only(strategy.clone(), EXECUTIONS),
            },
            independent: if self.scheduler.is_none() { Independent::Skip } else { Independent::Execute },
            until: if self.keep_going { Until::TimeIsUp } else { Until::FirstViolation },
        }
    }
}

/// The class path for workers, which have a working directory of their own.
fn class_path(program: &Program) -> Result<Vec<PathBuf>, Failure> {
    let absolute = |path: &std::path::Path| {
        std::path::absolute(path)
            .map_err(|error| Failure::new(format!("{} cannot be made absolute: {error}", path.display())))
    };
    program.containers().skip(1).map(|container| absolute(container.path())).collect()
}

/// How many workers run side by side.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
