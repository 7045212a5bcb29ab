//! The questions a strategy is asked, and the answers it gives.

use crate::event::{EventKind, Pending};
use crate::schedule::Divergence;
use crate::thread::{ThreadId, ThreadSet};

/// Decides which thread runs next, for one execution after the other.
///
/// The runtime calls [`begin`](Strategy::begin), then [`decide`](Strategy::decide) as often as needed, then
/// [`end`](Strategy::end), and so on until `begin` says [`Next::Exhausted`] or the runtime has had enough. The same answers to the
/// same questions: a strategy is a function of its seed and of what it was asked, and of nothing else.
pub trait Strategy: Send {
    /// What the runtime has to provide. Looked at after every [`begin`](Strategy::begin), and constant until the next.
    fn needs(&self) -> Needs;

    /// A new execution is about to start, if there is still one to try.
    fn begin(&mut self) -> Next;

    /// Who runs next, and how far. The answer is one of [`Point::enabled`]. Must neither allocate nor take long: it is called
    /// inside the tested program, up to once an event.
    fn decide(&mut self, point: &Point<'_>) -> Turn;

    /// `thread` was started by the running thread and can be chosen from now on. Not called for the threads that are there from
    /// the beginning.
    fn spawned(&mut self, thread: ThreadId) {
        let _ = thread;
    }

    /// The execution is over.
    fn end(&mut self, summary: &Summary<'_>) {
        let _ = summary;
    }

    /// Where the execution left the path that the strategy was told to take. Only a strategy with such a path, like
    /// [`Replay`](crate::Replay), can say anything but `None`; it says it from the moment it notices until the next `begin`.
    fn divergence(&self) -> Option<Divergence> {
        None
    }
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn begin(&mut self) -> Next {
        (**self).begin()
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        (**self).decide(point)
    }

    fn spawned(&mut self, thread: ThreadId) {
        (**self).spawned(thread);
    }

    fn end(&mut self, summary: &Summary<'_>) {
        (**self).end(summary);
    }

    fn divergence(&self) -> Option<Divergence> {
        (**self).divergence()
    }
}

/// What a strategy asks of the runtime beyond the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Fill [`Point::pending`]. Costs the runtime some work at every question.
    pub pending: bool,
    /// Ask at every [`EventKind::Call`], whatever is left of the turn.
    pub call_boundaries: bool,
}

/// Whether there is an execution left to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Next {
    /// Execute the test once more.
    Run,
    /// Every execution that the strategy stands for has been made.
    Exhausted,
}

/// A question: the state of the execution when somebody has to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Who had the last turn. When nobody has run yet, the first of [`Point::enabled`].
    pub running: ThreadId,
    /// Why the question is asked: what the running thread is about to do, or that it is [`EventKind::Blocked`] or
    /// [`EventKind::Finished`], or that the runtime thinks it spins; [`EventKind::Start`] at the first question.
    pub kind: EventKind,
    /// Who can do an event now. Never empty; contains the running thread unless it is blocked or finished.
    pub enabled: ThreadSet,
    /// By thread number, what each will do next, blocked threads included. Empty unless asked for by [`Needs::pending`].
    pub pending: &'a [Pending],
    /// How many events the execution has had so far, in all threads.
    pub step: u64,
}

impl Point<'_> {
    /// Who could take over from the running thread.
    #[must_use]
    pub const fn others(&self) -> ThreadSet {
        self.enabled.without(self.running)
    }

    /// Who should be considered if nothing speaks for anybody: all enabled threads; without the running one if it only spins and
    /// there are others.
    #[must_use]
    pub fn candidates(&self) -> ThreadSet {
        let others = self.others();
        if self.kind == EventKind::Spin && !others.is_empty() {
            others
        } else {
            self.enabled
        }
    }

    /// The choice of who has no opinion: the running thread goes on as long as it can, then the next one on the way around.
    #[must_use]
    pub fn unforced(&self) -> ThreadId {
        let candidates = self.candidates();
        if candidates.contains(self.running) {
            self.running
        } else {
            candidates.next_after(self.running).unwrap_or(self.running)
        }
    }

    /// What `thread` will do next, if the runtime said so.
    #[must_use]
    pub fn pending_of(&self, thread: ThreadId) -> Option<&Pending> {
        self.pending.get(thread.index())
    }
}

/// An answer: who runs, and how far.
///
/// A turn ends early when the thread blocks, finishes, yields or spins, or at a call boundary if [`Needs`] says so. It ends late when
/// its budget runs out where the runtime cannot switch (inside a static initialiser, for example). [`Point::step`] tells at the next
/// question how far it really went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// Who runs.
    pub thread: ThreadId,
    /// How many events the thread may do, the pending one included, before the next question. At least 1.
    pub events: u32,
}

impl Turn {
    /// A budget that no execution uses up.
    pub const UNLIMITED: u32 = u32::MAX;

    /// `thread` does its pending event, then we see again.
    #[must_use]
    pub const fn one(thread: ThreadId) -> Self {
        Self { thread, events: 1 }
    }

    /// `thread` does `events` events; one at least.
    #[must_use]
    pub const fn limited(thread: ThreadId, events: u32) -> Self {
        Self {
            thread,
            events: if events == 0 { 1 } else { events },
        }
    }

    /// `thread` goes on until it cannot.
    #[must_use]
    pub const fn unlimited(thread: ThreadId) -> Self {
        Self {
            thread,
            events: Self::UNLIMITED,
        }
    }
}

/// How an execution went.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// How it ended.
    pub ending: Ending,
    /// How many events it had in all.
    pub steps: u64,
    /// How many events each thread did, by thread number.
    pub events: &'a [u64],
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Every thread that matters finished.
    Finished,
    /// Some thread that matters can never go on.
    Deadlock,
    /// The runtime stopped it after too many events.
    StepLimit,
    /// The runtime stopped it for a reason of its own.
    Aborted,
}
