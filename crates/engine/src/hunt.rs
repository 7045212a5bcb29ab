//! The hunt: streams spread over workers, and one result whatever their number.
//!
//! Streams run side by side in slots, a test each in turn, and workers share the slots. The result is the violation that comes first in
//! the order of (round, slot), whoever met it first: when something is found, only tests that come before are still made. So the same seed
//! gives the same finding with any number of workers, no stream waits for the luck of another, and time decides only when to give up.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use raddle_vm::Lost;

use crate::executor::Executor;
use crate::stream::{Place, Running, Search, Step, StreamResult, Until, Watch};
use crate::tally::Tally;
use crate::violation::{Fingerprint, Violation};

/// After so many streams without a single test nothing will come any more.
const PATIENCE: u32 = 24;

/// How many streams run side by side: as many workers can share the work, and one alone does not take long to start them all.
const SLOTS: u32 = 8;

/// A slot begins so many rounds after the one before it: most violations are found before all have begun.
const STAGGER: u64 = 4;

/// A hunt under way, as others see it.
#[derive(Debug)]
pub struct Progress {
    until: Until,
    deadline: Instant,
    interrupted: AtomicBool,
    tests: AtomicU64,
    executions: AtomicU64,
    /// The first place with a violation, as a number.
    best: AtomicU64,
    /// Set when there is no use in going on.
    hopeless: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tally: Tally,
    generated: raddle_generate::Tally,
    /// Violations with their places, and how they looked before they were made smaller.
    found: Vec<(Place, Violation, Fingerprint)>,
    streams: u32,
    /// Streams that made no test.
    barren: u32,
    broken: Option<Lost>,
}

/// What came of a hunt.
#[derive(Debug)]
pub struct HuntResult {
    /// Distinct violations in the order of their places; at most one unless the hunt was to collect.
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
            best: AtomicU64::new(NOWHERE),
            hopeless: AtomicBool::new(false),
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
            .min_by_key(|(place, ..)| *place)
            .map(|(_, violation, _)| violation.clone())
    }

    /// What has been found and done so far.
    pub fn result(&self) -> HuntResult {
        let state = self.state();
        let mut found: Vec<_> = state.found.iter().collect();
        found.sort_by_key(|(place, ..)| *place);
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

    /// One more stream is done.
    fn add(&self, result: StreamResult) {
        let mut state = self.state();
        state.tally.add(&result.tally);
        merge(&mut state.generated, result.generated);
        state.streams += 1;
        state.barren += u32::from(result.tally.tests == 0);
        if state.generated.tests == 0 && state.barren >= PATIENCE {
            self.hopeless.store(true, Ordering::Relaxed);
        }
    }

    /// There is no worker any more.
    fn broken(&self, lost: Lost) {
        self.state().broken = Some(lost);
        self.hopeless.store(true, Ordering::Relaxed);
    }
}

/// How long what was found in time is made smaller after it, and how long streams that could still find something earlier go on.
const GRACE: Duration = Duration::from_secs(15);

const NOWHERE: u64 = u64::MAX;

/// A place as a number, in the same order.
fn number(place: Place) -> u64 {
    place.round * u64::from(SLOTS) + u64::from(place.slot)
}

impl Watch for Progress {
    fn is_over(&self, place: Place) -> bool {
        let best = self.best.load(Ordering::Acquire);
        self.is_interrupted()
            || self.hopeless.load(Ordering::Relaxed)
            || number(place) > best
            || (best == NOWHERE && self.time_is_up())
            || self.is_late(place)
    }

    fn is_late(&self, place: Place) -> bool {
        self.is_interrupted()
            || number(place) > self.best.load(Ordering::Acquire)
            || Instant::now() >= self.deadline + GRACE
    }

    fn is_known(&self, place: Place, fingerprint: &Fingerprint) -> bool {
        self.state()
            .found
            .iter()
            .any(|(earlier, _, rough)| *earlier < place && rough == fingerprint)
    }

    fn tested(&self, work: u64) {
        self.tests.fetch_add(1, Ordering::Relaxed);
        self.executions.fetch_add(work, Ordering::Relaxed);
    }

    fn found(&self, place: Place, violation: &Violation, rough: &Fingerprint) {
        self.state()
            .found
            .push((place, violation.clone(), rough.clone()));
        if self.until == Until::FirstViolation {
            self.best.fetch_min(number(place), Ordering::Release);
        }
    }
}

/// Hunts with these executors, each in a thread of its own, until something is found, time is up, or somebody interrupts.
pub fn hunt<E: Executor + Send>(
    search: &Search,
    executors: &mut [E],
    progress: &Progress,
) -> Result<HuntResult, Lost> {
    let workers = executors.len();
    std::thread::scope(|scope| {
        for (worker, executor) in executors.iter_mut().enumerate() {
            let slots = (0..SLOTS).skip(worker).step_by(workers).collect();
            scope.spawn(move || work(search, slots, executor, progress));
        }
    });
    // The guard must be gone before the result is put together.
    let broken = progress.state().broken.take();
    match broken {
        Some(lost) => Err(lost),
        None => Ok(progress.result()),
    }
}

/// Runs the streams of some slots, a test each in turn.
fn work(search: &Search, slots: Vec<u32>, executor: &mut dyn Executor, progress: &Progress) {
    let mut slots: Vec<Slot<'_>> = slots.into_iter().map(Slot::new).collect();
    let mut round = 0;
    while !slots.is_empty() {
        slots.retain_mut(|slot| slot.turn(round, search, executor, progress));
        round += 1;
    }
}

/// Runs one stream after the other.
struct Slot<'a> {
    number: u32,
    /// The number of the next stream.
    next: u32,
    stream: Option<Running<'a>>,
}

impl<'a> Slot<'a> {
    fn new(number: u32) -> Self {
        Self {
            number,
            next: number,
            stream: None,
        }
    }

    /// Makes one test if it is time to; whether there may be more.
    fn turn(
        &mut self,
        round: u64,
        search: &'a Search,
        executor: &mut dyn Executor,
        progress: &Progress,
    ) -> bool {
        if round < u64::from(self.number) * STAGGER {
            return true;
        }
        let place = Place {
            round,
            slot: self.number,
        };
        if progress.is_over(place) {
            self.end(progress);
            return false;
        }
        if self.stream.is_none() {
            self.stream = Running::start(search, self.next);
            self.next += SLOTS;
        }
        let Some(stream) = &mut self.stream else {
            return false;
        };
        match stream.step(place, executor, progress) {
            Ok(Step::Tested) => {}
            Ok(Step::Ended) => self.end(progress),
            Err(lost) => progress.broken(lost),
        }
        true
    }

    fn end(&mut self, progress: &Progress) {
        if let Some(stream) = self.stream.take() {
            progress.add(stream.end());
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

#[cfg(test)]
mod tests;
