//! Whether a worker lasts: `cargo bench -p raddle --bench endurance [-- EXECUTIONS]`.
//!
//! On every JDK and with every way to hand over: 100,000 executions that deadlock, in one process, whose memory must not grow; and
//! ten million executions (or as many as are asked for, over all grounds) of all subjects in turn, none of which may hang or
//! get lost.

#[path = "../tests/subjects/machinery.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod machinery;

use std::fs;
use std::time::{Duration, Instant};

use raddle_schedule::Spec;
use raddle_testcase::TestFile;
use raddle_vm::{End, Job, Lost, Worker};

const DEADLOCKS: u64 = 100_000;
const FIRST_DEADLOCKS: u64 = 10_000;
const MIXED: u64 = 10_000_000;
/// How many executions of one subject are made at a time.
const AT_A_TIME: u64 = 2_000;

fn main() {
    let asked = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let grounds = machinery::grounds();
    let share = asked.unwrap_or(MIXED) / grounds.len() as u64;
    for ground in grounds {
        println!("{ground}");
        deadlocks(&mut ground.pinned_worker());
        mixed(&mut ground.pinned_worker(), share);
    }
}

fn deadlocks(worker: &mut Worker) {
    let test = machinery::subject("locks-account").test;
    let random = "random".parse().expect("a strategy");
    let report = worker
        .run(&Job::new(test.clone(), random, 1, 1_000))
        .expect("it runs");
    let deadlock = report
        .observed
        .into_iter()
        .find(|observed| observed.outcome.end == End::Deadlock)
        .expect("some of a thousand deadlock");
    let mut job = Job::new(test, Spec::Replay(deadlock.schedule), 1, FIRST_DEADLOCKS);
    let start = Instant::now();
    let mut count = count_deadlocks(worker, &job);
    let mut took = start.elapsed();
    let early = settled();
    job.executions = DEADLOCKS - FIRST_DEADLOCKS;
    let start = Instant::now();
    count += count_deadlocks(worker, &job);
    took += start.elapsed();
    let late = settled();
    println!(
        "  {count} deadlocks in {:.1} s and {} process: {early} KiB resident after {FIRST_DEADLOCKS}, {late} KiB at the end ({:+.1} %)",
        took.as_secs_f64(),
        worker.processes(),
        (late as f64 / early as f64 - 1.0) * 100.0,
    );
}

fn count_deadlocks(worker: &mut Worker, job: &Job) -> u64 {
    let report = worker.run(job).expect("it runs");
    let deadlocks = report
        .observed
        .iter()
        .filter(|observed| observed.outcome.end == End::Deadlock);
    deadlocks.map(|observed| observed.count).sum()
}

fn mixed(worker: &mut Worker, executions: u64) {
    let subjects: Vec<(String, TestFile)> = machinery::subjects()
        .into_iter()
        .filter(|(name, _)| !name.starts_with("hostile-"))
        .collect();
    let (mut done, mut hangs, mut lost, mut worn_out) = (0, 0, 0, 0);
    let start = Instant::now();
    'all: for seed in 0.. {
        for (name, file) in &subjects {
            if done >= executions {
                break 'all;
            }
            let random = "random:0.2".parse().expect("a strategy");
            let job = Job::new(file.test.clone(), random, seed, AT_A_TIME);
            match worker.run(&job) {
                Ok(report) => {
                    let seen: u64 = report.observed.iter().map(|observed| observed.count).sum();
                    done += report.executions;
                    worn_out += u64::from(report.worn_out);
                    let expected = if report.worn_out {
                        report.executions
                    } else {
                        AT_A_TIME
                    };
                    if seen != expected {
                        lost += expected.abs_diff(seen);
                        println!("    {name}, seed {seed}: {seen} results of {expected}");
                    }
                }
                Err(Lost::Hung) => {
                    hangs += 1;
                    println!("    {name}, seed {seed}: hung");
                }
                Err(other) => {
                    lost += AT_A_TIME;
                    println!("    {name}, seed {seed}: {other}");
                }
            }
        }
    }
    println!(
        "  {done} executions of {} subjects in {:.0} s: {hangs} hangs, {lost} lost results, {worn_out} processes given up, {} used, {} KiB resident",
        subjects.len(),
        start.elapsed().as_secs_f64(),
        worker.processes(),
        resident(),
    );
}

/// The resident size when the JVM's compilers have done what there was to do, and given back what they needed for it: the JVM looks
/// every five seconds.
fn settled() -> u64 {
    std::thread::sleep(Duration::from_secs(6));
    resident()
}

/// The resident size of this process's children, in KiB.
fn resident() -> u64 {
    let me = std::process::id().to_string();
    let field = |status: &str, name: &str| -> Option<String> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        Some(line.split_whitespace().nth(1)?.to_owned())
    };
    let processes = fs::read_dir("/proc").expect("Linux");
    processes
        .filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("status")).ok())
        .filter(|status| field(status, "PPid:").as_ref() == Some(&me))
        .filter_map(|status| field(&status, "VmRSS:")?.parse::<u64>().ok())
        .sum()
}
