//! Runs hunts: workers, progress for who watches, and an end within a second of Ctrl-C.

use std::time::Instant;

use raddle_engine::{Bench, HuntResult, Progress, Search};
use raddle_vm::WorkerOptions;

use crate::failure::Failure;

/// One bench a job, each on a core of its own as far as there are cores.
pub fn benches(options: &WorkerOptions, jobs: usize) -> Vec<Bench> {
    let cores = super::cores();
    (0..jobs).map(|job| Bench::new(WorkerOptions { core: Some(job % cores), ..options.clone() })).collect()
}

/// Hunts until something is found or time is up.
pub fn hunt(search: &Search, benches: &mut [Bench], deadline: Instant) -> Result<HuntResult, Failure> {
    let progress = Progress::new(search.until, deadline);
    raddle_engine::hunt(search, benches, &progress).map_err(|lost| Failure::new(lost))
}
