//! Runs hunts: workers, progress for who watches, and an end within a second of Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use raddle_engine::{HuntResult, Progress, Search};
use raddle_vm::{Bench, Lost, WorkerOptions};
use signal_hook::consts::SIGINT;

use super::progress::Display;
use crate::failure::Failure;

/// How often to look whether something happened.
const LOOK: Duration = Duration::from_millis(50);

/// How long workers may take to notice that the hunt is off. Their current job may last longer; then they are left behind.
const GRACE: Duration = Duration::from_millis(700);

/// Hunts with a set of workers that lasts for many hunts.
pub struct Hunter {
    benches: Benches,
    interrupted: Arc<AtomicBool>,
}

enum Benches {
    /// Their JVMs are being started.
    Starting(Receiver<Vec<Bench>>),
    Ready(Vec<Bench>),
    /// They are at work on a hunt that was called off.
    Gone,
}

impl Hunter {
    /// Starts one worker a job, each on a core of its own as far as there are cores, and listens for Ctrl-C.
    pub fn start(options: &WorkerOptions, jobs: usize) -> Result<Self, Failure> {
        let interrupted = Arc::new(AtomicBool::new(false));
        // A second Ctrl-C ends raddle at once.
        signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&interrupted))
            .and_then(|_| signal_hook::flag::register(SIGINT, Arc::clone(&interrupted)))
            .map_err(|error| Failure::new(format!("raddle cannot listen for Ctrl-C: {error}")))?;
        let options = options.clone();
        let (ready, starting) = mpsc::channel();
        std::thread::spawn(move || {
            let on_core = |job| {
                Bench::new(WorkerOptions {
                    core: options.core.map(|first| first + job),
                    ..options.clone()
                })
            };
            let mut benches: Vec<Bench> = (0..jobs).map(on_core).collect();
            std::thread::scope(|scope| {
                for bench in &mut benches {
                    // What is wrong, if anything, the first job will say.
                    scope.spawn(|| bench.warm_up());
                }
            });
            // Nobody waits for them if something else went wrong.
            let _ = ready.send(benches);
        });
        Ok(Self {
            benches: Benches::Starting(starting),
            interrupted,
        })
    }

    /// Whether the user wants it to end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Hunts in a target with so many pairs of methods until something is found, time is up, or the user has had enough; says how
    /// long it took. The start of the workers is not part of the time.
    pub fn hunt(
        &mut self,
        search: Search,
        budget: Duration,
        name: &str,
        pairs: usize,
    ) -> Result<(HuntResult, Duration), Failure> {
        let benches = match std::mem::replace(&mut self.benches, Benches::Gone) {
            Benches::Ready(benches) => benches,
            Benches::Starting(starting) => starting.recv().unwrap_or_default(),
            Benches::Gone => Vec::new(),
        };
        let started = Instant::now();
        let deadline = started + budget;
        let progress = Arc::new(Progress::new(search.until, deadline));
        let display = Display::new(name, pairs, deadline);
        let (done, result) = mpsc::channel();
        let hunted = Arc::clone(&progress);
        std::thread::spawn(move || {
            let mut benches = benches;
            let result = raddle_engine::hunt(&search, &mut benches, &hunted);
            // Nobody waits for it after Ctrl-C.
            let _ = done.send((benches, result));
        });
        let result = self.watch(&progress, &display, &result);
        display.clear();
        match result {
            Ok(result) => Ok((result, started.elapsed())),
            Err(lost) => Err(Failure::new(lost).with_help("`raddle doctor` says what is missing")),
        }
    }

    fn watch(
        &mut self,
        progress: &Progress,
        display: &Display,
        result: &Receiver<(Vec<Bench>, Result<HuntResult, Lost>)>,
    ) -> Result<HuntResult, Lost> {
        let mut give_up: Option<Instant> = None;
        loop {
            match result.recv_timeout(LOOK) {
                Ok((benches, result)) => {
                    self.benches = Benches::Ready(benches);
                    return result;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(progress.result()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.is_interrupted() && give_up.is_none() {
                progress.interrupt();
                give_up = Some(Instant::now() + GRACE);
            }
            if give_up.is_some_and(|time| Instant::now() > time) {
                return Ok(progress.result());
            }
            display.show(progress);
        }
    }
}

/// How many workers run side by side.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
