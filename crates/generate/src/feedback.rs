//! What a generator learns by running calls.

use std::sync::Arc;

use raddle_testcase::{Call, VarId};

/// Runs calls one after the other, in one thread, in a state as fresh as a test's.
///
/// The engine implements it with a worker. To the generator it is a function: the same calls get the same answer.
pub trait Feedback {
    /// Runs the calls and says how that went.
    fn sequential(&mut self, calls: &[Call]) -> Trial;

    /// The same for calls that are to be made in every execution of a test: unusable if they take long.
    fn brief(&mut self, calls: &[Call]) -> Trial {
        self.sequential(calls)
    }
}

/// How running calls in one thread went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trial {
    /// Every call returned: what, call by call.
    Returned(Vec<Returned>),
    /// A call threw.
    Threw {
        /// Which one.
        at: usize,
        /// The exception's class, as a binary name.
        class: Arc<str>,
    },
    /// A call can never go on.
    Blocked {
        /// Which one.
        at: usize,
    },
    /// Two runs of the calls went different ways.
    Nondeterministic {
        /// The first call that did.
        at: usize,
    },
    /// Nothing to go on with: the calls end the process, run forever, or break the worker.
    Unusable {
        /// The call that did it, if that is known.
        at: Option<usize>,
        /// What happened, for people.
        reason: Arc<str>,
    },
}

/// What a call returned, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Returned {
    /// Nothing is known.
    #[default]
    Unknown,
    /// `null`, or nothing because the method is void.
    Null,
    /// An object; a primitive counts as its box.
    Object {
        /// Its class at run time, as a binary name.
        class: Arc<str>,
        /// The variable that held the object before the call.
        same_as: Option<VarId>,
    },
}
