//! `raddle check`: looks for violations in a class, or in every class of a jar.

mod budget;
mod hunting;
mod progress;
mod results;
mod saved;
mod subjects;
mod summary;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use raddle_engine::{Afterwards, Generated, Independent, Oracle, Plan, Search, Until};
use raddle_generate::{GeneratorKind, Options, Pattern, Target};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_report::{Context, Document, Entry};
use raddle_schedule::Spec;
use raddle_vm::{Compiler, WorkerOptions};

use self::budget::Purse;
use self::hunting::Hunter;
use self::results::{ClassResult, Results, Verdict as ClassVerdict};
use self::saved::Folder;
use self::subjects::{Candidate, Tested};
pub use self::summary::width;
use super::Verdict;
use crate::execution::ExecutionOptions;
use crate::failure::Failure;
use crate::options::{ClassPathOption, Format, FormatOption, JdkInUse, JdkOption};
use crate::output::{self, Output};
use crate::subject::Subject;

const EXAMPLES: &str = "\
Examples:
  raddle check java.lang.StringBuffer
  raddle check app.jar com.acme.Cache -cp lib/guava.jar
  raddle check app.jar --budget 10m
  raddle check 'java.util.Collections#synchronizedMap(java.util.Map)'
  raddle check java.util.Vector --methods 'add*' --methods equals --keep-going --report found
  raddle check app.jar com.acme.Counter --oracle results";

/// Arguments of `raddle check`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// A class of the JDK or the class path, a jar, a directory, a Maven coordinate, or a static
    /// method whose result is tested: a.B#method, or a.B#method(a.C,int)
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    target: String,

    /// Classes of the jar, directory or coordinate; without any, all that can be tested
    #[arg(value_name = "CLASS", value_parser = NonEmptyStringValueParser::new())]
    classes: Vec<String>,

    /// How long to look, for all classes together: 90s, 2m, 1h [default: 60s a class]
    #[arg(long, value_name = "TIME", value_parser = budget::parse)]
    budget: Option<Duration>,

    /// What everything random starts from: the same seed finds the same violation
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many workers run side by side [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Collect distinct violations until time is up, instead of stopping at the first
    #[arg(long)]
    keep_going: bool,

    /// Who makes the tests
    #[arg(long, value_enum, default_value_t, value_name = "GENERATOR")]
    generator: GeneratorChoice,

    /// Who decides which thread runs: jvm, random[:P], pct[:D], pos, surw, round-robin[:N],
    /// bounded[:K] [default: every schedule with one preemption, many with two, then pct and pos]
    #[arg(long, value_name = "STRATEGY")]
    scheduler: Option<Spec>,

    /// What counts as a violation
    #[arg(long, value_enum, default_value_t, value_name = "ORACLE")]
    oracle: OracleChoice,

    /// Only test methods like this, put*, or with parameters, add(int,*); may be given several times
    #[arg(long, value_name = "PATTERN")]
    methods: Vec<Pattern>,

    /// Do not test methods like this; may be given several times
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<Pattern>,

    /// A class whose public static methods make what tests need, before anything else is tried;
    /// may be given several times
    #[arg(long, value_name = "CLASS")]
    provide: Vec<String>,

    /// Where to write violations as files [default: raddle/violations in the user's state folder]
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

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

/// `--oracle`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum OracleChoice {
    /// Exceptions and calls that never return
    #[default]
    #[value(alias = "exceptions")]
    Failures,
    /// Linearizability: also results that no order of the calls comes to; objects are asked about themselves afterwards
    Results,
}

/// Executions a test with a scheduler of the user's choice: as many as ConTeGe makes.
const EXECUTIONS: u64 = 100;

impl Check {
    /// Hunts and prints what was found.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let subject = Subject::open(&self.target, &self.jdk, &self.class_path)?;
        let jdk = JdkInUse::from(&subject.jdk);
        let program = Arc::new(subject.program);
        let options = self.execution.worker_options(
            &subject.jdk.jdk,
            class_path(&program)?,
            self.compiler(),
        )?;
        let jobs = self.jobs.map_or_else(hunting::cores, usize::from);
        let mut hunter = Hunter::start(&options, jobs)?;
        let candidates =
            subjects::candidates(&self.target, &self.classes, &subject.named, &program)?;
        let checked = self.check(&program, candidates, &options, &mut hunter)?;
        let results = Results {
            jdk,
            target: self.target.clone(),
            seed: self.seed,
            jobs,
            classes: checked,
        };
        match self.format.format {
            Format::Json => output.json(&results),
            Format::Text => summary::print(&results, output),
        }
        Ok(if results.found_any() {
            Verdict::Violation
        } else if results.is_nothing_testable() {
            Verdict::Unfit
        } else {
            Verdict::Clean
        })
    }

    /// Threads that nobody controls run as they do in production.
    fn compiler(&self) -> Compiler {
        if self.scheduler == Some(Spec::Jvm) {
            Compiler::Thorough
        } else {
            Compiler::Quick
        }
    }

    fn check(
        &self,
        program: &Arc<Program>,
        candidates: Vec<Candidate>,
        options: &WorkerOptions,
        hunter: &mut Hunter,
    ) -> Result<Vec<ClassResult>, Failure> {
        let single = candidates.len() == 1;
        let entries = hashes(&options.class_path)?;
        let mut folder = Folder::new(self.report.clone());
        let testable = |candidate: &&Candidate| candidate.testable.is_ok();
        let mut purse = Purse::new(self.budget, candidates.iter().filter(testable).count());
        let mut results = Vec::new();
        for Candidate { name, testable } in candidates {
            let tested = match testable {
                Ok(_) if hunter.is_interrupted() => {
                    results.push(ClassResult::without(name, ClassVerdict::NotTried));
                    continue;
                }
                Ok(tested) => tested,
                Err(reason) => {
                    let verdict = ClassVerdict::NotTestable { reason };
                    results.push(ClassResult::without(name, verdict));
                    continue;
                }
            };
            let target = match self.target(program, &tested) {
                Ok(target) => target,
                Err(error) if single => return Err(error),
                Err(error) => {
                    let reason = error.to_string();
                    let verdict = ClassVerdict::NotTestable { reason };
                    results.push(ClassResult::without(name, verdict));
                    purse.pay(Duration::ZERO);
                    continue;
                }
            };
            let (hunted, elapsed) = hunter.hunt(
                self.search(&target),
                purse.share(),
                &name,
                target.pair_count(),
            )?;
            purse.pay(elapsed);
            let context = Context {
                subject: &name,
                class: &tested.class().binary(),
                program,
                class_path: &entries,
                handover: options.handover,
            };
            let violations = hunted.violations.iter();
            let found = violations
                .map(|violation| folder.save(Document::new(violation, &context)))
                .collect();
            results.push(ClassResult::new(name, found, &hunted, &target, elapsed));
        }
        if hunter.is_interrupted() {
            output::note("interrupted; this is what was found until then");
        }
        Ok(results)
    }

    fn target(&self, program: &Arc<Program>, tested: &Tested) -> Result<Arc<Target>, Failure> {
        let options = Options {
            methods: self.methods.clone(),
            exclude: self.exclude.clone(),
            provide: self
                .provide
                .iter()
                .map(|name| ClassName::from_binary(name))
                .collect(),
        };
        let target = match tested {
            Tested::Class(class) => Target::class(program, class, options),
            Tested::Factory {
                class,
                method,
                parameters,
            } => Target::factory(program, class, method, parameters.as_deref(), options),
        };
        target.map_err(|error| Failure::of_sentence(&error.to_string()))
    }

    fn search(&self, target: &Arc<Target>) -> Search {
        Search {
            streams: Arc::new(Generated {
                target: Arc::clone(target),
                generator: match self.generator {
                    GeneratorChoice::Default => GeneratorKind::Pairs,
                    GeneratorChoice::Contege => GeneratorKind::Contege,
                },
                seed: self.seed,
                afterwards: match self.oracle {
                    OracleChoice::Failures => Afterwards::Nothing,
                    OracleChoice::Results => Afterwards::Observe,
                },
            }),
            seed: self.seed,
            plan: match &self.scheduler {
                None => Plan::systematic(),
                Some(strategy) => Plan::only(strategy.clone(), EXECUTIONS),
            }
            .with_oracle(match self.oracle {
                OracleChoice::Failures => Oracle::Failures,
                OracleChoice::Results => Oracle::FailuresAndResults,
            }),
            independent: match self.scheduler {
                None => Independent::Skip,
                Some(_) => Independent::Execute,
            },
            until: if self.keep_going {
                Until::TimeIsUp
            } else {
                Until::FirstViolation
            },
        }
    }
}

/// The class path for workers, which have a working directory of their own.
fn class_path(program: &Program) -> Result<Vec<PathBuf>, Failure> {
    let absolute = |path: &std::path::Path| {
        std::path::absolute(path).map_err(|error| {
            Failure::new(format!(
                "{} cannot be made absolute: {error}",
                path.display()
            ))
        })
    };
    program
        .containers()
        .skip(1)
        .map(|container| absolute(container.path()))
        .collect()
}

fn hashes(class_path: &[PathBuf]) -> Result<Vec<Entry>, Failure> {
    class_path
        .iter()
        .map(|path| Entry::of(path).map_err(Failure::new))
        .collect()
}
