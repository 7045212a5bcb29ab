//! The state of a simulated program, and how events change it.

use crate::event::{EventKind, Location, Pending};
use crate::thread::{ThreadId, ThreadSet};

use super::program::{Op, Program};

/// How an execution left things.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The values of the variables.
    pub variables: Vec<i64>,
    /// What each thread read, in order.
    pub read: Vec<Vec<i64>>,
    /// The threads that did not finish.
    pub stuck: Vec<ThreadId>,
}

/// A program in the middle of an execution. Copies of it are how [`super::exhaustive`] explores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine<'p> {
    threads: Vec<Thread<'p>>,
    variables: Vec<i64>,
    monitors: Vec<Monitor>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread<'p> {
    /// What is left to do; the first one is an event, or the thread has [finished](Phase::Finished).
    ops: &'p [Op],
    phase: Phase,
    register: i64,
    read: Vec<i64>,
    permit: bool,
    pinned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Not spawned yet.
    Unborn,
    /// About to start.
    New,
    /// About to do its first op.
    Ready,
    /// An [`Op::AwaitYielding`] read the wrong value and is about to yield.
    Yielding,
    /// An [`Op::AwaitSpinning`] read the wrong value, and nobody did anything since.
    Spinning,
    /// Waits for a notification, then for the lock, which it had taken so often.
    Waiting {
        depth: u32,
    },
    Finished,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Monitor {
    owner: Option<ThreadId>,
    depth: u32,
    waiters: ThreadSet,
    /// For every notification that no waiter has used yet, who was waiting when it came. Oldest first, so each set contains those
    /// before it but for the waiters that came later, and using the first one that fits never starves the others.
    signals: Vec<ThreadSet>,
}

impl<'p> Machine<'p> {
    /// The program before its first event.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let thread = |(number, ops): (usize, &'p Vec<Op>)| Thread {
            ops: ops.as_slice(),
            phase: if number < program.initial() {
                Phase::New
            } else {
                Phase::Unborn
            },
            register: 0,
            read: Vec::new(),
            permit: false,
            pinned: false,
        };
        Self {
            threads: program.threads().iter().enumerate().map(thread).collect(),
            variables: vec![0; program.variables()],
            monitors: vec![Monitor::default(); program.locks()],
        }
    }

    /// How many threads there are, running or not.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Whether `thread` has nothing left to do.
    #[must_use]
    pub fn is_finished(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].phase == Phase::Finished
    }

    /// Whether `thread` must not be preempted.
    #[must_use]
    pub fn is_pinned(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].pinned
    }

    /// Whether `thread` waits in a loop, and doing its event now would change nothing.
    #[must_use]
    pub fn is_spinning(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].phase == Phase::Spinning
    }

    /// The threads that can do their event now.
    #[must_use]
    pub fn enabled(&self) -> ThreadSet {
        (0..self.threads.len())
            .map(|number| ThreadId(number as u8))
            .filter(|&thread| self.is_enabled(thread))
            .collect()
    }

    /// Whether `thread` can do its event now.
    #[must_use]
    pub fn is_enabled(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread.index()];
        match (state.phase, state.ops.first()) {
            (Phase::Unborn | Phase::Finished, _) => false,
            (Phase::Waiting { .. }, Some(&Op::Wait(lock))) => {
                let monitor = &self.monitors[lock];
                monitor.owner.is_none()
                    && monitor.signals.iter().any(|signal| signal.contains(thread))
            }
            (Phase::Ready, Some(&Op::Lock(lock))) => self.monitors[lock]
                .owner
                .is_none_or(|owner| owner == thread),
            (Phase::Ready, Some(Op::Park)) => state.permit,
            (Phase::Ready, Some(&Op::Join(other))) => self.is_finished(ThreadId(other as u8)),
            _ => true,
        }
    }

    /// What `thread` will do next.
    #[must_use]
    pub fn pending(&self, thread: ThreadId) -> Pending {
        let state = &self.threads[thread.index()];
        // Variables, monitors and permits share one space of locations, in which 0 is not used.
        let variable = |variable: usize| Location(1 + 3 * variable as u64);
        let monitor = |lock: usize| Location(2 + 3 * lock as u64);
        let permit = |thread: usize| Location(3 + 3 * thread as u64);
        let (kind, location) = match (state.phase, state.ops.first()) {
            (Phase::Finished, _) | (_, None) => (EventKind::Finished, Location::UNKNOWN),
            (Phase::Unborn | Phase::New, _) => (EventKind::Start, Location::UNKNOWN),
            (Phase::Yielding, _) => (EventKind::Yield, Location::UNKNOWN),
            (Phase::Waiting { .. }, Some(&Op::Wait(lock))) => (EventKind::Lock, monitor(lock)),
            (_, Some(&op)) => match op {
                Op::Read(place) | Op::AwaitYielding(place, _) | Op::AwaitSpinning(place, _) => {
                    (EventKind::Read, variable(place))
                }
                Op::Write(place, _) | Op::WriteRead(place, _) => {
                    (EventKind::Write, variable(place))
                }
                Op::Add(place, _) => (EventKind::Atomic, variable(place)),
                Op::Lock(lock) => (EventKind::Lock, monitor(lock)),
                Op::Wait(lock) => (EventKind::Wait, monitor(lock)),
                Op::Notify(lock) | Op::NotifyAll(lock) => (EventKind::Notify, monitor(lock)),
                Op::Park => (EventKind::Park, permit(thread.index())),
                Op::Unpark(other) => (EventKind::Unpark, permit(other)),
                Op::Spawn(_) => (EventKind::Spawn, Location::UNKNOWN),
                Op::Join(_) => (EventKind::Join, Location::UNKNOWN),
                Op::Yield => (EventKind::Yield, Location::UNKNOWN),
                Op::Call => (EventKind::Call, Location::UNKNOWN),
                Op::Unlock(_) | Op::SkipUnless(..) | Op::Pin | Op::Unpin => {
                    (EventKind::Start, Location::UNKNOWN)
                }
            },
        };
        Pending::new(kind, location)
    }

    /// `thread`, which must be enabled, does its event and goes on up to the next. Returns the thread it started, if it did.
    pub fn step(&mut self, thread: ThreadId) -> Option<ThreadId> {
        debug_assert!(self.is_enabled(thread), "{thread:?} is not enabled");
        for state in &mut self.threads {
            if state.phase == Phase::Spinning {
                state.phase = Phase::Ready;
            }
        }
        let spawned = self.event(thread);
        self.settle(thread);
        spawned
    }

    fn event(&mut self, thread: ThreadId) -> Option<ThreadId> {
        let state = &mut self.threads[thread.index()];
        match state.phase {
            Phase::New | Phase::Yielding => {
                state.phase = Phase::Ready;
                return None;
            }
            Phase::Unborn | Phase::Finished => return None,
            Phase::Ready | Phase::Spinning | Phase::Waiting { .. } => {}
        }
        let (&op, rest) = state.ops.split_first()?;
        match op {
            Op::Read(place) => {
                state.register = self.variables[place];
                state.read.push(state.register);
            }
            Op::Write(place, value) => self.variables[place] = value,
            Op::WriteRead(place, more) => self.variables[place] = state.register + more,
            Op::Add(place, more) => {
                state.register = self.variables[place];
                state.read.push(state.register);
                self.variables[place] += more;
            }
            Op::Lock(lock) => self.monitors[lock].take(thread, 1),
            Op::Wait(lock) => {
                let monitor = &mut self.monitors[lock];
                if let Phase::Waiting { depth } = state.phase {
                    monitor.wake(thread);
                    monitor.take(thread, depth);
                    state.phase = Phase::Ready;
                } else {
                    state.phase = Phase::Waiting {
                        depth: monitor.depth,
                    };
                    monitor.sleep(thread);
                    return None;
                }
            }
            Op::Notify(lock) => self.monitors[lock].notify(),
            Op::NotifyAll(lock) => {
                for _ in self.monitors[lock].waiters {
                    self.monitors[lock].notify();
                }
            }
            Op::Park => state.permit = false,
            Op::AwaitYielding(place, value) if self.variables[place] != value => {
                state.phase = Phase::Yielding;
                return None;
            }
            Op::AwaitSpinning(place, value) if self.variables[place] != value => {
                state.phase = Phase::Spinning;
                return None;
            }
            _ => {}
        }
        state.ops = rest;
        match op {
            Op::Unpark(other) => self.threads[other].permit = true,
            Op::Spawn(other) if self.threads[other].phase == Phase::Unborn => {
                self.threads[other].phase = Phase::New;
                return Some(ThreadId(other as u8));
            }
            _ => {}
        }
        None
    }

    /// Everything up to the next event, in which nobody can come between.
    fn settle(&mut self, thread: ThreadId) {
        let state = &mut self.threads[thread.index()];
        while let Some((&op, rest)) = state.ops.split_first().filter(|(op, _)| !op.is_event()) {
            state.ops = rest;
            match op {
                Op::Unlock(lock) => self.monitors[lock].release(thread),
                Op::SkipUnless(value, count) if state.register != value => {
                    state.ops = rest.get(count..).unwrap_or_default();
                }
                Op::Pin => state.pinned = true,
                Op::Unpin => state.pinned = false,
                _ => {}
            }
        }
        if state.ops.is_empty() {
            state.phase = Phase::Finished;
        }
    }

    /// How things are, as an outcome once nobody is enabled.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let is_stuck =
            |thread: &Thread<'_>| !matches!(thread.phase, Phase::Finished | Phase::Unborn);
        Outcome {
            variables: self.variables.clone(),
            read: self
                .threads
                .iter()
                .map(|thread| thread.read.clone())
                .collect(),
            stuck: (0u8..)
                .zip(&self.threads)
                .filter(|(_, state)| is_stuck(state))
                .map(|(id, _)| ThreadId(id))
                .collect(),
        }
    }
}

impl Monitor {
    fn take(&mut self, thread: ThreadId, depth: u32) {
        self.owner = Some(thread);
        self.depth += depth;
    }

    fn release(&mut self, thread: ThreadId) {
        if self.owner == Some(thread) {
            self.depth -= 1;
            if self.depth == 0 {
                self.owner = None;
            }
        }
    }

    fn sleep(&mut self, thread: ThreadId) {
        self.waiters.insert(thread);
        self.owner = None;
        self.depth = 0;
    }

    fn notify(&mut self) {
        if self.waiters.len() > self.signals.len() {
            self.signals.push(self.waiters);
        }
    }

    fn wake(&mut self, thread: ThreadId) {
        if let Some(used) = self
            .signals
            .iter()
            .position(|signal| signal.contains(thread))
        {
            self.signals.remove(used);
        }
        self.waiters.remove(thread);
        for signal in &mut self.signals {
            signal.remove(thread);
        }
    }
}
