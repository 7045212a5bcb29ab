//! Nothing is reported that was seen only once: a suspect must happen again, in a process that has seen nothing else.

use raddle_schedule::Spec;
use raddle_vm::{JobReport, Lost, Record, SiteInfo, Trace};

use crate::executor::{Executor, job};
use crate::explore::Suspect;
use crate::oracle::{Inconclusive, Linearizations, Oracle};

/// How often the schedule has to lead to the same failure.
const REPLAYS: u64 = 10;

/// A suspect that held up.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// What was found.
    pub suspect: Suspect,
    /// The events of the execution.
    pub trace: Trace,
    /// What the sites in the events stand for.
    pub sites: Vec<(u32, SiteInfo)>,
    /// How all linearizations end, with the events of each.
    pub linearizations: Linearizations,
}

/// Why a suspect is not reported.
#[derive(Debug, thiserror::Error)]
pub enum Rejection {
    /// The JVM's own threads did it, and no schedule of ours did.
    #[error(
        "it happened only among the JVM's own threads, and could not be repeated under control"
    )]
    Uncontrolled,
    /// The schedule cannot be followed again.
    #[error("its schedule could not be repeated")]
    Diverged,
    /// The schedule was followed, and something else happened.
    #[error("its schedule led to something else when repeated")]
    OtherOutcome,
    /// A linearization does this after all.
    #[error("a linearization does the same when executed again")]
    Explained,
    /// With other clocks or random numbers it would be something else.
    #[error("it hangs on the time or on random numbers")]
    Chance,
    /// A recursion that is deep but ends overflowed the stack, which it may do or not.
    #[error("it hangs on how much room there is on the stack")]
    Depth,
    /// The linearizations gave no verdict this time.
    #[error("when executed again, {0}")]
    Inconclusive(Inconclusive),
    /// The worker was lost.
    #[error("it took the worker with it when repeated")]
    Lost(#[from] Lost),
}

/// Repeats a suspect in a fresh process: its schedule must lead to the same every time, and no linearization may.
pub fn confirm(suspect: Suspect, executor: &mut dyn Executor) -> Result<Confirmed, Rejection> {
    executor.refresh();
    replay(&suspect, Record::Schedules, REPLAYS, executor)?;
    let mut traced = replay(&suspect, Record::Traces, 1, executor)?;
    let oracle = suspect.unexplained.oracle();
    let mut linearizations = Linearizations::of(&suspect.test, oracle, Record::Events, executor)?
        .map_err(Rejection::Inconclusive)?;
    let again = linearizations.judge(&suspect.outcome, oracle, &suspect.test, executor)?;
    if again.as_ref() != Some(&suspect.unexplained) {
        return Err(Rejection::Explained);
    }
    if oracle == Oracle::Failures
        && Linearizations::hangs_on_chance(&suspect.outcome, &suspect.test, executor)?
    {
        return Err(Rejection::Chance);
    }
    if suspect.unexplained.is_overflow()
        && Linearizations::explain_when_cramped(&suspect.outcome, &suspect.test, executor)?
    {
        return Err(Rejection::Depth);
    }
    let trace = traced
        .observed
        .first_mut()
        .and_then(|observed| observed.trace.take())
        .unwrap_or_default();
    Ok(Confirmed {
        suspect,
        trace,
        sites: traced.sites,
        linearizations,
    })
}

/// Follows the schedule of a suspect; all executions must come to what the suspect did.
pub fn replay(
    suspect: &Suspect,
    record: Record,
    times: u64,
    executor: &mut dyn Executor,
) -> Result<JobReport, Rejection> {
    let mut job = job(
        &suspect.test,
        Spec::Replay(suspect.schedule.clone()),
        0,
        times,
    );
    job.record = record;
    job.distinguish = suspect.unexplained.oracle().distinguishes();
    let report = executor.run(&job)?;
    if report.divergence.is_some() {
        return Err(Rejection::Diverged);
    }
    let same = |outcome| suspect.unexplained.is_same(outcome, &suspect.outcome);
    let alike = !report.observed.is_empty()
        && report
            .observed
            .iter()
            .all(|observed| same(&observed.outcome));
    if alike {
        Ok(report)
    } else {
        Err(Rejection::OtherOutcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{self, Fake, completed, is_linearization, observed, report, returned, threw};
    use crate::oracle::Unexplained;
    use crate::symptom::CallId;
    use raddle_schedule::{Divergence, DivergenceReason};
    use raddle_testcase::{Argument, VarId};
    use raddle_vm::{Chance, Job, Outcome};

    const NPE: &str = "java.lang.NullPointerException";

    fn suspect() -> Suspect {
        let seen = observed(threw(2, 1, 0, NPE));
        Suspect {
            test: fake::test(&["a"], &["b"]),
            schedule: seen.schedule,
            outcome: seen.outcome,
            unexplained: Unexplained::Exception {
                class: NPE.to_owned(),
                call: CallId { suffix: 1, call: 0 },
            },
            strategy: Spec::Pos,
        }
    }

    fn confirmed(replayed: Outcome, linearized: Outcome) -> (Result<Confirmed, Rejection>, u32) {
        let mut executor = Fake::new(move |job: &Job| {
            let outcome = if is_linearization(job) {
                &linearized
            } else {
                &replayed
            };
            Ok(report(
                vec![observed(outcome.clone())],
                is_linearization(job),
            ))
        });
        (confirm(suspect(), &mut executor), executor.refreshed)
    }

    /// What `confirm` says if linearizations end so, usually and with other clocks and random numbers.
    fn with_chance(usual: &Outcome, other: &Outcome) -> Result<Confirmed, Rejection> {
        let mut suspect = suspect();
        // The second suffix is given what the first comes to.
        let given = VarId(7);
        suspect.test.suffixes[0][0].result = Some(given);
        suspect.test.suffixes[1][0]
            .arguments
            .push(Argument::Variable(given));
        let happens = suspect.outcome.clone();
        let mut executor = Fake::new(|job: &Job| {
            let outcome = match (is_linearization(job), job.chance) {
                (false, _) => &happens,
                (true, Chance::Usual) => usual,
                (true, _) => other,
            };
            Ok(report(
                vec![observed(outcome.clone())],
                is_linearization(job),
            ))
        });
        confirm(suspect, &mut executor)
    }

    #[test]
    fn what_hangs_on_chance_is_rejected() {
        let drawn = |number| returned(&[&[number], &["1"]]);
        let verdict = with_chance(&drawn("4"), &drawn("4"));
        assert!(verdict.is_ok(), "{verdict:?}");
        let other_argument = with_chance(&drawn("4"), &drawn("5"));
        assert!(matches!(other_argument, Err(Rejection::Chance)));
        let explained = with_chance(&drawn("4"), &threw(2, 1, 0, NPE));
        assert!(matches!(explained, Err(Rejection::Chance)));
    }

    #[test]
    fn a_stack_that_overflows_must_not_do_so_for_want_of_room() {
        const OVERFLOW: &str = "java.lang.StackOverflowError";
        let verdict = |cramped: Outcome| {
            let happens = threw(2, 1, 0, OVERFLOW);
            let mut suspect = suspect();
            suspect.outcome = happens.clone();
            suspect.unexplained = Unexplained::Exception {
                class: OVERFLOW.to_owned(),
                call: CallId { suffix: 1, call: 0 },
            };
            let mut executor = Fake::new(|job: &Job| {
                let outcome = match (is_linearization(job), job.chance) {
                    (false, _) => happens.clone(),
                    (true, Chance::Cramped) => cramped.clone(),
                    (true, _) => completed(2),
                };
                Ok(report(vec![observed(outcome)], is_linearization(job)))
            });
            confirm(suspect, &mut executor)
        };
        assert!(verdict(completed(2)).is_ok(), "there is no end to it");
        let deep = verdict(threw(2, 0, 0, OVERFLOW));
        assert!(matches!(deep, Err(Rejection::Depth)), "{deep:?}");
    }

    #[test]
    fn what_happens_again_is_confirmed_in_a_fresh_process() {
        let (result, refreshed) = confirmed(threw(2, 1, 0, NPE), completed(2));
        assert!(result.is_ok());
        assert_eq!(refreshed, 1);
    }

    #[test]
    fn what_does_not_is_rejected() {
        let (result, _) = confirmed(completed(2), completed(2));
        assert!(matches!(result, Err(Rejection::OtherOutcome)));
        let (result, _) = confirmed(threw(2, 0, 0, NPE), completed(2));
        assert!(
            matches!(result, Err(Rejection::OtherOutcome)),
            "another call threw"
        );
        let (result, _) = confirmed(threw(2, 1, 0, NPE), threw(2, 0, 0, NPE));
        assert!(matches!(result, Err(Rejection::Explained)));
    }

    #[test]
    fn a_schedule_that_cannot_be_followed_is_rejected() {
        let mut executor = Fake::new(|job: &Job| {
            let mut report = report(vec![observed(threw(2, 1, 0, NPE))], is_linearization(job));
            report.divergence = Some(Divergence {
                step: 1,
                turn: 0,
                reason: DivergenceReason::GoesOn,
            });
            Ok(report)
        });
        assert!(matches!(
            confirm(suspect(), &mut executor),
            Err(Rejection::Diverged)
        ));
    }
}
