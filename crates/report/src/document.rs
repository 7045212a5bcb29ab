//! Everything there is to say about a violation.

use std::path::PathBuf;

use raddle_engine::{CallId, Found, Suspect, Unexplained, Violation};
use raddle_program::program::Program;
use raddle_schedule::{Schedule, Spec};
use raddle_testcase::{Test, TestFile, VariableNames};
use raddle_vm::{Handover, JobReport, Outcome, Trace, What};
use serde::{Deserialize, Serialize};

use crate::content::{self, Change, ContentHash, Entry};
use crate::ending;
use crate::interleaving::{self, Step};
use crate::knowledge::FromProgram;
use crate::objects;
use crate::source::Source;
use crate::timeline::{Happening, timeline};
use crate::wording;

/// The version of the document: it grows when a field changes its meaning or goes away, not when one is added.
pub const SCHEMA: u32 = 1;

/// A violation, complete enough to be repeated by `raddle replay`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The version of this format.
    pub schema: u32,
    /// The version of raddle that found it.
    pub raddle: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What was tested.
    pub subject: Subject,
    /// The JDK it was found on.
    pub jdk: Jdk,
    /// The class path, in order.
    pub class_path: Vec<Entry>,
    /// The test, as `raddle exec` takes it.
    pub test: TestFile,
    /// The same as Java.
    pub source: Source,
    /// What makes it happen.
    pub schedule: Schedule,
    /// How threads took turns.
    pub handover: Handover,
    /// What no linearization explains.
    pub unexplained: Unexplained,
    /// How the execution ended.
    pub outcome: Outcome,
    /// The events that matter, in order.
    pub interleaving: Vec<Step>,
    /// The ways in which linearizations end.
    pub linearizations: Vec<Linearization>,
    /// How it was found.
    pub found: Found,
}

/// What was tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// As the user calls it: a class, or a factory.
    pub name: String,
    /// The class; for a factory the class that has it.
    pub class: String,
    /// The content of that class's file.
    pub hash: Option<ContentHash>,
}

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jdk {
    /// Where it is.
    pub home: PathBuf,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub vendor: Option<String>,
}

/// One way in which linearizations end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linearization {
    /// How many end so.
    pub count: u64,
    /// The calls of one of them, in their order.
    pub order: Vec<String>,
    /// How it ends; where results are compared, what every call comes to.
    pub ending: String,
}

/// What a document says beside the violation itself.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// As the user calls what was tested.
    pub subject: &'a str,
    /// The class under test; for a factory the class that has it.
    pub class: &'a str,
    /// The program.
    pub program: &'a Program,
    /// The class path, hashed.
    pub class_path: &'a [Entry],
    /// How threads took turns.
    pub handover: Handover,
}

/// Why a text is no such document.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Not JSON, or not this kind of JSON.
    #[error("not a violation as raddle writes it: {0}")]
    Json(#[from] serde_json::Error),
    /// A newer raddle wrote it.
    #[error("written by a newer raddle (schema {0}, this one knows {SCHEMA})")]
    Newer(u32),
}

impl Document {
    /// Writes down a violation.
    pub fn new(violation: &Violation, context: &Context<'_>) -> Self {
        let suspect = &violation.confirmed.suspect;
        let names = VariableNames::derived(&suspect.test);
        let source = Source::new(&suspect.test, &names, &FromProgram(context.program));
        let own = own_classes(context);
        let in_full = |class: &str| !is_jdk(class) || own.contains(&outermost(class).to_owned());
        let linearizations = &violation.confirmed.linearizations.report;
        let jdk = context.program.jdk();
        Self {
            schema: SCHEMA,
            raddle: env!("CARGO_PKG_VERSION").to_owned(),
            message: wording::sentence(context.subject, suspect, linearizations.executions),
            subject: Subject {
                name: context.subject.to_owned(),
                class: context.class.to_owned(),
                hash: content::class(context.program, context.class),
            },
            jdk: Jdk {
                home: jdk.home().to_owned(),
                version: jdk.version().to_string(),
                vendor: jdk.vendor().map(str::to_owned),
            },
            class_path: context.class_path.to_vec(),
            test: TestFile::new(suspect.test.clone()),
            interleaving: interleaving::steps(&violation.confirmed, &names, &source, &in_full),
            source,
            schedule: suspect.schedule.clone(),
            handover: context.handover,
            unexplained: suspect.unexplained.clone(),
            outcome: suspect.outcome.clone(),
            linearizations: endings(linearizations, suspect, &names),
            found: violation.found.clone(),
        }
    }

    /// Reads a document.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        let Version { schema } = serde_json::from_str(text)?;
        if schema > SCHEMA {
            return Err(DocumentError::Newer(schema));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// Writes the document so that [`Document::from_json`] reads it.
    pub fn to_json(&self) -> String {
        // Cannot fail: keys are strings, and there are no floating point numbers.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// What tells this violation from others: a hash of what happens in which test, eight hexadecimal digits.
    pub fn id(&self) -> String {
        let what = format!(
            "{}\n{}\n{}",
            self.subject.name,
            self.test.to_json(),
            self.schedule
        );
        format!("{:08x}", content::text(&what) as u32)
    }

    /// What has to happen again.
    pub fn suspect(&self) -> Suspect {
        Suspect {
            test: self.test.test.clone(),
            schedule: self.schedule.clone(),
            outcome: self.outcome.clone(),
            unexplained: self.unexplained.clone(),
            strategy: Spec::Replay(self.schedule.clone()),
        }
    }

    /// What is not as it was when the violation was found.
    pub fn changes(&self, program: &Program) -> Vec<Change> {
        let mut changes: Vec<Change> = self.class_path.iter().filter_map(Entry::change).collect();
        let is = program.jdk().version().to_string();
        if is != self.jdk.version {
            changes.push(Change::Jdk {
                was: self.jdk.version.clone(),
                is,
            });
        }
        let class = &self.subject.class;
        match (self.subject.hash, content::class(program, class)) {
            (_, None) => changes.push(Change::NoClass(class.clone())),
            (Some(was), Some(is)) if was != is => changes.push(Change::Class(class.clone())),
            _ => {}
        }
        changes
    }
}

/// The classes whose inside is shown: those that have the code of the class under test.
fn own_classes(context: &Context<'_>) -> Vec<String> {
    let name = raddle_program::name::ClassName::from_binary(context.class);
    let chain = context
        .program
        .class(&name)
        .and_then(|class| context.program.superclass_chain(&class));
    let mut own = vec![outermost(context.class).to_owned()];
    for class in chain
        .unwrap_or_default()
        .iter()
        .filter(|class| !class.name().is_object())
    {
        own.push(outermost(&class.name().binary()).to_owned());
    }
    own
}

fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// Packages that only the JDK may have, or that it brought.
fn is_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|package| class.starts_with(package))
}

fn endings(report: &JobReport, suspect: &Suspect, names: &VariableNames) -> Vec<Linearization> {
    let test = &suspect.test;
    let ending = |observed: &raddle_vm::Observed| Linearization {
        count: observed.count,
        order: observed
            .trace
            .as_ref()
            .map(|trace| order(trace, &observed.schedule, test))
            .unwrap_or_default(),
        ending: match suspect.unexplained {
            Unexplained::Results { .. } => ending::results(&observed.outcome, test, names),
            _ => ending::ending(&observed.outcome, test),
        },
    };
    report.observed.iter().map(ending).collect()
}

/// The calls in the order in which they began.
fn order(trace: &Trace, schedule: &Schedule, test: &Test) -> Vec<String> {
    let mut begun = vec![0; test.suffixes.len()];
    let mut order = Vec::new();
    for moment in timeline(trace, schedule) {
        let begins = match moment.what {
            Happening::Begins => true,
            Happening::Did(number) => {
                trace.events[number].what == What::Event(raddle_schedule::EventKind::Call)
            }
            Happening::Wanted(_) => false,
        };
        let suffix = moment.thread.index();
        if let Some(number) = begun.get_mut(suffix).filter(|_| begins) {
            let id = CallId {
                suffix,
                call: *number,
            };
            *number += 1;
            let call = test.suffixes[id.suffix].get(id.call);
            order.extend(call.map(|call| objects::method(&call.callee)));
        }
    }
    order
}
