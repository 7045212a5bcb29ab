//! The concurrent test as a value.
//!
//! A [`Test`] is what raddle looks for, runs, shrinks and reports: a sequential prefix of calls that builds objects,
//! and suffixes of calls that run concurrently on them (ConTeGe, section 3). It knows nothing of any JVM or class path:
//! every [`Call`] carries the descriptors it needs, so a test written down today can be replayed anywhere.
//!
//! What goes in: tests made by a generator, or read from a file people write ([`TestFile`], documented in
//! `docs/test-format.md`). What comes out: the same test as JSON, as Java source for people
//! ([`JavaSource`]), and as class files that let a JVM run it ([`Thunk`]).
//!
//! Read on in this order: [`Test`], [`Callee`], [`Constant`], [`TestFile`], [`Expectation`], [`JavaSource`],
//! [`Callee::thunk`].
#![forbid(unsafe_code)]

mod check;
mod classes;
mod constant;
mod expectation;
mod file;
mod java;
mod names;
mod signature;
mod surface;
mod test;
mod types;

pub use check::{CheckError, Fault, Part, Position};
pub use classes::{GeneratedClass, Thunk, ThunkBase, ThunkError};
pub use constant::{Constant, Double, Float, JavaString};
pub use expectation::{CallResult, Completeness, Expectation, Outcome, WorkerEnd};
pub use file::{FileError, TestFile};
pub use java::{JavaSource, Knowledge, NothingKnown};
pub use names::VariableNames;
pub use surface::SurfaceError;
pub use test::{
    Argument, Call, Callee, Dispatch, FieldHolder, StubKind, StubMethod, StubShape, Test, VarId,
};
pub use types::{ClassName, JavaType, MemberName, MethodDescriptor, TypeError};
