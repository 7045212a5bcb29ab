//! The hunt: streams spread over workers, and one result whatever their number.
//!
//! Workers take streams in the order of their numbers. The result is the violation of the lowest stream that has one: when a stream
//! finds something, those behind it are called off, those before it go on to their end. So the same seed gives the same finding with any
//! number of workers, and time decides only when to give up.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use raddle_vm::Lost;

use crate::executor::Executor;
use crate::stream::{self, Search, StreamResult, Until, Watch};
use crate::tally::Tally;
use crate::violation::{Fingerprint, Violation};

/// After so many streams without a single test nothing will come any more.
const PATIENCE: u32 = 24;

/// A hunt under way, as others see it.
#[derive(Debug)]
pub struct Progress {
    until: Until,
    deadline: Instant,
    interrupted: AtomicBool,
    tests: AtomicU64,
    executions: AtomicU64,
    next: AtomicU32,
    /// The lowest stream with a violation.
    best: AtomicU32,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tally: Tally,
    generated: raddle_generate::Tally,
    /// Violations with their streams, and how they looked before they were made smaller.
    found: Vec<(u32, Violation, Fingerprint)>,
    streams: u32,
    /// Streams that made no test.
    barren: u32,
    broken: Option<Lost>,
}

/// What came of a hunt.
#[derive(Debug)]
pub struct HuntResult {
    /// Distinct violations in the order of their streams; at most one unless the hunt was to collect.
    pub violations: Vec<Violation>,
    /// What was done.
    pub tally: Tally,
    /// What the generator did, all streams together.
    pub generated: raddle_generate::Tally,
    /// How many streams ran to their end.
    pub streams: u32,
}

impl Progress {
    /// A hunt that ends at `deadline` at the latest.
    pub fn new(until: Until, deadline: Instant) -> Self {
        Self {
            until,
            deadline,
            interrupted: AtomicBool::new(false),
            tests: AtomicU64::new(0),
            executions: AtomicU64::new(0),
            next: AtomicU32::new(0),
            best: AtomicU32::new(u32::MAX),
            state: Mutex::default(),
        }
    }

    /// Ends the hunt as soon as possible.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether somebody ended the hunt.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Tests explored so far.
    pub fn tests(&self) -> u64 {
        self.tests.load(Ordering::Relaxed)
    }

    /// Executions so far, of all kinds.
    pub fn executions(&self) -> u64 {
        self.executions.load(Ordering::Relaxed)
    }

    /// Pairs of methods that were tested beside each other, in the streams that are done.
    pub fn pairs(&self) -> usize {
        self.state().generated.pairs.len()
    }

    /// What is the best found so far.
    pub fn best(&self) -> Option<Violation> {
        let state = self.state();
        state
            .found
            .iter()
            .min_by_key(|(stream, ..)| *stream)
            .map(|(_, violation, _)| violation.clone())
    }

    /// What has been found and done so far.
    pub fn result(&self) -> HuntResult {
        let state = self.state();
        let mut found: Vec<_> = state.found.iter().collect();
        // Stable: within a stream the order of finding stays.
        found.sort_by_key(|(stream, ..)| *stream);
        let (mut rough_seen, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut violations = Vec::new();
        for (_, violation, rough) in found {
            let new = rough_seen.insert(rough)
                & seen.insert(Fingerprint::of(&violation.confirmed.suspect));
            if new {
                violations.push(violation.clone());
            }
        }
        if self.until == Until::FirstViolation {
            violations.truncate(1);
        }
        let mut tally = state.tally.clone();
        // Streams under way have told only this much yet.
        tally.tests = tally.tests.max(self.tests());
        HuntResult {
            violations,
            tally,
            generated: state.generated.clone(),
            streams: state.streams,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time_is_up(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// One more stream is done; whether there is any use in going on.
    fn add(&self, result: StreamResult) -> bool {
        let mut state = self.state();
        state.tally.add(&result.tally);
        merge(&mut state.generated, result.generated);
        state.streams += 1;
        state.barren += u32::from(result.tally.tests == 0);
        let hopeless = state.generated.tests == 0 && state.barren >= PATIENCE;
        let broken = result.broken.is_some();
        if broken {
            state.broken = result.broken;
        }
        !hopeless && !broken
    }
}

impl Watch for Progress {
    fn is_over(&self, stream: u32) -> bool {
        let best = self.best.load(Ordering::Acquire);
        self.is_interrupted() || stream > best || (best == u32::MAX && self.time_is_up())
    }

    fn is_known(&self, stream: u32, fingerprint: &Fingerprint) -> bool {
        self.state()
            .found
            .iter()
            .any(|(earlier, _, rough)| *earlier < stream && rough == fingerprint)
    }

    fn tested(&self, work: u64) {
        self.tests.fetch_add(1, Ordering::Relaxed);
        self.executions.fetch_add(work, Ordering::Relaxed);
    }

    fn found(&self, stream: u32, violation: &Violation, rough: &Fingerprint) {
        self.state()
            .found
            .push((stream, violation.clone(), rough.clone()));
        if self.until == Until::FirstViolation {
            self.best.fetch_min(stream, Ordering::Release);
        }
    }
}

/// Hunts with these executors, each in a thread of its own, until something is found, time is up, or somebody interrupts.
pub fn hunt<E: Executor + Send>(
    search: &Search,
    executors: &mut [E],
    progress: &Progress,
) -> Result<HuntResult, Lost> {
    std::thread::scope(|scope| {
        for executor in executors {
            scope.spawn(|| work(search, executor, progress));
        }
    });
    // The guard must be gone before the result is put together.
    let broken = progress.state().broken.take();
    match broken {
        Some(lost) => Err(lost),
        None => Ok(progress.result()),
    }
}

fn work(search: &Search, executor: &mut dyn Executor, progress: &Progress) {
    loop {
        let number = progress.next.fetch_add(1, Ordering::Relaxed);
        if progress.is_over(number) {
            return;
        }
        let Some(result) = stream::run(search, number, executor, progress) else {
            return;
        };
        if !progress.add(result) {
            progress.next.store(u32::MAX / 2, Ordering::Relaxed);
            progress.best.fetch_min(number, Ordering::Release);
            return;
        }
    }
}

fn merge(all: &mut raddle_generate::Tally, more: raddle_generate::Tally) {
    all.tests += more.tests;
    all.trials += more.trials;
    all.threw += more.threw;
    all.unusable += more.unusable;
    all.blocked += more.blocked;
    all.nondeterministic += more.nondeterministic;
    all.methods.extend(more.methods);
    all.pairs.extend(more.pairs);
    all.failure = all.failure.take().or(more.failure);
}
