//! Whether replays are identical, over every subject: `cargo bench -p raddle --bench replays [-- TIMES SUBJECT…]`.
//!
//! One schedule of each subject is replayed a thousand times: half of it in a worker that has all the other subjects behind it, with a
//! garbage collection and a lot of other executions in the middle, and half of it in another process, which sees the subjects in the opposite
//! order. All the while another thread keeps a core busy. Every trace has to be the same, values included.

#[path = "../tests/subjects/machinery.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod machinery;
#[path = "../tests/subjects/replays.rs"]
mod replays;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use raddle_testcase::TestFile;
use raddle_vm::{Job, Worker};
use replays::Common;

fn main() -> ExitCode {
    let mut times = 1000;
    let mut wanted: Vec<String> = Vec::new();
    // Cargo adds an option of its own.
    for argument in std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
    {
        match argument.parse() {
            Ok(number) => times = number,
            Err(_) => wanted.push(argument),
        }
    }
    let over = AtomicBool::new(false);
    let wrong = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        let wrong: usize = machinery::grounds()
            .iter()
            .map(|ground| on(ground, times, &wanted))
            .sum();
        over.store(true, Ordering::Relaxed);
        wrong
    });
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How many of the wanted subjects, of all if none is named, are not replayed exactly.
fn on(ground: &machinery::Ground, times: u64, wanted: &[String]) -> usize {
    let start = Instant::now();
    let subjects: Vec<(String, TestFile)> = machinery::subjects()
        .into_iter()
        .filter(|(name, _)| !name.starts_with("hostile-"))
        .filter(|(name, _)| wanted.is_empty() || wanted.contains(name))
        .collect();
    let mut worker = ground.pinned_worker();
    let here: Vec<Result<(Job, Common), String>> = subjects
        .iter()
        .map(|(_, file)| in_the_long_run(&mut worker, file, times / 2))
        .collect();
    let mut other = ground.pinned_worker();
    let (mut wrong, mut pinned) = (0, 0);
    for ((name, _), here) in subjects.iter().zip(here).rev() {
        let same = here.and_then(|(job, here)| {
            let there = replays::trace(&mut other, &job, times - times / 2);
            let same = there.and_then(|there| {
                pinned += usize::from(here == Common::Pinned || there == Common::Pinned);
                replays::agree(here, there)
            });
            same.map_err(|what| {
                let difference = replays::first_difference(&mut worker, &mut other, &job);
                format!("{what}: {difference}")
            })
        });
        if let Err(what) = same {
            wrong += 1;
            println!("  {name}: {what}");
        }
    }
    println!(
        "{ground}: {} of {} subjects replayed {times} of {times} times ({pinned} of them pinned); {} processes, {:.0} s",
        subjects.len() - wrong,
        subjects.len(),
        worker.processes() + other.processes(),
        start.elapsed().as_secs_f64()
    );
    wrong
}

/// Replays a subject, does something else, and replays it again.
fn in_the_long_run(
    worker: &mut Worker,
    file: &TestFile,
    times: u64,
) -> Result<(Job, Common), String> {
    const OTHERS: u64 = 300;
    let job = replays::recorded(worker, file)?;
    let before = replays::trace(worker, &job, times / 2)?;
    let mut others = job.clone();
    others.strategy = "random".parse().expect("a strategy");
    others.executions = OTHERS;
    others.record = raddle_vm::Record::Schedules;
    worker.run(&others).map_err(|lost| lost.to_string())?;
    let collection =
        r#"{ "prefix": [], "suffixes": [[{ "call": "static void java.lang.System.gc()" }]] }"#;
    let collection = TestFile::from_json(collection).map_err(|error| error.to_string())?;
    let collect = Job::new(collection.test, others.strategy, 1, 1);
    worker.run(&collect).map_err(|lost| lost.to_string())?;
    let after = replays::trace(worker, &job, times - times / 2)?;
    replays::agree(before, after).map_err(|_| "another trace later".to_owned())?;
    Ok((job, after))
}
