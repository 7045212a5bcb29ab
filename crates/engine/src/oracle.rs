//! Is what happened the class's fault? Only if it happens in no linearization of the same calls.
//!
//! A linearization is an execution of the same test whose threads change places only between calls, or when the running call blocks. A
//! call that only sleeps is not left, except for who wakes it up; one that waits for a limited time may be left, or wait until its time
//! is up. All of them are executed, by the strategy `calls`. An outcome is a violation if it threw a class of exception that no linearization
//! throws, or left calls stuck that no linearization leaves stuck together (ConTeGe, section 4, carried over to classes that block).
//! Where results are looked at, too, it is one if every call ended and no linearization has the same results (`results`).

use std::collections::{BTreeMap, BTreeSet};

use raddle_schedule::Spec;
use raddle_testcase::{Argument, Part, Position, Test, VarId};
use raddle_vm::{Chance, Distinguish, JobReport, Lost, Outcome, Record};
use serde::{Deserialize, Serialize};

use crate::executor::{Executor, job};
use crate::results::{CallEnd, Combination, Results};
use crate::symptom::{CallId, Symptoms, Unusable};

/// With more linearizations than this there is no verdict.
pub const MAX_LINEARIZATIONS: u64 = 1_000;

/// Clocks and random numbers that are not the usual ones.
const OTHER_CHANCES: [Chance; 2] = [Chance::Still, Chance::Slow];

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Oracle {
    /// Exceptions, and calls that never return.
    #[default]
    Failures,
    /// Failures; and where a test shows none, results that no linearization has.
    FailuresAndResults,
    /// Results that no linearization has.
    Results,
}

impl Oracle {
    /// What makes two outcomes different to it.
    pub fn distinguishes(self) -> Distinguish {
        match self {
            Self::Failures => Distinguish::Failures,
            Self::FailuresAndResults | Self::Results => Distinguish::Contents,
        }
    }
}

/// How all linearizations of a test end.
#[derive(Clone, Debug)]
pub struct Linearizations {
    /// Each way to end, with the first linearization that ends so, and how many do.
    pub report: JobReport,
    thrown: BTreeSet<String>,
    stuck: BTreeSet<BTreeSet<CallId>>,
    /// Where they are looked at, and can be compared.
    results: Option<Results>,
}

/// Why a test's linearizations cannot be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Inconclusive {
    /// There are more than anybody wants to execute.
    #[error("there are more than {MAX_LINEARIZATIONS} linearizations")]
    TooMany,
    /// One of them says nothing.
    #[error("a linearization {0}")]
    Unusable(Unusable),
}

/// What no linearization explains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unexplained {
    /// An exception of a class that no linearization throws.
    Exception {
        /// The class.
        class: String,
        /// The call that threw it.
        call: CallId,
    },
    /// Calls that no linearization leaves stuck together.
    Stuck(BTreeSet<CallId>),
    /// Results that no linearization has, all calls taken together.
    Results {
        /// Calls that do not count, because what they come to depends on clocks or random numbers.
        left_out: BTreeSet<Position>,
    },
}

impl Unexplained {
    /// Whether both are of one kind. A smaller test may fail in another call, but not with another exception: the user wants to see
    /// what was found.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exception { class: one, .. }, Self::Exception { class: other, .. }) => {
                one == other
            }
            (Self::Stuck(_), Self::Stuck(_)) | (Self::Results { .. }, Self::Results { .. }) => true,
            _ => false,
        }
    }

    /// Whether it is a stack that overflowed. How deep a recursion gets before that depends on what the JVM has compiled.
    pub(crate) fn is_overflow(&self) -> bool {
        matches!(self, Self::Exception { class, .. } if class == "java.lang.StackOverflowError")
    }

    /// Who found it.
    pub fn oracle(&self) -> Oracle {
        match self {
            Self::Exception { .. } | Self::Stuck(_) => Oracle::Failures,
            Self::Results { .. } => Oracle::Results,
        }
    }

    /// Whether two outcomes are the same as far as this is concerned.
    pub fn is_same(&self, one: &Outcome, other: &Outcome) -> bool {
        match self {
            Self::Exception { .. } | Self::Stuck(_) => {
                Symptoms::of(one).ok() == Symptoms::of(other).ok()
            }
            Self::Results { left_out } => {
                let compared = |outcome| Combination::of(outcome).map(|all| all.without(left_out));
                compared(one) == compared(other)
            }
        }
    }
}

impl Linearizations {
    /// Executes all linearizations of a test.
    pub fn of(
        test: &Test,
        oracle: Oracle,
        record: Record,
        executor: &mut dyn Executor,
    ) -> Result<Result<Self, Inconclusive>, Lost> {
        let mut job = job(test, Spec::Calls, 0, MAX_LINEARIZATIONS + 1);
        job.record = record;
        job.distinguish = oracle.distinguishes();
        Ok(Self::new(executor.run(&job)?, oracle))
    }

    /// Executes all linearizations with the given clocks and random numbers, and looks at their results. Nothing if there are too many or
    /// one of them says nothing.
    fn by_chance(
        test: &Test,
        chance: Chance,
        executor: &mut dyn Executor,
    ) -> Result<Option<Self>, Lost> {
        let mut job = job(test, Spec::Calls, 0, MAX_LINEARIZATIONS + 1);
        job.distinguish = Distinguish::Contents;
        job.chance = chance;
        Ok(Self::new(executor.run(&job)?, Oracle::Results).ok())
    }

    fn new(report: JobReport, oracle: Oracle) -> Result<Self, Inconclusive> {
        if !report.exhausted || report.executions > MAX_LINEARIZATIONS {
            return Err(Inconclusive::TooMany);
        }
        let mut thrown = BTreeSet::new();
        let mut stuck = BTreeSet::new();
        for observed in &report.observed {
            let symptoms = Symptoms::of(&observed.outcome).map_err(Inconclusive::Unusable)?;
            thrown.extend(symptoms.thrown.into_iter().map(|(class, _)| class));
            stuck.insert(symptoms.stuck);
        }
        let results = match oracle {
            Oracle::Failures => None,
            Oracle::FailuresAndResults | Oracle::Results => Results::of(&report),
        };
        Ok(Self {
            report,
            thrown,
            stuck,
            results,
        })
    }

    /// What of a failure no linearization explains; `None` if everything is.
    pub fn unexplained(&self, symptoms: &Symptoms) -> Option<Unexplained> {
        let exception = symptoms
            .thrown
            .iter()
            .find(|(class, _)| !self.thrown.contains(class));
        if let Some((class, call)) = exception {
            return Some(Unexplained::Exception {
                class: class.clone(),
                call: *call,
            });
        }
        let explained = self
            .stuck
            .iter()
            .any(|stuck| symptoms.stuck.is_subset(stuck));
        (!explained && !symptoms.stuck.is_empty())
            .then(|| Unexplained::Stuck(symptoms.stuck.clone()))
    }

    /// Whether every failure of these linearizations is one of the others' too.
    pub(crate) fn fail_no_worse_than(&self, others: &Self) -> bool {
        let explained = |stuck: &BTreeSet<CallId>| {
            stuck.is_empty() || others.stuck.iter().any(|other| !other.is_empty())
        };
        self.thrown.is_subset(&others.thrown) && self.stuck.iter().all(explained)
    }

    /// The same for an outcome; one that says nothing needs no explanation.
    pub fn unexplained_in(&self, outcome: &Outcome) -> Option<Unexplained> {
        self.unexplained(&Symptoms::of(outcome).ok()?)
    }

    /// Whether no linearization has the results of an outcome. The first that seems so needs a second look: all linearizations are
    /// executed again, with other clocks and random numbers.
    pub fn unexplained_results(
        &mut self,
        outcome: &Outcome,
        test: &Test,
        executor: &mut dyn Executor,
    ) -> Result<Option<Unexplained>, Lost> {
        // What fails as no linearization does is a failure, whatever else it is.
        let failure = self.unexplained_in(outcome);
        let (Some(results), Some(combination), None) =
            (&mut self.results, Combination::of(outcome), failure)
        else {
            return Ok(None);
        };
        if results.contain(&combination) {
            return Ok(None);
        }
        if results.need_a_second_look() {
            let mut others = Vec::new();
            for chance in OTHER_CHANCES {
                let other = Self::by_chance(test, chance, executor)?;
                others.push(other.and_then(|other| other.results));
            }
            results.look_again(others);
        }
        let left_out = results.unexplained(&combination);
        Ok(left_out.map(|left_out| Unexplained::Results { left_out }))
    }

    /// What some linearization has for each of the wanted variables, as far as the suffixes define them.
    fn given(&self, wanted: &BTreeSet<VarId>, test: &Test) -> BTreeMap<VarId, BTreeSet<CallEnd>> {
        let mut given = BTreeMap::new();
        let results = self.results.as_ref().map(Results::by_call);
        for (at, ends) in results.unwrap_or_default() {
            let Part::Suffix(suffix) = at.part else {
                continue;
            };
            let calls = test.suffixes.get(suffix);
            let call = calls.and_then(|calls| calls.get(at.index));
            let result = call.and_then(|call| call.result);
            if let Some(variable) = result.filter(|variable| wanted.contains(variable)) {
                given.insert(variable, ends.into_iter().cloned().collect());
            }
        }
        given
    }

    /// Whether an outcome that no linearization explains hangs on clocks or random numbers: with others, a linearization explains
    /// it, or some call is given another argument.
    pub fn hangs_on_chance(
        outcome: &Outcome,
        test: &Test,
        executor: &mut dyn Executor,
    ) -> Result<bool, Lost> {
        let arguments = test.calls().flat_map(|call| &call.arguments);
        let wanted: BTreeSet<VarId> = arguments
            .filter_map(|argument| match argument {
                Argument::Variable(variable) => Some(*variable),
                Argument::Constant(_) => None,
            })
            .collect();
        let prefix = Test {
            prefix: Vec::new(),
            suffixes: vec![test.prefix.clone()],
            afterwards: Vec::new(),
        };
        let mut ends = |part: &Test, chance| -> Result<_, Lost> {
            let all = Self::by_chance(part, chance, executor)?;
            let given = all.as_ref().map(|all| all.given(&wanted, part));
            Ok((all, given))
        };
        let (_, usual) = ends(test, Chance::Usual)?;
        let (_, usual_before) = ends(&prefix, Chance::Usual)?;
        for chance in OTHER_CHANCES {
            let (others, given) = ends(test, chance)?;
            let explained = others.is_some_and(|others| others.unexplained_in(outcome).is_none());
            let (_, given_before) = ends(&prefix, chance)?;
            // What says nothing shows no difference.
            let differs = given.is_some() && given != usual
                || given_before.is_some() && given_before != usual_before;
            if explained || differs {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a linearization explains an outcome if there is less room on the stack.
    pub fn explain_when_cramped(
        outcome: &Outcome,
        test: &Test,
        executor: &mut dyn Executor,
    ) -> Result<bool, Lost> {
        let cramped = Self::by_chance(test, Chance::Cramped, executor)?;
        Ok(cramped.is_some_and(|cramped| cramped.unexplained_in(outcome).is_none()))
    }

    /// What of an outcome no linearization explains, as far as this oracle looks.
    pub fn judge(
        &mut self,
        outcome: &Outcome,
        oracle: Oracle,
        test: &Test,
        executor: &mut dyn Executor,
    ) -> Result<Option<Unexplained>, Lost> {
        match oracle {
            Oracle::Failures => Ok(self.unexplained_in(outcome)),
            Oracle::Results => self.unexplained_results(outcome, test, executor),
            Oracle::FailuresAndResults => match self.unexplained_in(outcome) {
                None => self.unexplained_results(outcome, test, executor),
                failure => Ok(failure),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{observed, stuck, threw};

    fn linearizations(outcomes: Vec<Outcome>) -> Linearizations {
        Linearizations::new(
            crate::fake::report(outcomes.into_iter().map(observed).collect(), true),
            Oracle::Failures,
        )
        .expect("conclusive")
    }

    fn unexplained(of: Outcome, linearizations: &Linearizations) -> Option<Unexplained> {
        linearizations.unexplained_in(&of)
    }

    #[test]
    fn an_exception_is_a_violation_only_if_no_linearization_throws_its_class() {
        let fine = linearizations(vec![crate::fake::completed(2)]);
        let found = unexplained(threw(2, 1, 0, "java.lang.NullPointerException"), &fine);
        let call = CallId { suffix: 1, call: 0 };
        assert_eq!(
            found,
            Some(Unexplained::Exception {
                class: "java.lang.NullPointerException".to_owned(),
                call
            })
        );
        // Another call throws it, in another order: still the same class.
        let throws = linearizations(vec![
            crate::fake::completed(2),
            threw(2, 0, 0, "java.lang.NullPointerException"),
        ]);
        assert_eq!(
            unexplained(threw(2, 1, 0, "java.lang.NullPointerException"), &throws),
            None
        );
        assert!(
            unexplained(threw(2, 1, 0, "java.lang.RuntimeException"), &throws).is_some(),
            "compared by exact class"
        );
    }

    #[test]
    fn calls_are_stuck_together_or_not() {
        let both = stuck(2, &[(0, 0), (1, 0)]);
        let first = stuck(2, &[(0, 0)]);
        let second = stuck(2, &[(1, 0)]);
        let each_alone = linearizations(vec![first.clone(), second]);
        assert!(unexplained(both.clone(), &each_alone).is_some());
        assert_eq!(unexplained(first.clone(), &each_alone), None);
        let together = linearizations(vec![both.clone()]);
        assert_eq!(unexplained(both, &together), None);
        assert_eq!(
            unexplained(first, &together),
            None,
            "contained in what a linearization leaves stuck"
        );
        assert_eq!(unexplained(crate::fake::completed(2), &together), None);
        // The same suffix stuck in another call is something else.
        assert!(unexplained(stuck(2, &[(0, 1)]), &together).is_some());
    }

    #[test]
    fn what_says_nothing_is_never_a_violation() {
        use raddle_vm::End;
        let fine = linearizations(vec![crate::fake::completed(2)]);
        for end in [
            End::StepLimit,
            End::ThreadLimit,
            End::ExitCalled,
            End::Pinned,
            End::PrefixFailed,
            End::OutOfMemory,
        ] {
            let mut outcome = threw(2, 0, 0, "java.lang.NullPointerException");
            outcome.end = end;
            assert_eq!(unexplained(outcome, &fine), None, "{end:?}");
        }
        assert_eq!(
            unexplained(threw(2, 0, 0, "java.lang.OutOfMemoryError"), &fine),
            None
        );
        assert!(unexplained(threw(2, 0, 0, "java.lang.StackOverflowError"), &fine).is_some());
    }

    #[test]
    fn linearizations_must_all_be_known() {
        use raddle_vm::End;
        let mut endless = crate::fake::completed(2);
        endless.end = End::StepLimit;
        let report = crate::fake::report(
            vec![observed(crate::fake::completed(2)), observed(endless)],
            true,
        );
        assert_eq!(
            Linearizations::new(report, Oracle::Failures).err(),
            Some(Inconclusive::Unusable(Unusable::StepLimit))
        );
        let mut many = crate::fake::report(vec![observed(crate::fake::completed(2))], true);
        many.executions = MAX_LINEARIZATIONS + 1;
        assert_eq!(
            Linearizations::new(many, Oracle::Failures).err(),
            Some(Inconclusive::TooMany)
        );
        let stopped = crate::fake::report(vec![observed(crate::fake::completed(2))], false);
        assert_eq!(
            Linearizations::new(stopped, Oracle::Failures).err(),
            Some(Inconclusive::TooMany)
        );
    }
}
