//! One test, many schedules: looks for something that no linearization explains.

use std::collections::BTreeSet;

use raddle_schedule::{Bound, Schedule, Spec, SwitchPoints};
use raddle_testcase::Test;
use raddle_vm::{Focus, JobReport, Lost, Observed, Outcome, Record};

use crate::executor::{Executor, job};
use crate::oracle::{Linearizations, Oracle, Unexplained};
use crate::symptom::Symptoms;
use crate::tally::Tally;

/// One in so many tests is explored thoroughly, the others quickly: new tests find more than more schedules.
const THOROUGH: u64 = 4;

/// To look at every event of so many is not worth the time that other tests would get.
const LONG: u32 = 3_000;

/// Events of one strategy on one test, of all executions together, after which other tests are worth more. It matters for endless
/// recursions and the like.
const SHARE: u64 = 1_000_000;

/// How much of what to try on one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// One strategy after the other.
    pub phases: Vec<Phase>,
    /// What to look for.
    pub oracle: Oracle,
}

/// A strategy and its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// The strategy.
    pub strategy: Spec,
    /// Executions at most.
    pub executions: u64,
    /// Tests with more events do without it.
    pub longest: u32,
    /// Only one in so many tests has it.
    pub every: u64,
    /// Events of all its executions together: long tests get fewer.
    pub events: u64,
}

impl Plan {
    /// All schedules with one preemption where it matters, as many with two as there is room for, then random ones.
    ///
    /// Most violations need one preemption, nearly all two (Musuvathi and Qadeer, PLDI 2007); what needs more, PCT and POS may meet.
    /// POS looks at every event, which costs most, and misses nothing for having been looked for elsewhere.
    pub fn systematic() -> Self {
        let pct = Spec::Pct(std::num::NonZeroU32::MIN.saturating_add(2));
        let quick = |strategy, executions| Phase {
            events: SHARE,
            ..Phase::new(strategy, executions)
        };
        let thorough = |strategy, executions| Phase {
            every: THOROUGH,
            ..quick(strategy, executions)
        };
        Self {
            phases: vec![
                quick(bounded(1), 1_000),
                quick(bounded(2), 100),
                quick(pct.clone(), 20),
                thorough(bounded(2), 600),
                thorough(pct, 100),
                Phase {
                    longest: LONG,
                    ..thorough(Spec::Pos, 20)
                },
            ],
            oracle: Oracle::Failures,
        }
    }

    /// One strategy only, as the user wants it.
    pub fn only(strategy: Spec, executions: u64) -> Self {
        Self {
            phases: vec![Phase::new(strategy, executions)],
            oracle: Oracle::Failures,
        }
    }

    /// The same, looking for something else.
    #[must_use]
    pub fn with_oracle(self, oracle: Oracle) -> Self {
        Self { oracle, ..self }
    }
}

impl Phase {
    /// For tests of any length.
    pub fn new(strategy: Spec, executions: u64) -> Self {
        Self {
            strategy,
            executions,
            longest: u32::MAX,
            every: 1,
            events: u64::MAX,
        }
    }
}

/// All schedules with at most so many preemptions.
pub(crate) fn bounded(preemptions: u32) -> Spec {
    Spec::Bounded(Bound {
        preemptions,
        before: SwitchPoints::All,
    })
}

/// Something that no linearization explains. Nobody has looked twice yet.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The test.
    pub test: Test,
    /// What makes it happen.
    pub schedule: Schedule,
    /// What happened.
    pub outcome: Outcome,
    /// What of that no linearization explains.
    pub unexplained: Unexplained,
    /// The strategy that found it.
    pub strategy: Spec,
}

/// What came of exploring a test.
#[derive(Debug)]
pub enum Explored {
    /// Something that no linearization explains.
    Suspect(Box<Suspect>),
    /// Nothing that linearizations do not do, too.
    Passed,
    /// There were failures, and no telling whether linearizations have them too.
    Inconclusive,
}

/// What is known about a test before it is explored.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What its suffixes fight over.
    pub focus: Option<Focus>,
    /// How many tests there were before it.
    pub number: u64,
    /// How many events it makes, as far as somebody has counted.
    pub events: u32,
    /// How it ends when its calls run one after the other.
    pub linearizations: Option<Linearizations>,
}

/// Explores a test until something unexplained happens or the plan is done.
pub fn explore(
    test: &Test,
    known: Known,
    plan: &Plan,
    seed: u64,
    executor: &mut dyn Executor,
    tally: &mut Tally,
) -> Result<Explored, Lost> {
    let mut judge = Judge {
        test,
        oracle: plan.oracle,
        linearizations: known.linearizations,
        seen: BTreeSet::new(),
        odd: None,
    };
    // Every outcome is compared with them, not only failures.
    if plan.oracle != Oracle::Failures && judge.linearizations(executor, tally)?.is_none() {
        return Ok(Explored::Inconclusive);
    }
    let mut before = None;
    for phase in &plan.phases {
        if known.events > phase.longest || !known.number.is_multiple_of(phase.every) {
            continue;
        }
        let mut job = job(test, phase.strategy.clone(), seed, phase.executions);
        job.focus.clone_from(&known.focus);
        job.limits.steps = job.limits.steps.min(phase.longest);
        job.limits.total = phase.events;
        job.distinguish = plan.oracle.distinguishes();
        let report = executor.run(&job)?;
        tally.executions += report.executions;
        match judge.look(&report, &phase.strategy, executor, tally)? {
            Explored::Passed => {}
            end => return Ok(end),
        }
        // More preemptions made no more schedules: there is nothing left to switch.
        let all = report.exhausted.then_some(report.executions);
        if all.is_some() && all == before {
            break;
        }
        before = all;
    }
    Ok(judge.odd.map_or(Explored::Passed, Explored::Suspect))
}

/// The turn in which a stack overflows has no length that could be repeated.
fn repeatable(schedule: &Schedule, unexplained: &Unexplained) -> Schedule {
    const LONGEST: u32 = 2_000;
    if unexplained.is_overflow() {
        schedule.relaxed(LONGEST)
    } else {
        schedule.clone()
    }
}

/// Asks the oracle about every way to fail, once each, and about every outcome where results are looked at.
struct Judge<'a> {
    test: &'a Test,
    oracle: Oracle,
    /// Executed when the first failure needs them.
    linearizations: Option<Linearizations>,
    seen: BTreeSet<Symptoms>,
    /// The first results that no linearization has; failures come first.
    odd: Option<Box<Suspect>>,
}

impl Judge<'_> {
    fn look(
        &mut self,
        report: &JobReport,
        strategy: &Spec,
        executor: &mut dyn Executor,
        tally: &mut Tally,
    ) -> Result<Explored, Lost> {
        for observed in &report.observed {
            for thrown in observed
                .outcome
                .helpers
                .iter()
                .filter_map(|helper| helper.uncaught.as_ref())
            {
                Tally::count(&mut tally.uncaught, &thrown.class, observed.count);
            }
            let symptoms = match Symptoms::of(&observed.outcome) {
                Ok(symptoms) => symptoms,
                Err(unusable) => {
                    Tally::count(&mut tally.unusable, unusable, observed.count);
                    continue;
                }
            };
            if self.oracle != Oracle::Failures && self.odd.is_none() {
                self.odd = self.odd_results(observed, strategy, executor)?;
            }
            if self.oracle == Oracle::Results {
                match self.odd.take() {
                    Some(odd) => return Ok(Explored::Suspect(odd)),
                    None => continue,
                }
            }
            if symptoms.is_empty() || !self.seen.insert(symptoms.clone()) {
                continue;
            }
            let Some(linearizations) = self.linearizations(executor, tally)? else {
                return Ok(Explored::Inconclusive);
            };
            match linearizations.unexplained(&symptoms) {
                None => tally.explained += 1,
                Some(unexplained) => {
                    let suspect = self.suspect(observed, unexplained, strategy);
                    return Ok(Explored::Suspect(suspect));
                }
            }
        }
        Ok(Explored::Passed)
    }

    /// How the test ends when its calls run one after the other; nothing if that is not to be known.
    fn linearizations(
        &mut self,
        executor: &mut dyn Executor,
        tally: &mut Tally,
    ) -> Result<Option<&mut Linearizations>, Lost> {
        if self.linearizations.is_none() {
            match Linearizations::of(self.test, self.oracle, Record::Schedules, executor)? {
                Ok(linearizations) => {
                    tally.linearizations += linearizations.report.executions;
                    self.linearizations = Some(linearizations);
                }
                Err(inconclusive) => Tally::count(&mut tally.inconclusive, inconclusive, 1),
            }
        }
        Ok(self.linearizations.as_mut())
    }

    fn odd_results(
        &mut self,
        observed: &Observed,
        strategy: &Spec,
        executor: &mut dyn Executor,
    ) -> Result<Option<Box<Suspect>>, Lost> {
        let Some(linearizations) = &mut self.linearizations else {
            return Ok(None);
        };
        let odd = linearizations.unexplained_results(&observed.outcome, self.test, executor)?;
        Ok(odd.map(|unexplained| self.suspect(observed, unexplained, strategy)))
    }

    fn suspect(
        &self,
        observed: &Observed,
        unexplained: Unexplained,
        strategy: &Spec,
    ) -> Box<Suspect> {
        Box::new(Suspect {
            test: self.test.clone(),
            schedule: repeatable(&observed.schedule, &unexplained),
            outcome: observed.outcome.clone(),
            unexplained,
            strategy: strategy.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
