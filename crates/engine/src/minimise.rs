//! Makes a violation as small as it goes: fewer calls, simpler arguments, fewer switches; every step judged by the full oracle.

use raddle_schedule::Spec;
use raddle_testcase::Test;
use raddle_vm::{Focus, Lost, Record};

use crate::executor::Executor;
use crate::explore::{Explored, Known, Phase, Plan, Suspect, bounded, explore};
use crate::interference::{Interference, interference};
use crate::oracle::{Linearizations, Oracle};
use crate::reduce;
use crate::tally::Tally;

/// Executions after which what is reached so far has to do. Counted, not timed, so that the result does not depend on the machine.
const WORK: u64 = 200_000;

/// Events of one strategy on one candidate: to wait long for a long test to become a little shorter is worth nothing.
const SHARE: u64 = 1_000_000;

/// The smallest suspect that can be reached from this one and still fails in the same kind of way; or as small as it had got when the
/// executor was called off.
pub fn minimise(
    suspect: Suspect,
    seed: u64,
    executor: &mut dyn Executor,
    tally: &mut Tally,
) -> Suspect {
    let mut spent = Tally::default();
    let smallest = Minimiser {
        focus: None,
        seed,
        executor,
        spent: &mut spent,
        called_off: false,
    }
    .minimise(suspect);
    // What candidates come to besides says nothing about the tests that were made.
    tally.executions += spent.executions;
    tally.linearizations += spent.linearizations;
    smallest
}

struct Minimiser<'a> {
    /// What the suffixes of the first test fight over. Smaller tests fight over less.
    focus: Option<Focus>,
    seed: u64,
    executor: &'a mut dyn Executor,
    spent: &'a mut Tally,
    called_off: bool,
}

impl Minimiser<'_> {
    fn minimise(&mut self, suspect: Suspect) -> Suspect {
        let Some(usual) = self.linearizations(&suspect.test, &suspect) else {
            return suspect;
        };
        let interference = interference(&suspect.test, self.executor, self.spent);
        if let Ok(Interference::Possible { focus, .. }) = interference {
            self.focus = Some(focus);
        }
        let mut smallest = self.with_fewest_switches(suspect, &usual);
        'again: while !self.is_enough() {
            for candidate in reduce::steps(&smallest.test) {
                if let Some(smaller) = self.still_fails(&candidate, &smallest, &usual) {
                    smallest = smaller;
                    continue 'again;
                }
                if self.is_enough() {
                    break;
                }
            }
            break;
        }
        smallest
    }

    fn is_enough(&self) -> bool {
        self.called_off || self.spent.work() >= WORK
    }

    /// The same test with a schedule of as few preemptions as possible.
    fn with_fewest_switches(&mut self, suspect: Suspect, usual: &Linearizations) -> Suspect {
        let mut tidied = suspect.clone();
        if suspect.unexplained.oracle() == Oracle::Failures {
            // Nobody looked at what came afterwards.
            tidied.test.afterwards.clear();
        }
        tidied.test = reduce::tidy(&tidied.test);
        self.still_fails(&tidied.test, &tidied, usual)
            .unwrap_or(suspect)
    }

    /// How a test fails if it fails like that one. What fails in a new way when its calls run one after the other is no simpler.
    fn still_fails(
        &mut self,
        test: &Test,
        like: &Suspect,
        usual: &Linearizations,
    ) -> Option<Suspect> {
        let linearizations = self.linearizations(test, like)?;
        if !linearizations.fail_no_worse_than(usual) {
            return None;
        }
        let known = Known {
            focus: self.focus.clone(),
            number: 0,
            events: 0,
            linearizations: Some(linearizations),
        };
        let explored = explore(
            test,
            known,
            &plan(like),
            self.seed,
            self.executor,
            self.spent,
        );
        match self.unless_lost(test, explored)? {
            Explored::Suspect(suspect) if suspect.unexplained.is_like(&like.unexplained) => {
                Some(*suspect)
            }
            _ => None,
        }
    }

    fn linearizations(&mut self, test: &Test, like: &Suspect) -> Option<Linearizations> {
        let oracle = like.unexplained.oracle();
        let executed = Linearizations::of(test, oracle, Record::Schedules, self.executor);
        let linearizations = self.unless_lost(test, executed)?.ok()?;
        self.spent.linearizations += linearizations.report.executions;
        Some(linearizations)
    }

    fn unless_lost<T>(&mut self, test: &Test, result: Result<T, Lost>) -> Option<T> {
        match result {
            Ok(result) => Some(result),
            Err(lost) => {
                self.called_off |= matches!(lost, Lost::CalledOff);
                self.spent.lost(test, &lost);
                None
            }
        }
    }
}

/// Schedules with fewer preemptions first. A test that needs more of them is no simpler; what needed another strategy may need it
/// again.
fn plan(like: &Suspect) -> Plan {
    let strategy = &like.strategy;
    let share = |strategy, executions| Phase {
        events: SHARE,
        ..Phase::new(strategy, executions)
    };
    let mut phases = vec![share(bounded(1), 1_000)];
    if *strategy != bounded(1) {
        phases.push(share(bounded(2), 4_000));
    }
    if !matches!(strategy, Spec::Bounded(_) | Spec::Replay(_)) {
        phases.push(Phase::new(strategy.clone(), 300));
    }
    Plan {
        phases,
        oracle: like.unexplained.oracle(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{self, Fake, completed, is_linearization, observed, report, threw};
    use crate::oracle::Unexplained;
    use crate::symptom::CallId;
    use raddle_vm::{Job, JobReport};

    const NPE: &str = "java.lang.NullPointerException";

    fn suspect(test: Test) -> Suspect {
        let seen = observed(threw(2, 0, 0, NPE));
        Suspect {
            test,
            schedule: seen.schedule,
            outcome: seen.outcome,
            unexplained: Unexplained::Exception {
                class: NPE.to_owned(),
                call: CallId { suffix: 0, call: 0 },
            },
            strategy: Spec::Pos,
        }
    }

    /// Fails whenever `a` runs beside `b`, with this class of exception.
    fn a_beside_b(job: &Job, class: &str) -> JobReport {
        let calls = |suffix: usize, name: &str| {
            let is = |call: &raddle_testcase::Call| {
                format!("{:?}", call.callee).contains(&format!("\"{name}\""))
            };
            job.test.suffixes[suffix].iter().any(is)
        };
        let fails = !is_linearization(job) && calls(0, "a") && calls(1, "b");
        let outcome = if fails {
            threw(2, 0, 0, class)
        } else {
            completed(2)
        };
        report(vec![observed(outcome)], true)
    }

    #[test]
    fn only_the_calls_that_matter_are_left() {
        let mut executor = Fake::new(|job: &Job| Ok(a_beside_b(job, NPE)));
        let mut test = fake::test(&["x", "a", "y"], &["b", "z"]);
        test.prefix.push(fake::new_b(7));
        let smallest = minimise(suspect(test), 1, &mut executor, &mut Tally::default());
        let mut expected = fake::test(&["a"], &["b"]);
        for call in expected.suffixes.iter_mut().flatten() {
            call.arguments[1] =
                raddle_testcase::Argument::Constant(raddle_testcase::Constant::Int(0));
        }
        assert_eq!(smallest.test, expected);
    }

    #[test]
    fn another_exception_is_another_violation() {
        let mut executor = Fake::new(|job: &Job| {
            let class = if job.test.calls().count() < 5 {
                "java.lang.Error"
            } else {
                NPE
            };
            Ok(a_beside_b(job, class))
        });
        let smallest = minimise(
            suspect(fake::test(&["x", "a", "y"], &["b", "z"])),
            1,
            &mut executor,
            &mut Tally::default(),
        );
        assert_eq!(smallest.test.calls().count(), 5);
    }

    #[test]
    fn what_is_reached_when_it_is_called_off_has_to_do() {
        let calls = ["x", "a", "y"];
        let test = fake::test(&calls, &["b", "z"]);
        let size = test.calls().count();
        for jobs in [0, 1, 5, 1_000] {
            let mut executor = Fake::new(|job: &Job| Ok(a_beside_b(job, NPE)));
            let left = std::cell::Cell::new(jobs as u64);
            let is_over = || {
                let is_over = left.get() == 0;
                left.set(left.get().saturating_sub(1));
                is_over
            };
            let smallest = minimise(
                suspect(test.clone()),
                1,
                &mut crate::executor::UntilCalledOff {
                    executor: &mut executor,
                    is_over: &is_over,
                },
                &mut Tally::default(),
            );
            assert!(
                executor.jobs.len() <= jobs,
                "nothing is done behind its back"
            );
            assert_eq!(smallest.test.calls().count() < size, jobs == 1_000);
        }
    }

    #[test]
    fn a_suspect_that_cannot_be_repeated_stays_as_it_is() {
        let mut executor = Fake::new(|_: &Job| Ok(report(vec![observed(completed(2))], true)));
        let test = fake::test(&["a"], &["b"]);
        let smallest = minimise(
            suspect(test.clone()),
            1,
            &mut executor,
            &mut Tally::default(),
        );
        assert_eq!(smallest.test, test);
    }
}
