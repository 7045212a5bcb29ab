//! Linearizability: are the results of an execution those of some linearization?
//!
//! Compared are the executions in which every call ended, by what each call returned or threw, and by what was seen afterwards. What
//! depends on clocks or random numbers is found by executing the linearizations again, with others, and is left out.

use std::collections::{BTreeMap, BTreeSet};

use raddle_testcase::{Part, Position};
use raddle_vm::{JobReport, Outcome, SuffixEnd, SuffixOutcome, Value};

use crate::canonical::canonical;
use crate::symptom::Symptoms;

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CallEnd {
    /// This, as far as it can be compared.
    Returned(Value),
    /// An exception of this class.
    Threw(String),
    /// Only afterwards: a suffix that is stuck is a failure.
    Stuck,
}

/// What all calls of an execution came to, those afterwards included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Combination(BTreeMap<Position, CallEnd>);

impl Combination {
    /// Nothing unless every call of the suffixes ended. What threads of the tested code's own do in the background happens between
    /// calls or within them, which no order of the calls says: then there is nothing to compare, either.
    pub(crate) fn of(outcome: &Outcome) -> Option<Self> {
        let symptoms = Symptoms::of(outcome).ok()?;
        if !symptoms.stuck.is_empty() || !outcome.helpers.is_empty() {
            return None;
        }
        let mut ends = BTreeMap::new();
        for (number, suffix) in outcome.suffixes.iter().enumerate() {
            add(&mut ends, Part::Suffix(number), suffix)?;
        }
        if let Some(afterwards) = &outcome.afterwards {
            add(&mut ends, Part::Afterwards, afterwards)?;
        }
        Some(Self(ends))
    }

    /// The same without some calls.
    pub(crate) fn without(&self, left_out: &BTreeSet<Position>) -> Self {
        let kept = self.0.iter().filter(|(at, _)| !left_out.contains(at));
        Self(kept.map(|(at, end)| (*at, end.clone())).collect())
    }
}

fn add(ends: &mut BTreeMap<Position, CallEnd>, part: Part, outcome: &SuffixOutcome) -> Option<()> {
    let at = |index| Position { part, index };
    for (index, value) in outcome.results.iter().enumerate() {
        ends.insert(at(index), CallEnd::Returned(canonical(value)));
    }
    let last = match &outcome.end {
        SuffixEnd::Finished => return Some(()),
        SuffixEnd::Threw(thrown) => CallEnd::Threw(thrown.class.clone()),
        SuffixEnd::Stuck(_) => CallEnd::Stuck,
        SuffixEnd::CutOff => return None,
    };
    ends.insert(at(outcome.results.len()), last);
    Some(())
}

/// The results of all linearizations of a test.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// With the usual clocks and random numbers.
    usual: BTreeSet<Combination>,
    /// What the second look said, once somebody had it.
    second: Option<SecondLook>,
}

#[derive(Clone, Debug)]
enum SecondLook {
    /// These calls are left out, and this is what is left.
    Settled {
        left_out: BTreeSet<Position>,
        kept: BTreeSet<Combination>,
    },
    /// The results depend on chance in a way that leaves nothing to compare.
    Chance,
}

impl Results {
    /// Nothing if some linearization cannot be compared with: one that leaves calls stuck has no results to compare and does not matter,
    /// but threads of the tested code's own do.
    pub(crate) fn of(report: &JobReport) -> Option<Self> {
        if report
            .observed
            .iter()
            .any(|observed| !observed.outcome.helpers.is_empty())
        {
            return None;
        }
        let outcomes = report.observed.iter().map(|observed| &observed.outcome);
        Some(Self {
            usual: outcomes.filter_map(Combination::of).collect(),
            second: None,
        })
    }

    /// What each call comes to in some linearization.
    pub(crate) fn by_call(&self) -> BTreeMap<Position, BTreeSet<&CallEnd>> {
        by_call(&self.usual)
    }

    /// Whether some linearization has exactly these results.
    pub(crate) fn contain(&self, combination: &Combination) -> bool {
        self.usual.contains(combination)
    }

    /// Whether the second look is still to be had.
    pub(crate) fn need_a_second_look(&self) -> bool {
        self.second.is_none()
    }

    /// Compares with the same linearizations under other circumstances.
    pub(crate) fn look_again(&mut self, others: Vec<Option<Self>>) {
        let others: Option<Vec<Self>> = others.into_iter().collect();
        self.second = Some(match others {
            None => SecondLook::Chance,
            Some(others) => self.compared(&others),
        });
    }

    fn compared(&self, others: &[Self]) -> SecondLook {
        let mine = by_call(&self.usual);
        let mut left_out: BTreeSet<Position> = BTreeSet::new();
        for other in others {
            let theirs = by_call(&other.usual);
            let all = mine.keys().chain(theirs.keys());
            left_out.extend(all.filter(|at| mine.get(at) != theirs.get(at)));
        }
        let reduced = |all: &BTreeSet<Combination>| -> BTreeSet<Combination> {
            all.iter().map(|one| one.without(&left_out)).collect()
        };
        let kept = reduced(&self.usual);
        if others.iter().all(|other| reduced(&other.usual) == kept) {
            SecondLook::Settled { left_out, kept }
        } else {
            SecondLook::Chance
        }
    }

    /// The calls that were left out if no linearization has these results; after the second look.
    pub(crate) fn unexplained(&self, combination: &Combination) -> Option<BTreeSet<Position>> {
        match &self.second {
            Some(SecondLook::Settled { left_out, kept })
                if !kept.contains(&combination.without(left_out)) =>
            {
                Some(left_out.clone())
            }
            _ => None,
        }
    }
}

/// What each call comes to in some combination.
fn by_call(all: &BTreeSet<Combination>) -> BTreeMap<Position, BTreeSet<&CallEnd>> {
    let mut ends: BTreeMap<Position, BTreeSet<&CallEnd>> = BTreeMap::new();
    for (at, end) in all.iter().flat_map(|combination| &combination.0) {
        ends.entry(*at).or_default().insert(end);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{completed, observed, report, returned, stuck, threw};

    fn results(outcomes: Vec<Outcome>) -> Results {
        let observed = outcomes.into_iter().map(observed).collect();
        Results::of(&report(observed, true)).expect("comparable")
    }

    fn unexplained(
        of: &Outcome,
        usual: Vec<Outcome>,
        other: Vec<Outcome>,
    ) -> Option<BTreeSet<Position>> {
        let mut results = results(usual);
        results.look_again(vec![Some(self::results(other))]);
        results.unexplained(&Combination::of(of).expect("every call ended"))
    }

    fn at(suffix: usize, index: usize) -> Position {
        Position {
            part: Part::Suffix(suffix),
            index,
        }
    }

    #[test]
    fn results_count_together_not_one_by_one() {
        let orders = vec![returned(&[&["1"], &["2"]]), returned(&[&["2"], &["1"]])];
        let both_first = returned(&[&["1"], &["1"]]);
        assert_eq!(
            unexplained(&both_first, orders.clone(), orders.clone()),
            Some(BTreeSet::new())
        );
        assert_eq!(
            unexplained(&orders[1], orders.clone(), orders.clone()),
            None
        );
    }

    #[test]
    fn what_is_seen_afterwards_counts() {
        let with = |seen: &str| {
            let mut outcome = completed(2);
            outcome.afterwards = returned(&[&[seen]]).suffixes.pop();
            outcome
        };
        let usual = vec![with("2")];
        assert!(unexplained(&with("1"), usual.clone(), usual.clone()).is_some());
        assert_eq!(unexplained(&with("2"), usual.clone(), usual), None);
    }

    #[test]
    fn exceptions_count_by_class() {
        let throws = threw(2, 0, 0, "a.E");
        let usual = vec![throws.clone()];
        assert_eq!(unexplained(&throws, usual.clone(), usual.clone()), None);
        assert!(unexplained(&threw(2, 0, 0, "a.F"), usual.clone(), usual).is_some());
    }

    #[test]
    fn what_depends_on_chance_is_left_out() {
        let usual = vec![returned(&[&["7", "1"], &["2"]])];
        let other = vec![returned(&[&["8", "1"], &["2"]])];
        let seen = returned(&[&["9", "1"], &["2"]]);
        assert_eq!(unexplained(&seen, usual.clone(), other.clone()), None);
        let wrong = returned(&[&["7", "3"], &["2"]]);
        assert_eq!(
            unexplained(&wrong, usual, other),
            Some(BTreeSet::from([at(0, 0)]))
        );
    }

    #[test]
    fn what_depends_on_chance_together_leaves_nothing_to_compare() {
        let usual = vec![returned(&[&["1"], &["1"]]), returned(&[&["2"], &["2"]])];
        let other = vec![returned(&[&["1"], &["2"]]), returned(&[&["2"], &["1"]])];
        assert_eq!(
            unexplained(&returned(&[&["3"], &["3"]]), usual, other),
            None
        );
    }

    #[test]
    fn calls_that_never_end_have_no_results() {
        assert_eq!(Combination::of(&stuck(2, &[(0, 0)])), None);
        let mut endless = completed(2);
        endless.end = raddle_vm::End::StepLimit;
        assert_eq!(Combination::of(&endless), None);
    }
}
