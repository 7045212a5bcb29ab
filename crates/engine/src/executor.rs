//! Who executes jobs, as far as the hunt is concerned.

use raddle_schedule::Spec;
use raddle_testcase::Test;
use raddle_vm::{Bench, Job, JobReport, Limits, Lost};

/// Executes jobs. The hunt knows workers only by this, so that its own rules can be tested without a JVM.
pub trait Executor {
    /// Does a job.
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost>;

    /// Does a job unless it is called off, before it begins or, where that is possible, while it takes long.
    fn run_unless(&mut self, job: &Job, called_off: &dyn Fn() -> bool) -> Result<JobReport, Lost> {
        if called_off() {
            return Err(Lost::CalledOff);
        }
        self.run(job)
    }

    /// Forgets everything: the next job runs where nothing has run before.
    fn refresh(&mut self);
}

impl<E: Executor + ?Sized> Executor for &mut E {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        (**self).run(job)
    }

    fn run_unless(&mut self, job: &Job, called_off: &dyn Fn() -> bool) -> Result<JobReport, Lost> {
        (**self).run_unless(job, called_off)
    }

    fn refresh(&mut self) {
        (**self).refresh();
    }
}

/// A job with the hunt's limits: generated tests are short. A stack that overflows must still have the time to do so, which takes some
/// hundred thousand events.
pub(crate) fn job(test: &Test, strategy: Spec, seed: u64, executions: u64) -> Job {
    let mut job = Job::new(test.clone(), strategy, seed, executions);
    job.limits = Limits {
        steps: 600_000,
        branches: 2_000_000,
        overruns: 3,
        ..Limits::default()
    };
    job
}

/// Does nothing any more once it is called off, so that whoever uses it soon comes to an end.
pub(crate) struct UntilCalledOff<'a> {
    /// Who does the jobs.
    pub executor: &'a mut dyn Executor,
    /// Whether it is called off.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Executor for UntilCalledOff<'_> {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        self.executor.run_unless(job, self.is_over)
    }

    fn refresh(&mut self) {
        self.executor.refresh();
    }
}

impl Executor for Bench {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        Self::run(self, job)
    }

    fn run_unless(&mut self, job: &Job, called_off: &dyn Fn() -> bool) -> Result<JobReport, Lost> {
        Self::run_unless(self, job, called_off)
    }

    fn refresh(&mut self) {
        self.replace();
    }
}
