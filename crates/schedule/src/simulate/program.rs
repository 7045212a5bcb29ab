//! What a simulated thread can do.

/// One step of a simulated thread.
///
/// Variables and locks are numbered from 0 and come into being by being mentioned; variables start at 0. Every thread has one
/// register, which holds what it read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Reads a variable into the register; what was read is part of the outcome.
    Read(usize),
    /// Writes a constant to a variable.
    Write(usize, i64),
    /// Writes the register plus a constant to a variable.
    WriteRead(usize, i64),
    /// Adds a constant to a variable in one event; the old value goes to the register and is part of the outcome.
    Add(usize, i64),
    /// Takes a lock, again if the thread has it.
    Lock(usize),
    /// Gives a lock back. No event.
    Unlock(usize),
    /// Gives a held lock up until a notification comes, then takes it again.
    Wait(usize),
    /// Wakes one of the threads that wait for the lock, if there is one. Which one is decided by who is scheduled first.
    Notify(usize),
    /// Wakes all threads that wait for the lock.
    NotifyAll(usize),
    /// Goes on when the thread's permit is there, and takes it.
    Park,
    /// Gives a thread its permit.
    Unpark(usize),
    /// Starts a thread of the program that is not running from the beginning.
    Spawn(usize),
    /// Goes on when a thread has finished.
    Join(usize),
    /// Lets others go first.
    Yield,
    /// The boundary between two calls.
    Call,
    /// Reads a variable until it has a value, with a [`Op::Yield`] after every failed attempt.
    AwaitYielding(usize, i64),
    /// Reads a variable until it has a value.
    AwaitSpinning(usize, i64),
    /// Skips the next few steps unless the register has a value. No event.
    SkipUnless(i64, usize),
    /// From here on the thread cannot be preempted. No event.
    Pin,
    /// From here on the thread can be preempted again. No event.
    Unpin,
}

impl Op {
    /// Whether the runtime can be asked before this step.
    #[must_use]
    pub const fn is_event(self) -> bool {
        !matches!(
            self,
            Self::Unlock(_) | Self::SkipUnless(..) | Self::Pin | Self::Unpin
        )
    }

    const fn variable(self) -> Option<usize> {
        match self {
            Self::Read(variable)
            | Self::Write(variable, _)
            | Self::WriteRead(variable, _)
            | Self::Add(variable, _)
            | Self::AwaitYielding(variable, _)
            | Self::AwaitSpinning(variable, _) => Some(variable),
            _ => None,
        }
    }

    const fn lock(self) -> Option<usize> {
        match self {
            Self::Lock(lock)
            | Self::Unlock(lock)
            | Self::Wait(lock)
            | Self::Notify(lock)
            | Self::NotifyAll(lock) => Some(lock),
            _ => None,
        }
    }
}

/// Threads over shared variables and locks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    threads: Vec<Vec<Op>>,
    /// Thread numbers below run from the beginning, the others when they are spawned.
    initial: usize,
}

impl Program {
    /// A program whose threads all run from the beginning.
    #[must_use]
    pub fn new(threads: Vec<Vec<Op>>) -> Self {
        let initial = threads.len();
        Self { threads, initial }
    }

    /// A program of which only the first `initial` threads run from the beginning.
    #[must_use]
    pub fn spawning(initial: usize, threads: Vec<Vec<Op>>) -> Self {
        Self {
            initial: initial.min(threads.len()),
            threads,
        }
    }

    /// The steps of every thread.
    #[must_use]
    pub fn threads(&self) -> &[Vec<Op>] {
        &self.threads
    }

    /// How many threads run from the beginning.
    #[must_use]
    pub const fn initial(&self) -> usize {
        self.initial
    }

    /// How many variables are mentioned.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.count(Op::variable)
    }

    /// How many locks are mentioned.
    #[must_use]
    pub fn locks(&self) -> usize {
        self.count(Op::lock)
    }

    fn count(&self, mentioned: impl Fn(Op) -> Option<usize>) -> usize {
        self.threads
            .iter()
            .flatten()
            .filter_map(|&op| mentioned(op))
            .max()
            .map_or(0, |highest| highest + 1)
    }
}
