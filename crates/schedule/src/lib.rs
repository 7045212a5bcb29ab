//! Who runs next.
//!
//! raddle lets only one thread of the tested program run at a time. This crate decides which. It knows nothing of Java: in come
//! questions ([`Point`]), out go answers ([`Turn`]), and between them is a [`Strategy`], a plain state machine that repeats itself
//! exactly for the same seed and the same questions.
//!
//! # The contract with the runtime
//!
//! The tested program calls a hook *before* every event: a shared access, a lock operation, the boundary between two calls of the
//! test (see [`EventKind`]). An answer names a thread and how many events it may do, so most hooks only count down; a strategy is
//! asked again when the count is used up at a hook, when the running thread cannot go on (blocked, finished), when it yields or
//! seems to spin, and at call boundaries if [`Needs::call_boundaries`] is set.
//!
//! - Only events that were done count. A thread at a lock that another one holds has not done its [`EventKind::Lock`]: it is not
//!   enabled, the question says [`EventKind::Blocked`], and the event counts when the thread gets the lock. So a schedule is nothing but
//!   the sequence of threads that did the events, and every turn does at least one.
//! - [`Point::enabled`] are the threads that can do their pending event now. With nobody enabled the execution is over, and nobody
//!   is asked.
//! - A new thread's first event is [`EventKind::Start`].
//! - Which waiter a `notify` wakes is a scheduling decision like any other if the runtime enables every thread it might be, and
//!   disables the rest once one of them was chosen.
//! - A loop that waits without yielding is noticed by the runtime, which asks with [`EventKind::Spin`]; strategies then let others go
//!   first. An execution that never ends is ended by the runtime's step limit.
//!
//! # The strategies
//!
//! | strategy | which executions it makes |
//! | --- | --- |
//! | [`Random`] | random walks |
//! | [`RoundRobin`] | one, with regular switches |
//! | [`Pct`] | random priorities with a few random changes: finds bugs that need few ordering constraints |
//! | [`Pos`] | random priorities for events: evens out partial orders |
//! | [`Surw`] | random, but uniform over the interleavings of what is done to one place |
//! | [`Calls`] | all that switch only between calls: the linearizations |
//! | [`Bounded`] | all with at most so many preemptions |
//! | [`Replay`] | a recorded one |
//!
//! # From a test to a strategy
//!
//! A [`Spec`] is the strategy as a user writes it; [`Spec::strategy`] builds it. [`Recorder`] goes around any strategy and keeps the
//! [`Schedule`] of what really happened; [`Replay`] repeats it.
#![forbid(unsafe_code)]

mod dice;
mod event;
mod explore;
mod path;
mod patience;
mod priorities;
mod recorder;
mod schedule;
#[cfg(any(test, feature = "simulate"))]
pub mod simulate;
mod spec;
mod strategies;
mod strategy;
mod thread;

pub use event::{EventKind, Location, Pending};
pub use explore::SwitchPoints;
pub use recorder::Recorder;
pub use schedule::{Divergence, DivergenceReason, Schedule, ScheduleError};
pub use spec::{Spec, SpecError};
pub use strategies::{
    Bound, BoundError, Bounded, Calls, Chance, ChanceError, Pct, Pos, Random, Replay, RoundRobin,
    Surw,
};
pub use strategy::{Ending, Needs, Next, Point, Strategy, Summary, Turn};
pub use thread::{ThreadId, ThreadSet, Threads};
