//! One schedule of a subject, over and over: the same events every time.

use raddle_schedule::Spec;
use raddle_testcase::TestFile;
use raddle_vm::{End, Job, JobReport, Record, Worker};

/// What the executions of a replay have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// The trace.
    Trace(u64),
    /// They blocked inside a linkage or an initialiser that other processes had behind them: inconclusive on a continuation.
    Pinned,
}

/// A job that replays some random execution of a subject.
pub fn recorded(worker: &mut Worker, file: &TestFile) -> Result<Job, String> {
    let random = "random:0.3".parse().expect("a strategy");
    let mut job = Job::new(file.test.clone(), random, 7, 3);
    // Once more: what the first executions initialise on their way is no part of the schedule.
    for _ in 0..2 {
        let report = run(worker, &job)?;
        let last = report.observed.last().ok_or("it comes to nothing")?;
        job.strategy = Spec::Replay(last.schedule.clone());
    }
    job.record = Record::Traces;
    Ok(job)
}

/// Replays so often; the executions must all be the same.
pub fn trace(worker: &mut Worker, job: &Job, times: u64) -> Result<Common, String> {
    let mut job = job.clone();
    job.executions = times;
    let report = run(worker, &job)?;
    let pinned = |observed: &raddle_vm::Observed| observed.outcome.end == End::Pinned;
    if report.observed.iter().any(pinned) {
        return Ok(Common::Pinned);
    }
    if let Some(divergence) = &report.divergence {
        return Err(divergence.to_string());
    }
    // An execution that wears its process out is the only one.
    if report.executions != times && !report.worn_out {
        return Err(format!("{} executions", report.executions));
    }
    match report.fingerprints.keys().collect::<Vec<_>>()[..] {
        [only] => Ok(Common::Trace(*only)),
        _ => Err(format!("{} different traces", report.fingerprints.len())),
    }
}

/// Whether two replays were the same.
pub fn agree(here: Common, there: Common) -> Result<(), String> {
    if here == there || here == Common::Pinned || there == Common::Pinned {
        Ok(())
    } else {
        Err("another trace in another process".to_owned())
    }
}

fn run(worker: &mut Worker, job: &Job) -> Result<JobReport, String> {
    worker.run(job).map_err(|lost| lost.to_string())
}

/// The first event in which two workers differ.
pub fn first_difference(here: &mut Worker, there: &mut Worker, job: &Job) -> String {
    let told = |worker: &mut Worker| -> Vec<String> {
        let mut job = job.clone();
        job.executions = 1;
        let Ok(report) = run(worker, &job) else {
            return Vec::new();
        };
        let trace = report
            .observed
            .first()
            .and_then(|first| first.trace.as_ref());
        let events = trace
            .map(|trace| trace.events.as_slice())
            .unwrap_or_default();
        let tell = |event: &raddle_vm::Event| {
            let site = event.site.and_then(|site| {
                let at = report
                    .sites
                    .binary_search_by_key(&site, |(number, _)| *number);
                Some(&report.sites[at.ok()?].1)
            });
            let place = site.map(|site| {
                format!(
                    "{}.{}:{:?} {:?}",
                    site.class, site.method, site.line, site.member
                )
            });
            format!(
                "thread {} {:?} {:?} {:?} {}",
                event.thread,
                event.what,
                event.object,
                event.value,
                place.unwrap_or_default()
            )
        };
        events.iter().map(tell).collect()
    };
    let (here, there) = (told(here), told(there));
    let at = here
        .iter()
        .zip(&there)
        .position(|(here, there)| here != there)
        .unwrap_or(here.len().min(there.len()));
    let show = |events: &[String]| events.get(at).cloned().unwrap_or("nothing".to_owned());
    format!(
        "event {at} is\n    {}\n    there, and here\n    {}",
        show(&there),
        show(&here)
    )
}
