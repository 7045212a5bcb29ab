//! What a worker is asked to do, and what it answers.

use std::collections::BTreeMap;

use raddle_schedule::{Divergence, Schedule, Spec};
use raddle_testcase::Test;
use serde::{Deserialize, Serialize};

use crate::focus::Focus;
use crate::instrument::SiteInfo;
use crate::outcome::Outcome;
use crate::trace::Trace;

/// Execute one test under one strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The test.
    pub test: Test,
    /// Who decides which thread runs.
    pub strategy: Spec,
    /// What the strategy's chance starts from.
    pub seed: u64,
    /// How many executions to make at most.
    pub executions: u64,
    /// What makes two outcomes different.
    pub distinguish: Distinguish,
    /// What clocks and random numbers say, and how much room there is.
    pub chance: Chance,
    /// When to stop before that many.
    pub until: Until,
    /// Whether to record events.
    pub record: Record,
    /// When to give an execution up.
    pub limits: Limits,
    /// Before which accesses to switch; before all if none. Strategies that look at every event do not need it.
    pub focus: Option<Focus>,
}

/// What makes two outcomes different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Distinguish {
    /// How calls end: exceptions, and who is stuck.
    Failures,
    /// Also what calls return.
    Results,
    /// Also what is in the arrays and collections that calls return.
    Contents,
}

/// What clocks and random numbers say, and how much room there is. It is the same in every execution, so that they can be
/// repeated; what depends on it shows when it is otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// As usual.
    Usual,
    /// Another day, other random numbers, and clocks that stand still unless everybody waits.
    Still,
    /// Yet another day and other random numbers, and every look at a clock takes long.
    Slow,
    /// Only a quarter of the usual stack, and other random numbers.
    Cramped,
}

/// When to stop, beside the number of executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Only when the strategy has nothing more to try.
    Done,
    /// At the first execution in which a call throws or is stuck.
    Failure,
}

/// Whether to record events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// Only schedules.
    Schedules,
    /// The events, too, of the first execution of each outcome, but not what they read and write.
    Events,
    /// The events with what they read and write.
    Traces,
}

/// When to give an execution up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Events of the concurrent part.
    pub steps: u32,
    /// Events that a thread may do in one turn before it counts as spinning while others could run.
    pub spin: u32,
    /// Events of the prefix.
    pub prefix: u32,
    /// Backward branches, in all.
    pub branches: u32,
    /// Milliseconds that a call may take before it counts as hung, where nobody controls the threads.
    pub patience: u32,
    /// Executions that may be given up before the whole job is.
    pub overruns: u32,
    /// Events of the concurrent parts of all executions together, after which no further one begins.
    pub total: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 1_000_000,
            spin: 4_000,
            prefix: 2_000_000,
            branches: 5_000_000,
            // As in ConTeGe.
            patience: 10_000,
            overruns: u32::MAX,
            total: u64::MAX,
        }
    }
}

impl Job {
    /// The usual: schedules only, distinguish failures, no early stop.
    pub fn new(test: Test, strategy: Spec, seed: u64, executions: u64) -> Self {
        Self {
            test,
            strategy,
            seed,
            executions,
            distinguish: Distinguish::Failures,
            chance: Chance::Usual,
            until: Until::Done,
            record: Record::Schedules,
            limits: Limits::default(),
            focus: None,
        }
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobReport {
    /// How many executions were made.
    pub executions: u64,
    /// Whether the strategy had nothing more to try.
    pub exhausted: bool,
    /// Where a replay first left its schedule.
    pub divergence: Option<Divergence>,
    /// The different outcomes, in the order of their first appearance.
    pub observed: Vec<Observed>,
    /// If traces were recorded: a fingerprint of each different one, and how many executions had it.
    pub fingerprints: BTreeMap<u64, u64>,
    /// What the sites in the traces stand for.
    pub sites: Vec<(u32, SiteInfo)>,
    /// Whether the worker must not be used again.
    pub worn_out: bool,
}

/// An outcome and the first execution that had it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// What it came to.
    pub outcome: Outcome,
    /// How many executions came to it.
    pub count: u64,
    /// The number of the first of them, from 0.
    pub first: u64,
    /// What makes it happen again.
    pub schedule: Schedule,
    /// Its events, if they were to be recorded.
    pub trace: Option<Trace>,
}
