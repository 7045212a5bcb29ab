//! Workers for whatever a job needs.

use super::parent::{Lost, Worker, WorkerOptions};
use crate::job::{Job, JobReport};
use crate::jvm::Handover;
use crate::outcome::End;

/// Worker processes on one core.
///
/// Continuations cannot be suspended everywhere. A job that ran into such a place is done again on operating system threads, which can,
/// by a second process that is started when it is first needed.
pub struct Bench {
    options: WorkerOptions,
    worker: Worker,
    on_threads: Option<Worker>,
    /// How many executions a job that was lost had made.
    made: u64,
}

impl Bench {
    /// Its processes are started with the first job.
    pub fn new(options: WorkerOptions) -> Self {
        Self {
            worker: Worker::new(options.clone()),
            options,
            on_threads: None,
            made: 0,
        }
    }

    /// Starts the process now, so that the first job need not wait for it.
    pub fn warm_up(&mut self) -> Result<(), Lost> {
        self.worker.protection().map(drop)
    }

    /// Does a job.
    pub fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        self.run_unless(job, &|| false)
    }

    /// Does a job unless it is called off, before it begins or while it takes long.
    pub fn run_unless(
        &mut self,
        job: &Job,
        called_off: &dyn Fn() -> bool,
    ) -> Result<JobReport, Lost> {
        let report = self.worker.run_unless(job, called_off);
        self.made = self.worker.made_before_it_was_lost();
        let report = report?;
        let pinned = report
            .observed
            .iter()
            .any(|observed| observed.outcome.end == End::Pinned);
        if !pinned || self.options.handover == Handover::Threads {
            return Ok(report);
        }
        let on_threads = self.on_threads.get_or_insert_with(|| {
            Worker::new(WorkerOptions {
                handover: Handover::Threads,
                ..self.options.clone()
            })
        });
        let report = on_threads.run_unless(job, called_off);
        self.made = on_threads.made_before_it_was_lost();
        report
    }

    /// How many executions the latest job had made when its process was lost.
    pub fn made_before_it_was_lost(&self) -> u64 {
        self.made
    }

    /// Gives up the processes; the next job gets new ones.
    pub fn replace(&mut self) {
        self.worker.replace();
        self.on_threads = None;
    }
}
