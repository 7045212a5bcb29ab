//! The subjects, run for real: on every JDK found and with every way to hand over.

mod machinery;

use std::collections::BTreeSet;

use machinery::{Ground, grounds, subject, subjects};
use raddle_schedule::Spec;
use raddle_testcase::{Completeness, Outcome, TestFile, WorkerEnd};
use raddle_vm::{Distinguish, Job, Lost, Record, Worker};

/// What exploring a subject comes to, as the subject's expectation writes it.
fn explore(worker: &mut Worker, file: &TestFile, strategy: &str) -> BTreeSet<Outcome> {
    let strategy: Spec = strategy.parse().expect("a strategy");
    let mut job = Job::new(file.test.clone(), strategy, 1, 50_000);
    job.distinguish = Distinguish::Results;
    match worker.run(&job) {
        Ok(report) => {
            let observed = report.observed.iter();
            observed
                .map(|observed| observed.outcome.summary(&file.test))
                .collect()
        }
        Err(Lost::Hung | Lost::Unstoppable) => [Outcome::Worker(WorkerEnd::Hung)].into(),
        Err(Lost::Died { .. }) => [Outcome::Worker(WorkerEnd::Crashed)].into(),
        Err(lost) => panic!("{lost}"),
    }
}

fn assert_outcomes(ground: &Ground, selected: impl Fn(&str) -> bool) {
    let mut worker = ground.worker();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (name, file) in subjects() {
        let Some(expected) = file.expect.as_ref().filter(|_| selected(&name)) else {
            continue;
        };
        let strategy = format!("bounded:{}", expected.preemptions);
        let found = explore(&mut worker, &file, &strategy);
        let as_expected = match expected.found {
            Completeness::Exactly => found == expected.outcomes,
            Completeness::OneOf => !found.is_empty() && found.is_subset(&expected.outcomes),
        };
        checked += 1;
        if !as_expected {
            let show = |set: &BTreeSet<Outcome>| {
                set.iter().map(|o| format!("\n    {o}")).collect::<String>()
            };
            wrong.push(format!(
                "{name}\n  expected{}\n  found{}",
                show(&expected.outcomes),
                show(&found)
            ));
        }
    }
    assert!(checked > 10, "only {checked} subjects were looked at");
    assert!(
        wrong.is_empty(),
        "{ground}: {} of {checked}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn exploration_finds_every_outcome_and_no_other() {
    for ground in grounds() {
        assert_outcomes(&ground, |name| !name.starts_with("hostile-"));
    }
}

#[test]
fn hostile_code_is_survived() {
    for ground in grounds() {
        // hostile-delete needs a folder of its own, see `nothing_outside_can_be_deleted`.
        assert_outcomes(&ground, |name| {
            name.starts_with("hostile-") && name != "hostile-delete"
        });
    }
}

#[test]
fn nothing_outside_can_be_deleted() {
    let outside = tempfile::tempdir().expect("temporary folder");
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "precious").expect("file");
    let text = machinery::text_of("hostile-delete")
        .replace("@outside@", &outside.path().display().to_string());
    let file = TestFile::from_json(&text).expect("a test");
    for ground in grounds() {
        explore(&mut ground.worker(), &file, "bounded:0");
        assert!(victim.exists(), "{ground}");
    }
}

/// One schedule with a few switches in it, replayed over and over, and once more in another process.
#[test]
fn replays_are_identical() {
    const TIMES: u64 = 200;
    for ground in grounds() {
        let (mut worker, mut other) = (ground.worker(), ground.worker());
        for (name, file) in subjects()
            .into_iter()
            .filter(|(name, _)| !name.starts_with("hostile-"))
        {
            let random = Job::new(
                file.test.clone(),
                "random:0.3".parse().expect("a strategy"),
                7,
                3,
            );
            let report = worker.run(&random).expect("it runs");
            let schedule = report
                .observed
                .last()
                .expect("it comes to something")
                .schedule
                .clone();
            let mut replay = Job::new(file.test.clone(), Spec::Replay(schedule), 0, TIMES);
            replay.record = Record::Traces;
            let settled = worker.run(&replay).expect("it runs");
            let schedule = settled
                .observed
                .last()
                .expect("it comes to something")
                .schedule
                .clone();
            replay.strategy = Spec::Replay(schedule);
            let here = worker.run(&replay).expect("it runs");
            assert_eq!(
                here.fingerprints.len(),
                1,
                "{ground}: {name} {:?}",
                here.fingerprints
            );
            assert_eq!(here.divergence, None, "{ground}: {name}");
            let there = other.run(&replay).expect("it runs");
            assert_eq!(
                here.fingerprints, there.fingerprints,
                "{ground}: {name}, in another process"
            );
        }
    }
}

#[test]
fn a_thousand_executions_show_the_bug_in_string_buffer() {
    let file = subject("jdk-string-buffer-insert");
    for ground in grounds() {
        let mut job = Job::new(
            file.test.clone(),
            "random".parse().expect("a strategy"),
            1,
            1000,
        );
        job.distinguish = Distinguish::Failures;
        let report = ground.worker().run(&job).expect("it runs");
        assert!(
            report
                .observed
                .iter()
                .any(|observed| observed.outcome.is_failure()),
            "{ground}"
        );
    }
}
