//! Sequential runs for generators, by the worker that runs their tests.

use std::collections::HashMap;
use std::num::NonZeroU32;

use raddle_generate::{Feedback, Returned, Trial};
use raddle_schedule::Spec;
use raddle_testcase::{Call, Test, VarId};
use raddle_vm::{Distinguish, End, JobReport, Lost, Outcome, SuffixEnd, Value};

use crate::executor::{Executor, job};
use crate::tally::Tally;

/// Events after which calls are not brief any more: what every execution of a test repeats must not take a millisecond.
const BRIEF: u32 = 10_000;

/// How many answers are kept.
const REMEMBERED: usize = 20_000;

/// What is known about sequences of calls already run.
#[derive(Debug, Default)]
pub struct Memory {
    trials: HashMap<Vec<Call>, Trial>,
    brief: HashMap<Vec<Call>, Trial>,
}

/// Runs calls in one thread, twice, and remembers how that went.
pub struct Sequential<'a> {
    /// Who runs them.
    pub executor: &'a mut dyn Executor,
    /// What is known already.
    pub memory: &'a mut Memory,
    /// Counts.
    pub tally: &'a mut Tally,
    /// Set when no worker can be started at all.
    pub broken: Option<Lost>,
}

impl Feedback for Sequential<'_> {
    fn sequential(&mut self, calls: &[Call]) -> Trial {
        if let Some(known) = self.memory.trials.get(calls) {
            return known.clone();
        }
        let trial = self.run(calls, None);
        remember(&mut self.memory.trials, calls, &trial);
        trial
    }

    fn brief(&mut self, calls: &[Call]) -> Trial {
        if let Some(known) = self.memory.brief.get(calls) {
            return known.clone();
        }
        let trial = self.run(calls, Some(BRIEF));
        remember(&mut self.memory.brief, calls, &trial);
        trial
    }
}

fn remember(trials: &mut HashMap<Vec<Call>, Trial>, calls: &[Call], trial: &Trial) {
    if trials.len() >= REMEMBERED {
        trials.clear();
    }
    trials.insert(calls.to_vec(), trial.clone());
}

impl Sequential<'_> {
    fn run(&mut self, calls: &[Call], steps: Option<u32>) -> Trial {
        let test = Test {
            prefix: Vec::new(),
            suffixes: vec![calls.to_vec()],
            afterwards: Vec::new(),
        };
        // One thread goes on as long as it can, so both runs have the same schedule.
        let mut job = job(&test, Spec::RoundRobin(NonZeroU32::MAX), 0, 2);
        job.distinguish = Distinguish::Results;
        job.limits.steps = steps.unwrap_or(job.limits.steps);
        match self.executor.run(&job) {
            Ok(report) => {
                self.tally.sequential += report.executions;
                trial(calls, &report)
            }
            Err(lost) => {
                self.tally.lost(&job.test, &lost);
                let trial = Trial::Unusable {
                    at: None,
                    reason: lost.to_string().into(),
                };
                if matches!(lost, Lost::NoWorker(_)) {
                    self.broken = Some(lost);
                }
                trial
            }
        }
    }
}

fn trial(calls: &[Call], report: &JobReport) -> Trial {
    match &report.observed[..] {
        [] => Trial::Unusable {
            at: None,
            reason: "it was not executed".into(),
        },
        [only] => of_outcome(calls, &only.outcome),
        [first, others @ ..] => {
            let at = others
                .iter()
                .map(|other| agree(&first.outcome, &other.outcome))
                .min()
                .unwrap_or_default();
            Trial::Nondeterministic {
                at: at.min(calls.len().saturating_sub(1)),
            }
        }
    }
}

/// How many calls of two runs ended alike.
fn agree(one: &Outcome, other: &Outcome) -> usize {
    let results = |outcome: &Outcome| {
        outcome
            .suffixes
            .first()
            .map(|suffix| suffix.results.clone())
            .unwrap_or_default()
    };
    results(one)
        .iter()
        .zip(&results(other))
        .take_while(|(one, other)| one == other)
        .count()
}

fn of_outcome(calls: &[Call], outcome: &Outcome) -> Trial {
    let Some(suffix) = outcome.suffixes.first() else {
        return Trial::Unusable {
            at: None,
            reason: "it was not executed".into(),
        };
    };
    let at = suffix.results.len();
    let unusable = |reason: &str| Trial::Unusable {
        at: Some(at),
        reason: reason.into(),
    };
    match outcome.end {
        End::Completed | End::Deadlock => {}
        End::StepLimit => return unusable("it does not end"),
        End::ThreadLimit => return unusable("it starts too many threads"),
        End::ExitCalled => return unusable("it ends the process"),
        End::Pinned => return unusable("it blocks where the JVM cannot suspend it"),
        End::PrefixFailed => return unusable("it fails"),
        End::OutOfMemory => return unusable("it uses up the memory"),
    }
    match &suffix.end {
        SuffixEnd::Finished => Trial::Returned(returned(calls, &suffix.results)),
        SuffixEnd::Threw(thrown) => Trial::Threw {
            at,
            class: thrown.class.as_str().into(),
        },
        SuffixEnd::Stuck(_) => Trial::Blocked { at },
        SuffixEnd::CutOff => unusable("it does not end"),
    }
}

fn returned(calls: &[Call], results: &[Value]) -> Vec<Returned> {
    let mut defined: Vec<VarId> = Vec::new();
    calls
        .iter()
        .zip(results)
        .map(|(call, value)| {
            let returned = match value {
                Value::Null => Returned::Null,
                Value::Listing { .. } => Returned::Object {
                    class: "java.lang.String".into(),
                    same_as: None,
                },
                Value::Plain { class, .. }
                | Value::Enum { class, .. }
                | Value::Collection { class, .. } => Returned::Object {
                    class: class.as_str().into(),
                    same_as: None,
                },
                Value::Object { class, variable } => Returned::Object {
                    class: class.as_str().into(),
                    same_as: variable.filter(|v| defined.contains(v)),
                },
            };
            defined.extend(call.result);
            returned
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{self, Fake, completed, observed, report, stuck, threw};
    use raddle_vm::Job;

    fn try_out(outcomes: Vec<Outcome>) -> Trial {
        let mut executor = Fake::new(move |_: &Job| {
            Ok(report(
                outcomes.iter().cloned().map(observed).collect(),
                false,
            ))
        });
        let (mut memory, mut tally) = (Memory::default(), Tally::default());
        let mut feedback = Sequential {
            executor: &mut executor,
            memory: &mut memory,
            tally: &mut tally,
            broken: None,
        };
        let calls = [fake::new_b(0), fake::call("a", 0, 1), fake::call("b", 0, 1)];
        let trial = feedback.sequential(&calls);
        assert_eq!(feedback.sequential(&calls), trial);
        assert_eq!(executor.jobs.len(), 1, "the same calls run once");
        assert_eq!(executor.jobs[0].test.suffixes.len(), 1);
        trial
    }

    fn returning(values: Vec<Value>) -> Outcome {
        let mut outcome = completed(1);
        outcome.suffixes[0].results = values;
        outcome
    }

    fn object(variable: Option<u16>) -> Value {
        Value::Object {
            class: "a.B".to_owned(),
            variable: variable.map(VarId),
        }
    }

    #[test]
    fn ends_are_told_apart() {
        assert_eq!(
            try_out(vec![threw(1, 0, 1, "a.E")]),
            Trial::Threw {
                at: 1,
                class: "a.E".into()
            }
        );
        assert_eq!(try_out(vec![stuck(1, &[(0, 2)])]), Trial::Blocked { at: 2 });
        let mut endless = completed(1);
        endless.end = End::StepLimit;
        assert!(matches!(
            try_out(vec![endless]),
            Trial::Unusable { at: Some(0), .. }
        ));
    }

    #[test]
    fn an_object_is_known_again_if_a_variable_held_it_before() {
        let values = vec![object(Some(0)), object(Some(0)), Value::Null];
        let class = "a.B".into();
        let expected = vec![
            Returned::Object {
                class: std::sync::Arc::clone(&class),
                same_as: None,
            },
            Returned::Object {
                class,
                same_as: Some(VarId(0)),
            },
            Returned::Null,
        ];
        assert_eq!(try_out(vec![returning(values)]), Trial::Returned(expected));
    }

    #[test]
    fn calls_that_must_be_brief_get_less_time() {
        let mut executor = Fake::new(|job: &Job| {
            let mut outcome = completed(1);
            if job.limits.steps <= BRIEF {
                outcome.end = End::StepLimit;
            }
            Ok(report(vec![observed(outcome)], false))
        });
        let (mut memory, mut tally) = (Memory::default(), Tally::default());
        let mut feedback = Sequential {
            executor: &mut executor,
            memory: &mut memory,
            tally: &mut tally,
            broken: None,
        };
        let calls = [fake::new_b(0)];
        assert!(matches!(feedback.sequential(&calls), Trial::Returned(_)));
        assert!(matches!(
            feedback.brief(&calls),
            Trial::Unusable { at: Some(0), .. }
        ));
        assert!(matches!(feedback.sequential(&calls), Trial::Returned(_)));
    }

    #[test]
    fn two_different_runs_are_no_answer() {
        let values = |text: &str| {
            let plain = Value::Plain {
                class: "java.lang.Long".to_owned(),
                text: text.to_owned(),
            };
            returning(vec![object(Some(0)), plain, Value::Null])
        };
        assert_eq!(
            try_out(vec![values("1"), values("2")]),
            Trial::Nondeterministic { at: 1 }
        );
    }
}
