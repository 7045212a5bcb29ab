//! A test in a file, with what a person wants to say about it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::check::CheckError;
use crate::expectation::{CallResult, Expectation, Outcome};
use crate::names::VariableNames;
use crate::surface::{SurfaceError, SurfaceFile};
use crate::test::{Call, Test};
use crate::types::ClassName;

/// A test as it is written down: `docs/test-format.md` describes the JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFile {
    /// A sentence about the test.
    pub about: Option<String>,
    /// The class that the test is about.
    pub subject: Option<ClassName>,
    /// What is wrong with the subject; a correct subject has no defect.
    pub defect: Option<String>,
    /// The file, without `.json`, that runs the same calls on the subject's correct (or defective) twin.
    pub twin: Option<String>,
    /// The test itself.
    pub test: Test,
    /// How its variables are called.
    pub names: VariableNames,
    /// What it must come to.
    pub expect: Option<Expectation>,
}

/// Why a file is no test.
#[derive(Debug, Error)]
pub enum FileError {
    /// Not the documented JSON.
    #[error("not a test in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A name, signature or argument is wrong.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
    /// The test cannot be run.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// An expected outcome does not fit the test.
    #[error("expected outcome '{outcome}' does not fit the test: {why}")]
    Outcome {
        /// The outcome.
        outcome: Box<Outcome>,
        /// What does not fit.
        why: String,
    },
}

impl TestFile {
    /// A file with nothing but the test in it.
    pub fn new(test: Test) -> Self {
        let names = VariableNames::derived(&test);
        Self {
            about: None,
            subject: None,
            defect: None,
            twin: None,
            test,
            names,
            expect: None,
        }
    }

    /// Reads a file and checks the test in it.
    pub fn from_json(text: &str) -> Result<Self, FileError> {
        let surface: SurfaceFile = serde_json::from_str(text)?;
        Self::from_surface(surface)
    }

    /// Writes the file so that people can read it and [`TestFile::from_json`] too.
    pub fn to_json(&self) -> String {
        let surface = SurfaceFile::from_file(self);
        // Cannot fail: the surface form consists of strings, numbers, lists and objects with string keys.
        let mut text = serde_json::to_string_pretty(&surface).unwrap_or_default();
        text.push('\n');
        text
    }

    fn from_surface(surface: SurfaceFile) -> Result<Self, FileError> {
        let (test, written) = surface.test()?;
        test.check()?;
        if let Some(expect) = &surface.expect {
            expect.check(&test)?;
        }
        let names = VariableNames::written(&test, written.into_iter().collect::<BTreeMap<_, _>>());
        Ok(Self {
            about: surface.about,
            subject: surface.subject,
            defect: surface.defect,
            twin: surface.twin,
            test,
            names,
            expect: surface.expect,
        })
    }
}

impl Expectation {
    /// Every outcome must have a list for every suffix, complete unless its last call did not return.
    fn check(&self, test: &Test) -> Result<(), FileError> {
        for outcome in &self.outcomes {
            let Outcome::Finished {
                suffixes,
                afterwards,
                ..
            } = outcome
            else {
                continue;
            };
            let error = |why: String| FileError::Outcome {
                outcome: Box::new(outcome.clone()),
                why,
            };
            if suffixes.len() != test.suffixes.len() {
                let (given, expected) = (suffixes.len(), test.suffixes.len());
                return Err(error(format!("{given} suffixes instead of {expected}")));
            }
            for (number, (results, calls)) in (1..).zip(suffixes.iter().zip(&test.suffixes)) {
                if !fit(results, calls) {
                    return Err(error(format!(
                        "suffix {number} has {} calls; list a result each, up to the first that does not return",
                        calls.len()
                    )));
                }
            }
            let never_ends =
                |result: &CallResult| matches!(result, CallResult::Stuck | CallResult::Endless);
            let comes_to_it = !suffixes.iter().flatten().any(never_ends);
            if afterwards.is_empty() == comes_to_it && !test.afterwards.is_empty()
                || !fit(afterwards, &test.afterwards) && comes_to_it
            {
                return Err(error(format!(
                    "{} calls come afterwards; list a result each, but none where a suffix does not end",
                    test.afterwards.len()
                )));
            }
        }
        Ok(())
    }
}

/// Whether there is a result for each call, up to the first that does not return.
fn fit(results: &[CallResult], calls: &[Call]) -> bool {
    let returned = results
        .iter()
        .take_while(|result| matches!(result, CallResult::Returned(_)))
        .count();
    let complete = results.len() == calls.len() && returned + 1 >= results.len();
    let cut_short = results.len() < calls.len() && returned + 1 == results.len();
    complete || cut_short
}

impl Serialize for TestFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SurfaceFile::from_file(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TestFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_surface(SurfaceFile::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
