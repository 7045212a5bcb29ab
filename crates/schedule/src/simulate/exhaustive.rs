//! Everything a program can do, found by walking through copies of its state instead of by asking a strategy.

use std::collections::{BTreeSet, HashSet};

use crate::event::EventKind;
use crate::schedule::Schedule;
use crate::strategy::Turn;
use crate::thread::{ThreadId, ThreadSet};

use super::machine::{Machine, Outcome};
use super::program::Program;
use super::runtime::STEP_LIMIT;

/// Every outcome that some interleaving has. States that were seen before are not walked through again, so loops do no harm;
/// interleavings that never end have no outcome.
#[must_use]
pub fn outcomes(program: &Program) -> BTreeSet<Outcome> {
    let mut outcomes = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut left = vec![(Machine::new(program), None)];
    while let Some((machine, last)) = left.pop() {
        let choices = choices(&machine, last);
        if choices.is_empty() {
            outcomes.insert(machine.outcome());
        }
        for thread in choices {
            let mut next = machine.clone();
            next.step(thread);
            // Who ran last only matters while it cannot be preempted.
            let last = next.is_pinned(thread).then_some(thread);
            if seen.insert((next.clone(), last)) {
                left.push((next, last));
            }
        }
    }
    outcomes
}

/// Every schedule with at most so many preemptions. A preemption is a switch away from a thread that could have gone on and did
/// not want to yield. Only for programs without loops, which have no end of schedules.
#[must_use]
pub fn schedules(program: &Program, preemptions: usize) -> BTreeSet<Schedule> {
    let at_yield = |machine: &Machine<'_>, last: ThreadId, _: &[ThreadId]| {
        machine.pending(last).kind == EventKind::Yield
    };
    let mut walk = Walk {
        schedules: BTreeSet::new(),
        free: at_yield,
    };
    walk.from(&Machine::new(program), &mut Vec::new(), preemptions);
    walk.schedules
}

/// Every schedule that switches only between calls, or when the running thread cannot go on. Only for programs without loops.
#[must_use]
pub fn call_schedules(program: &Program) -> BTreeSet<Schedule> {
    let between_calls = |machine: &Machine<'_>, last: ThreadId, done: &[ThreadId]| {
        // What is before the first call is not between two of them.
        let only_started = done.iter().filter(|&&thread| thread == last).count() == 1;
        machine.pending(last).kind == EventKind::Call && !only_started
    };
    let mut walk = Walk {
        schedules: BTreeSet::new(),
        free: between_calls,
    };
    walk.from(&Machine::new(program), &mut Vec::new(), 0);
    walk.schedules
}

struct Walk<F> {
    schedules: BTreeSet<Schedule>,
    /// Whether the thread that ran last, and could go on, may be left for another without this being a preemption.
    free: F,
}

impl<F: Fn(&Machine<'_>, ThreadId, &[ThreadId]) -> bool> Walk<F> {
    fn from(&mut self, machine: &Machine<'_>, done: &mut Vec<ThreadId>, preemptions: usize) {
        assert!((done.len() as u64) < STEP_LIMIT, "the program loops");
        let last = done.last().copied();
        let choices = choices(machine, last);
        if choices.is_empty() {
            self.schedules
                .insert(done.iter().map(|&thread| Turn::one(thread)).collect());
        }
        for thread in choices {
            let preempts = last.is_some_and(|last| {
                thread != last && machine.is_enabled(last) && !(self.free)(machine, last, done)
            });
            let Some(left) = preemptions.checked_sub(usize::from(preempts)) else {
                continue;
            };
            let mut next = machine.clone();
            next.step(thread);
            done.push(thread);
            self.from(&next, done, left);
            done.pop();
        }
    }
}

/// Who can run after `last`: everybody who is enabled, unless `last` must not be preempted.
fn choices(machine: &Machine<'_>, last: Option<ThreadId>) -> ThreadSet {
    match last {
        Some(last) if machine.is_pinned(last) && machine.is_enabled(last) => ThreadSet::only(last),
        _ => machine.enabled(),
    }
}
