//! How many controlled executions a second one worker makes on one core: `cargo bench -p raddle --bench executions`.
//!
//! The test is two threads of two calls on a small synchronized class, a fresh object and a new random schedule each time, with a
//! decision at every event and at 2 % of them. Then what a new test costs: a job of no executions, less one of no test. Machines differ
//! and are noisy: compare within one run.

#[path = "../tests/subjects/machinery.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod machinery;

use std::process::Command;
use std::time::Instant;

use raddle_testcase::Test;
use raddle_vm::{Job, Worker};

const WARM_UP: u64 = 50_000;
const EXECUTIONS: u64 = 400_000;
/// How often they are measured: the quickest round counts, when everything is compiled.
const ROUNDS: u32 = 5;
/// How often each job is measured, in turn with the others: half of them warm up, and the median of the rest counts, because a message
/// to another process takes now 10 and now 100 us.
const JOBS: u64 = 12_000;

fn main() {
    let file = machinery::subject("fields-locked-counter-twice");
    for ground in machinery::grounds() {
        let plain = plain_nanoseconds(&ground);
        println!("{ground}: the same calls one after the other, without hooks: {plain:.0} ns");
        let mut worker = ground.pinned_worker();
        for chance in ["1", "0.1", "0.02"] {
            let strategy = format!("random:{chance}").parse().expect("a strategy");
            let mut job = Job::new(file.test.clone(), strategy, 1, WARM_UP);
            run(&mut worker, &job);
            job.executions = EXECUTIONS;
            let seconds = (0..ROUNDS)
                .map(|_| run(&mut worker, &job))
                .fold(f64::MAX, f64::min);
            let each = seconds * 1e9 / EXECUTIONS as f64;
            println!(
                "  decisions at {:>4} % of the events: {:>9.0} executions/s, {:>6.0} ns each, {:>5.1} times the plain calls",
                chance.parse::<f64>().unwrap_or(0.0) * 100.0,
                EXECUTIONS as f64 / seconds,
                each,
                each / plain,
            );
        }
        let random = || "random".parse().expect("a strategy");
        let empty = Test {
            prefix: Vec::new(),
            suffixes: vec![Vec::new()],
            afterwards: Vec::new(),
        };
        let jobs = [
            Job::new(empty, random(), 1, 0),
            Job::new(file.test.clone(), random(), 1, 0),
            Job::new(file.test.clone(), random(), 1, 1),
        ];
        let [nothing, loaded, executed] = microseconds(&mut worker, jobs);
        println!(
            "  a new test before its first execution: {:.1} us; a job without a test: {nothing:.1} us; \
             a job of one execution and its warm-up: {executed:.1} us",
            loaded - nothing,
        );
    }
}

/// Median microseconds of each job, message and answer included.
fn microseconds<const N: usize>(worker: &mut Worker, mut jobs: [Job; N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for seed in 0..JOBS {
        for (times, job) in times.iter_mut().zip(&mut jobs) {
            job.seed = seed;
            let seconds = run(worker, job);
            if seed >= JOBS / 2 {
                times.push(seconds * 1e6);
            }
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn run(worker: &mut Worker, job: &Job) -> f64 {
    let start = Instant::now();
    worker.run(job).expect("it runs");
    start.elapsed().as_secs_f64()
}

/// Nanoseconds of a new object and the test's four calls in a JVM of its own.
fn plain_nanoseconds(ground: &machinery::Ground) -> f64 {
    let output = Command::new(ground.java())
        .args(["-XX:+UseSerialGC", "-cp"])
        .arg(machinery::classes())
        .arg("subjects.bench.PlainCalls")
        .output()
        .expect("java starts");
    String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("a number")
}
