//! Executes simulated programs as a strategy wants it.

use crate::event::{EventKind, Pending};
use crate::schedule::Schedule;
use crate::strategy::{Ending, Needs, Next, Point, Strategy, Summary, Turn};
use crate::thread::ThreadId;

use super::machine::{Machine, Outcome};
use super::program::Program;

/// After so many events an execution is given up.
pub const STEP_LIMIT: u64 = 300;

/// One execution of a program.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it left things.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// Every event, in order.
    pub trace: Vec<Event>,
    /// How often the strategy was asked.
    pub questions: u64,
}

impl Execution {
    /// Who did the events.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        self.trace
            .iter()
            .map(|event| Turn::one(event.thread))
            .collect()
    }
}

/// Something that a thread did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Who did it.
    pub thread: ThreadId,
    /// What it was.
    pub pending: Pending,
}

/// Executes `program` as long as `strategy` has something to try, but at most `limit` times.
pub fn run_all<S: Strategy + ?Sized>(
    program: &Program,
    strategy: &mut S,
    limit: usize,
) -> Vec<Execution> {
    std::iter::from_fn(|| run(program, strategy))
        .take(limit)
        .collect()
}

/// Executes `program` once, unless `strategy` has nothing left to try.
///
/// # Panics
/// If the strategy breaks its part of the contract: chooses a thread that is not enabled, or gives a turn of no events.
pub fn run<S: Strategy + ?Sized>(program: &Program, strategy: &mut S) -> Option<Execution> {
    if strategy.begin() == Next::Exhausted {
        return None;
    }
    let mut runtime = Runtime {
        machine: Machine::new(program),
        needs: strategy.needs(),
        trace: Vec::new(),
        events: vec![0; program.threads().len()],
    };
    let mut pending = Vec::new();
    let mut questions = 0;
    let mut kind = EventKind::Start;
    let mut running = runtime.machine.enabled().first().unwrap_or(ThreadId(0));
    let ending = loop {
        let enabled = runtime.machine.enabled();
        if enabled.is_empty() {
            let stuck = !runtime.machine.outcome().stuck.is_empty();
            break if stuck {
                Ending::Deadlock
            } else {
                Ending::Finished
            };
        }
        if runtime.step() >= STEP_LIMIT {
            break Ending::StepLimit;
        }
        if runtime.needs.pending {
            pending.clear();
            let threads = (0..runtime.machine.threads()).map(|number| ThreadId(number as u8));
            pending.extend(threads.map(|thread| runtime.machine.pending(thread)));
        }
        let turn = strategy.decide(&Point {
            running,
            kind,
            enabled,
            pending: &pending,
            step: runtime.step(),
        });
        questions += 1;
        assert!(
            enabled.contains(turn.thread),
            "{turn:?} is not one of {enabled:?}"
        );
        assert!(turn.events > 0, "{turn:?} has no events");
        running = turn.thread;
        kind = runtime.turn(turn, strategy);
    };
    strategy.end(&Summary {
        ending,
        steps: runtime.step(),
        events: &runtime.events,
    });
    Some(Execution {
        outcome: runtime.machine.outcome(),
        ending,
        trace: runtime.trace,
        questions,
    })
}

struct Runtime<'p> {
    machine: Machine<'p>,
    needs: Needs,
    trace: Vec<Event>,
    events: Vec<u64>,
}

impl Runtime<'_> {
    fn step(&self) -> u64 {
        self.trace.len() as u64
    }

    /// Lets a thread have its turn, and says why it ended.
    fn turn<S: Strategy + ?Sized>(&mut self, turn: Turn, strategy: &mut S) -> EventKind {
        let thread = turn.thread;
        let mut budget = turn.events;
        loop {
            self.trace.push(Event {
                thread,
                pending: self.machine.pending(thread),
            });
            self.events[thread.index()] += 1;
            if let Some(spawned) = self.machine.step(thread) {
                strategy.spawned(spawned);
            }
            budget = budget.saturating_sub(1);
            if self.machine.is_finished(thread) {
                return EventKind::Finished;
            }
            if !self.machine.is_enabled(thread) {
                return EventKind::Blocked;
            }
            if self.step() >= STEP_LIMIT {
                return EventKind::Spin;
            }
            if self.machine.is_pinned(thread) {
                continue;
            }
            if self.machine.is_spinning(thread) {
                return EventKind::Spin;
            }
            let next = self.machine.pending(thread).kind;
            if budget == 0
                || next == EventKind::Yield
                || (next == EventKind::Call && self.needs.call_boundaries)
            {
                return next;
            }
        }
    }
}
