//! What a hunt has done so far, in numbers.

use std::collections::BTreeMap;

use raddle_testcase::Test;
use raddle_vm::Lost;
use serde::Serialize;

/// How many tests that took a worker with them are kept.
const CASUALTIES: usize = 8;

/// Counts of everything a hunt does, and of everything it had to leave undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Tests explored.
    pub tests: u64,
    /// Of these, tests whose suffixes cannot interfere, which were not explored further.
    pub independent: u64,
    /// Executions of tests under schedules.
    pub executions: u64,
    /// Sequential executions, for generators.
    pub sequential: u64,
    /// Executions of linearizations.
    pub linearizations: u64,
    /// Failures that some linearization has too.
    pub explained: u64,
    /// Tests without a verdict, by the reason.
    pub inconclusive: BTreeMap<String, u64>,
    /// Suspected violations that did not hold up, by the reason.
    pub rejected: BTreeMap<String, u64>,
    /// Executions that ended in a way that says nothing about the class, by the way.
    pub unusable: BTreeMap<String, u64>,
    /// Jobs without an answer, by what happened to the worker.
    pub lost: BTreeMap<String, u64>,
    /// Some of the tests that took a worker with them.
    pub casualties: Vec<Casualty>,
    /// Exceptions that threads started by the tested code left uncaught, by class.
    pub uncaught: BTreeMap<String, u64>,
}

/// A test that took a worker with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Casualty {
    /// The test; for sequential runs one with a single suffix.
    pub test: Test,
    /// What happened.
    pub what: String,
}

impl Tally {
    /// Counts something under a name.
    pub(crate) fn count(map: &mut BTreeMap<String, u64>, name: impl ToString, times: u64) {
        *map.entry(name.to_string()).or_default() += times;
    }

    /// A job had no answer.
    pub(crate) fn lost(&mut self, test: &Test, lost: &Lost) {
        if matches!(lost, Lost::CalledOff) {
            return;
        }
        let what = match lost {
            Lost::Hung => "hung",
            Lost::HungInside => "hung inside a static initialiser",
            Lost::Unstoppable => "could not be stopped",
            Lost::Died { .. } => "died",
            Lost::CalledOff => "was called off",
            Lost::Refused(_) => "refused the test",
            Lost::NoWorker(_) => "did not start",
        };
        Self::count(&mut self.lost, what, 1);
        if self.casualties.len() < CASUALTIES {
            let casualty = Casualty {
                test: test.clone(),
                what: lost.to_string(),
            };
            self.casualties.push(casualty);
        }
    }

    /// How much was executed in all.
    pub fn work(&self) -> u64 {
        self.executions + self.sequential + self.linearizations
    }

    /// Adds what somebody else has done.
    pub fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.independent += other.independent;
        self.executions += other.executions;
        self.sequential += other.sequential;
        self.linearizations += other.linearizations;
        self.explained += other.explained;
        let room = CASUALTIES.saturating_sub(self.casualties.len());
        self.casualties
            .extend(other.casualties.iter().take(room).cloned());
        for (mine, theirs) in [
            (&mut self.inconclusive, &other.inconclusive),
            (&mut self.rejected, &other.rejected),
            (&mut self.unusable, &other.unusable),
            (&mut self.lost, &other.lost),
            (&mut self.uncaught, &other.uncaught),
        ] {
            for (name, times) in theirs {
                Self::count(mine, name, *times);
            }
        }
    }
}
