use super::*;
use crate::fake::{self, Fake, completed, is_linearization, observed, report, returned, threw};
use raddle_vm::{Chance, Job};

const NPE: &str = "java.lang.NullPointerException";

fn explore_all(executor: &mut dyn Executor, tally: &mut Tally) -> Result<Explored, Lost> {
    let test = fake::test(&["a"], &["b"]);
    explore(
        &test,
        Known::default(),
        &Plan::systematic(),
        1,
        executor,
        tally,
    )
}

#[test]
fn linearizations_run_only_after_a_failure() {
    let mut executor = Fake::new(|_: &Job| Ok(report(vec![observed(completed(2))], false)));
    let explored = explore_all(&mut executor, &mut Tally::default());
    assert!(matches!(explored, Ok(Explored::Passed)));
    assert_eq!(executor.jobs.len(), Plan::systematic().phases.len());
    assert!(!executor.jobs.iter().any(is_linearization));
}

#[test]
fn a_failure_of_a_linearization_is_explained_and_the_hunt_goes_on() {
    let mut executor = Fake::new(|job: &Job| {
        Ok(report(
            vec![observed(completed(2)), observed(threw(2, 0, 0, NPE))],
            is_linearization(job),
        ))
    });
    let mut tally = Tally::default();
    let explored = explore_all(&mut executor, &mut tally);
    assert!(matches!(explored, Ok(Explored::Passed)));
    assert_eq!(tally.explained, 1, "each way to fail is judged once");
    assert_eq!(
        executor
            .jobs
            .iter()
            .filter(|job| is_linearization(job))
            .count(),
        1
    );
}

#[test]
fn an_unexplained_failure_ends_the_exploration() {
    let mut executor = Fake::new(|job: &Job| {
        let mut outcomes = vec![observed(completed(2))];
        if job.strategy == bounded(2) {
            outcomes.push(observed(threw(2, 1, 0, NPE)));
        }
        Ok(report(outcomes, is_linearization(job)))
    });
    let mut tally = Tally::default();
    let explored = explore_all(&mut executor, &mut tally);
    let Ok(Explored::Suspect(suspect)) = explored else {
        panic!("{explored:?}")
    };
    assert_eq!(suspect.strategy, bounded(2));
    assert_eq!(suspect.schedule, observed(completed(2)).schedule);
    assert_eq!((tally.executions, tally.linearizations), (3, 1));
}

#[test]
fn what_cannot_be_judged_is_counted() {
    let mut executor = Fake::new(|_: &Job| Ok(report(vec![observed(threw(2, 1, 0, NPE))], false)));
    let mut tally = Tally::default();
    let explored = explore_all(&mut executor, &mut tally);
    assert!(matches!(explored, Ok(Explored::Inconclusive)));
    assert_eq!(tally.inconclusive.values().sum::<u64>(), 1);
}

#[test]
fn nothing_more_is_tried_where_nothing_more_can_be_switched() {
    let mut executor = Fake::new(|_: &Job| Ok(report(vec![observed(completed(2))], true)));
    let explored = explore_all(&mut executor, &mut Tally::default());
    assert!(matches!(explored, Ok(Explored::Passed)));
    assert_eq!(executor.jobs.len(), 2);
}

/// Explores with this oracle; linearizations return 1 and 2 in either order, and these strategies show these outcomes.
fn explored(oracle: Oracle, shown: Vec<(Spec, Outcome)>, exhausted: bool) -> (Explored, Vec<Job>) {
    let orders = [returned(&[&["1"], &["2"]]), returned(&[&["2"], &["1"]])];
    let mut executor = Fake::new(move |job: &Job| {
        let mut outcomes = orders.clone().to_vec();
        if is_linearization(job) {
            return Ok(report(
                outcomes.into_iter().map(observed).collect(),
                exhausted,
            ));
        }
        let seen = shown.iter().filter(|(when, _)| *when == job.strategy);
        outcomes.extend(seen.map(|(_, outcome)| outcome.clone()));
        Ok(report(outcomes.into_iter().map(observed).collect(), false))
    });
    let explored = explore(
        &fake::test(&["a"], &["b"]),
        Known::default(),
        &Plan::systematic().with_oracle(oracle),
        1,
        &mut executor,
        &mut Tally::default(),
    );
    (explored.expect("no worker is lost"), executor.jobs)
}

fn unexplained(explored: Explored) -> Option<(Unexplained, Spec)> {
    match explored {
        Explored::Suspect(suspect) => Some((suspect.unexplained, suspect.strategy)),
        _ => None,
    }
}

#[test]
fn results_that_no_linearization_has_are_found_if_they_matter() {
    let odd = (bounded(1), returned(&[&["1"], &["1"]]));
    let (found, jobs) = explored(Oracle::FailuresAndResults, vec![odd.clone()], true);
    let left_out = BTreeSet::new();
    assert_eq!(
        unexplained(found),
        Some((Unexplained::Results { left_out }, bounded(1)))
    );
    let chances = jobs
        .iter()
        .filter(|job| is_linearization(job))
        .map(|job| job.chance);
    assert_eq!(
        chances.collect::<Vec<_>>(),
        [Chance::Usual, Chance::Still, Chance::Slow],
        "once as usual, and again only for the suspect"
    );
    let (found, jobs) = explored(Oracle::Failures, vec![odd], true);
    assert_eq!(unexplained(found), None);
    assert!(!jobs.iter().any(is_linearization));
}

#[test]
fn failures_come_before_results() {
    let odd = (bounded(1), returned(&[&["1"], &["1"]]));
    let failing = (bounded(2), threw(2, 1, 0, NPE));
    let (found, _) = explored(Oracle::FailuresAndResults, vec![odd, failing.clone()], true);
    let call = crate::symptom::CallId { suffix: 1, call: 0 };
    let class = NPE.to_owned();
    assert_eq!(
        unexplained(found),
        Some((Unexplained::Exception { class, call }, bounded(2)))
    );
    let (found, _) = explored(Oracle::Results, vec![failing], true);
    assert_eq!(unexplained(found), None, "a failure is no result");
}

#[test]
fn without_all_linearizations_results_say_nothing() {
    let odd = (bounded(1), returned(&[&["1"], &["1"]]));
    let (found, jobs) = explored(Oracle::FailuresAndResults, vec![odd], false);
    assert!(matches!(found, Explored::Inconclusive));
    assert_eq!(jobs.len(), 1);
}
