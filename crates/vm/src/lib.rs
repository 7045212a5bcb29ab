//! Runs tests in a real JVM under a schedule.
//!
//! In goes a [`Job`]: a test as a value, a strategy, a number of executions. Out comes a [`JobReport`]: the different outcomes, how
//! often each was seen, and for each the [schedule](raddle_schedule::Schedule) that makes it happen again.
//!
//! The tested code runs in a worker: the same binary, started as a hidden subcommand, with the JVM embedded ([`worker_main`]). The
//! parent holds a [`Worker`], which replaces a process that hangs or dies, so that only the execution under way is lost.
//!
//! Inside the worker a statically linked JVMTI agent rewrites every class as it is loaded. The hooks lead to a small Java
//! runtime (`java/` in this crate) that models monitors, waiting, parking, threads and time, so that no controlled thread ever
//! blocks in the JVM; which thread goes on, a strategy decides in Rust.

mod agent;
mod control;
mod encode;
mod focus;
mod instrument;
mod jni;
mod job;
mod jvm;
mod memory;
mod natives;
mod outcome;
mod protocol;
mod runtime;
mod sandbox;
mod stack;
mod trace;
mod turns;
mod watchdog;
mod worker;

pub use focus::Focus;
pub use instrument::{Counts, SiteInfo};
pub use job::{Chance, Distinguish, Job, JobReport, Limits, Observed, Record, Until};
pub use jvm::{Compiler, Handover};
pub use outcome::{
    End, Frame, HelperOutcome, Outcome, Stuck, SuffixEnd, SuffixOutcome, Thrown, Value, Waits,
};
pub use sandbox::{Protection, Sandbox};
pub use trace::{Event, Holding, Member, Seen, Trace, What};
pub use worker::{Bench, Lost, Worker, WorkerOptions, leave_nothing_behind, worker_main};
