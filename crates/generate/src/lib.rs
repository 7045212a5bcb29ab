//! Makes concurrent tests from nothing but the class.
//!
//! In comes a [`Target`]: the class under test, or a factory whose hidden result is tested through its public supertypes. Out come
//! [tests](raddle_testcase::Test), one after the other, from a [`Generator`]. While it builds calls, a generator asks a
//! [`Feedback`] to run them in one thread, and keeps only what runs without an exception (ConTeGe, section 3.1).
//!
//! A generator is a cheap value: everything that takes time to find out about the program sits in the target, which is made once and
//! shared. One [`Stream`] of tests is decided by its seed and its number alone, so that streams can run side by side on
//! any number of workers and still be the same streams.
//!
//! Read on in this order: [`Target`], [`Feedback`], [`Generator`], [`GeneratorKind`].
#![forbid(unsafe_code)]

mod assemble;
mod contege;
mod dice;
mod feedback;
mod generator;
mod knowledge;
mod observe;
mod operation;
mod options;
mod pairs;
mod target;
#[cfg(test)]
mod testing;
mod trials;

pub use feedback::{Feedback, Returned, Trial};
pub use generator::{Generator, GeneratorKind, Lesson, Stream, Tally, UnknownGenerator};
pub use observe::Observing;
pub use operation::Operation;
pub use options::{Options, Pattern};
pub use target::{Target, TargetError, TestedMethod};
