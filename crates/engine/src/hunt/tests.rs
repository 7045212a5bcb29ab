use super::*;
use std::sync::Arc;
use std::time::Duration;

use raddle_generate::{Feedback, Generator, Lesson};
use raddle_schedule::Spec;
use raddle_testcase::{Argument, Constant, Test};
use raddle_vm::{Job, JobReport};

use crate::explore::Plan;
use crate::fake::{self, completed, is_linearization, observed, report, threw};
use crate::stream::{Independent, Streams};

const NPE: &str = "java.lang.NullPointerException";

/// Every stream makes this many tests, each with its number as argument.
struct Numbered {
    streams: u32,
    tests: u32,
}

struct Numbers {
    next: u32,
    end: u32,
    tally: raddle_generate::Tally,
}

impl Streams for Numbered {
    fn start(&self, number: u32) -> Option<Box<dyn Generator + Send>> {
        let next = number * self.tests;
        let tally = raddle_generate::Tally::default();
        (number < self.streams).then(|| {
            Box::new(Numbers {
                next,
                end: next + self.tests,
                tally,
            }) as _
        })
    }
}

impl Generator for Numbers {
    fn next(&mut self, _: &mut dyn Feedback) -> Option<Test> {
        if self.next == self.end {
            return None;
        }
        let mut test = fake::test(&["a"], &["b"]);
        test.suffixes[0][0].arguments[1] = Argument::Constant(Constant::Int(self.next as i32));
        self.next += 1;
        self.tally.tests += 1;
        Some(test)
    }

    fn learn(&mut self, _: &Test, _: Lesson) {}

    fn tally(&self) -> &raddle_generate::Tally {
        &self.tally
    }
}

/// Fails on the tests with these numbers, more slowly the lower the number.
#[derive(Clone)]
struct Failing(Vec<i32>);

/// The number of a test; -1 if it is a prefix alone.
fn number(job: &Job) -> i32 {
    match job.test.suffixes[0][0].arguments.get(1) {
        Some(Argument::Constant(Constant::Int(number))) => *number,
        Some(_) => panic!("not one of ours"),
        None => -1,
    }
}

/// The report of one execution, which fails or not.
fn one_that(fails: bool) -> JobReport {
    let outcome = if fails {
        threw(2, 0, 0, NPE)
    } else {
        completed(2)
    };
    report(vec![observed(outcome)], true)
}

impl Executor for Failing {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        let fails = !is_linearization(job) && self.0.contains(&number(job));
        std::thread::sleep(Duration::from_micros(if number(job) < 20 {
            300
        } else {
            10
        }));
        Ok(one_that(fails))
    }

    fn refresh(&mut self) {}
}

fn search(until: Until) -> Search {
    Search {
        streams: Arc::new(Numbered {
            streams: 20,
            tests: 10,
        }),
        seed: 1,
        plan: Plan::systematic(),
        independent: Independent::Execute,
        until,
    }
}

fn found(failing: &[i32], workers: usize, until: Until) -> Vec<(u32, u64)> {
    let progress = Progress::new(until, Instant::now() + Duration::from_secs(60));
    let mut executors = vec![Failing(failing.to_vec()); workers];
    let result = hunt(&search(until), &mut executors, &progress).expect("workers");
    result
        .violations
        .iter()
        .map(|violation| (violation.found.stream, violation.found.test))
        .collect()
}

#[test]
fn the_first_stream_with_a_violation_decides_whatever_the_number_of_workers() {
    for workers in [1, 2, 3, 8] {
        // Streams 4 and 9 are through long before stream 1 is.
        assert_eq!(
            found(&[17, 43, 95], workers, Until::FirstViolation),
            [(1, 7)],
            "{workers} workers"
        );
        assert_eq!(found(&[], workers, Until::FirstViolation), []);
    }
}

#[test]
fn the_same_violation_is_collected_once() {
    for workers in [1, 3] {
        assert_eq!(found(&[17, 43, 95], workers, Until::TimeIsUp), [(1, 7)]);
    }
}

#[test]
fn a_hunt_ends_in_time() {
    let progress = Progress::new(Until::FirstViolation, Instant::now());
    let result = hunt(
        &search(Until::FirstViolation),
        &mut [Failing(vec![0])],
        &progress,
    )
    .expect("workers");
    assert_eq!((result.violations.len(), result.tally.tests), (0, 0));
    let progress = Progress::new(
        Until::FirstViolation,
        Instant::now() + Duration::from_secs(60),
    );
    progress.interrupt();
    let result = hunt(
        &search(Until::FirstViolation),
        &mut [Failing(vec![0])],
        &progress,
    )
    .expect("workers");
    assert_eq!(result.tally.tests, 0);
}

#[test]
fn no_tests_at_all_end_a_hunt() {
    let progress = Progress::new(
        Until::FirstViolation,
        Instant::now() + Duration::from_secs(60),
    );
    let search = Search {
        streams: Arc::new(Numbered {
            streams: u32::MAX,
            tests: 0,
        }),
        ..search(Until::FirstViolation)
    };
    let result = hunt(&search, &mut [Failing(Vec::new())], &progress).expect("workers");
    assert_eq!(result.streams, PATIENCE);
}

/// No process can be started.
struct Broken;

impl Executor for Broken {
    fn run(&mut self, _: &Job) -> Result<JobReport, Lost> {
        Err(Lost::NoWorker("no JVM".to_owned()))
    }

    fn refresh(&mut self) {}
}

#[test]
fn without_workers_there_is_no_result() {
    let progress = Progress::new(
        Until::FirstViolation,
        Instant::now() + Duration::from_secs(60),
    );
    let result = hunt(
        &search(Until::FirstViolation),
        &mut [Broken, Broken],
        &progress,
    );
    assert!(matches!(result, Err(Lost::NoWorker(_))));
}

/// Its process dies with every third test.
struct Dying;

impl Executor for Dying {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        if number(job) % 3 == 0 {
            return Err(Lost::Hung);
        }
        Failing(vec![17]).run(job)
    }

    fn refresh(&mut self) {}
}

#[test]
fn lost_workers_are_counted_and_the_hunt_goes_on() {
    let progress = Progress::new(
        Until::FirstViolation,
        Instant::now() + Duration::from_secs(60),
    );
    let result = hunt(&search(Until::FirstViolation), &mut [Dying], &progress).expect("workers");
    assert_eq!(result.violations.len(), 1);
    assert_eq!(result.tally.lost.get("hung"), Some(&7));
    assert_eq!(
        number(&Job::new(
            result.tally.casualties[1].test.clone(),
            raddle_schedule::Spec::Calls,
            0,
            1
        )),
        3
    );
}

/// Fails among the JVM's own threads, and under control only if it is told to.
struct Wild {
    tame: bool,
}

impl Executor for Wild {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        let fails = job.strategy == Spec::Jvm || (self.tame && !is_linearization(job));
        Ok(one_that(fails))
    }

    fn refresh(&mut self) {}
}

#[test]
fn what_only_the_jvm_did_is_not_reported() {
    let search = Search {
        plan: Plan::only(Spec::Jvm, 10),
        ..search(Until::FirstViolation)
    };
    for (tame, violations) in [(true, 1), (false, 0)] {
        let deadline = Instant::now() + Duration::from_secs(60);
        let progress = Progress::new(Until::FirstViolation, deadline);
        let result = hunt(&search, &mut [Wild { tame }], &progress).expect("workers");
        assert_eq!(result.violations.len(), violations);
        assert_eq!(result.tally.rejected.is_empty(), tame);
    }
}

/// Makes no test, and takes its time to say why.
#[derive(Clone, Default)]
struct Vain {
    takes: Duration,
    tally: raddle_generate::Tally,
}

impl Streams for Vain {
    fn start(&self, _: u32) -> Option<Box<dyn Generator + Send>> {
        Some(Box::new(self.clone()))
    }
}

impl Generator for Vain {
    fn next(&mut self, _: &mut dyn Feedback) -> Option<Test> {
        std::thread::sleep(self.takes);
        self.tally.failure = Some("no instance".to_owned());
        None
    }

    fn learn(&mut self, _: &Test, _: Lesson) {}

    fn tally(&self) -> &raddle_generate::Tally {
        &self.tally
    }
}

#[test]
fn nothing_is_impossible_that_was_not_tried_to_the_end() {
    let failure = |takes, time| {
        let streams = Arc::new(Vain {
            takes,
            ..Vain::default()
        });
        let search = Search {
            streams,
            ..search(Until::FirstViolation)
        };
        let progress = Progress::new(Until::FirstViolation, Instant::now() + time);
        let result = hunt(&search, &mut [Failing(Vec::new())], &progress);
        result.expect("it has workers").generated.failure
    };
    let (short, long) = (Duration::from_millis(1), Duration::from_secs(60));
    assert_eq!(
        failure(Duration::ZERO, long).as_deref(),
        Some("no instance")
    );
    assert_eq!(failure(10 * short, short), None);
}
