//! What came of checking: for the summary, and as JSON.

use std::path::PathBuf;
use std::time::Duration;

use raddle_engine::{HuntResult, Tally};
use raddle_generate::Target;
use serde::Serialize;
use serde::ser::SerializeStruct;

use super::saved::Saved;
use crate::options::{JdkInUse, SCHEMA};

/// Everything that was checked.
#[derive(Debug)]
pub struct Results {
    /// The JDK in use.
    pub jdk: JdkInUse,
    /// What was typed.
    pub target: String,
    /// The seed.
    pub seed: u64,
    /// How many workers ran side by side.
    pub jobs: usize,
    /// Class by class.
    pub classes: Vec<ClassResult>,
}

/// What came of one class.
#[derive(Debug, Serialize)]
pub struct ClassResult {
    /// The class, or the factory.
    pub name: String,
    /// What is known about it now.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What was done to know it; nothing if nothing was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// What is known about a class.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It is not thread-safe.
    Unsafe {
        /// The proof.
        violations: Vec<Saved>,
    },
    /// It fails in no way that was found, but its results are not those of any order of the calls.
    NotLinearizable {
        /// The proof.
        violations: Vec<Saved>,
    },
    /// No violation was found.
    NothingFound,
    /// No test could be made.
    NotTestable {
        /// Why.
        reason: String,
    },
    /// There was no time left.
    NotTried,
}

impl Verdict {
    /// What was found.
    pub fn violations(&self) -> &[Saved] {
        match self {
            Self::Unsafe { violations } | Self::NotLinearizable { violations } => violations,
            Self::NothingFound | Self::NotTestable { .. } | Self::NotTried => &[],
        }
    }
}

/// What was done, and what was not.
#[derive(Debug, Serialize)]
pub struct Effort {
    /// The time it took.
    pub seconds: f64,
    /// Counts of the hunt.
    #[serde(flatten)]
    pub tally: Tally,
    /// Methods of the class that no test called.
    pub methods_not_tried: Vec<String>,
    /// How many methods there are.
    pub methods: usize,
    /// Pairs of methods that ran beside each other.
    pub pairs_tried: usize,
    /// How many pairs there are.
    pub pairs: usize,
    /// Calls left out because they block and nothing was found that lets them go on.
    pub blocking_calls: u64,
    /// Calls left out because they do something else each time.
    pub nondeterministic_calls: u64,
}

impl ClassResult {
    /// A class that was not hunted in.
    pub fn without(name: String, verdict: Verdict) -> Self {
        Self {
            name,
            verdict,
            effort: None,
        }
    }

    /// A class that was.
    pub fn new(
        name: String,
        violations: Vec<Saved>,
        hunted: &HuntResult,
        target: &Target,
        elapsed: Duration,
    ) -> Self {
        let tried = &hunted.generated.methods;
        let not_tried = target
            .methods()
            .iter()
            .enumerate()
            .filter(|(number, _)| !tried.contains(number));
        let effort = Effort {
            seconds: elapsed.as_secs_f64(),
            tally: hunted.tally.clone(),
            methods_not_tried: not_tried
                .map(|(_, method)| signature(&method.method))
                .collect(),
            methods: target.methods().len(),
            pairs_tried: hunted.generated.pairs.len(),
            pairs: target.pair_count(),
            blocking_calls: hunted.generated.blocked,
            nondeterministic_calls: hunted.generated.nondeterministic,
        };
        let verdict = match &hunted.generated.failure {
            _ if violations.iter().any(Saved::is_failure) => Verdict::Unsafe { violations },
            _ if !violations.is_empty() => Verdict::NotLinearizable { violations },
            Some(reason) if hunted.tally.tests == 0 => Verdict::NotTestable {
                reason: reason.clone(),
            },
            _ => Verdict::NothingFound,
        };
        Self {
            name,
            verdict,
            effort: Some(effort),
        }
    }
}

fn signature(method: &raddle_program::member::Method) -> String {
    let parameters: Vec<String> = method
        .parameters()
        .iter()
        .map(ToString::to_string)
        .collect();
    format!("{}({})", method.name(), parameters.join(", "))
}

impl Results {
    /// Whether a violation was found.
    pub fn found_any(&self) -> bool {
        self.classes
            .iter()
            .any(|class| !class.verdict.violations().is_empty())
    }

    /// Whether no class could be tested at all.
    pub fn is_nothing_testable(&self) -> bool {
        let cannot = |class: &ClassResult| matches!(class.verdict, Verdict::NotTestable { .. });
        self.classes.iter().all(cannot)
    }
}

impl Serialize for Results {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_struct("Results", 7)?;
        document.serialize_field("schema", &SCHEMA)?;
        document.serialize_field("raddle", env!("CARGO_PKG_VERSION"))?;
        document.serialize_field("jdk", &self.jdk)?;
        document.serialize_field("target", &self.target)?;
        document.serialize_field("seed", &self.seed)?;
        document.serialize_field("jobs", &self.jobs)?;
        document.serialize_field("classes", &self.classes)?;
        document.end()
    }
}

impl Serialize for Saved {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithFile<'a> {
            file: Option<&'a PathBuf>,
            #[serde(flatten)]
            document: &'a raddle_report::Document,
        }
        WithFile {
            file: self.file.as_ref(),
            document: &self.document,
        }
        .serialize(serializer)
    }
}
