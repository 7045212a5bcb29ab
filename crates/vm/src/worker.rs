//! The worker process, from both sides.

mod bench;
mod child;
mod parent;

pub use bench::Bench;
pub use child::worker_main;
pub use parent::{Lost, Worker, WorkerOptions, leave_nothing_behind};
