//! What a hunt is doing, on the last line of a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_engine::Progress;

use super::summary::{grouped, seconds};

/// The line. On anything but a terminal there is none.
pub struct Display {
    bar: ProgressBar,
    name: String,
    pairs: usize,
    started: Instant,
    deadline: Instant,
}

impl Display {
    /// For a hunt that ends at `deadline`, in a target with so many pairs of methods.
    pub fn new(name: &str, pairs: usize, deadline: Instant) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Self {
            bar,
            name: name.to_owned(),
            pairs,
            started: Instant::now(),
            deadline,
        }
    }

    /// Shows how far it is.
    pub fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.started.elapsed();
        let executions = progress.executions();
        let rate = executions as f64 / elapsed.as_secs_f64().max(0.001);
        let found = match progress.best() {
            Some(violation) => format!("; found {}", what(&violation)),
            None => String::new(),
        };
        let left =
            self.deadline.saturating_duration_since(Instant::now()) + Duration::from_millis(999);
        self.bar.set_message(format!(
            "{}: {} tests, {} executions ({}/s), {} of {} pairs, {} left{found}",
            self.name,
            grouped(progress.tests()),
            grouped(executions),
            grouped(rate as u64),
            progress.pairs(),
            self.pairs,
            seconds(Duration::from_secs(left.as_secs())),
        ));
        self.bar.tick();
    }

    /// Makes room for results.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn what(violation: &raddle_engine::Violation) -> String {
    match &violation.confirmed.suspect.unexplained {
        raddle_engine::Unexplained::Exception { class, .. } => class.clone(),
        raddle_engine::Unexplained::Stuck(_) => "a deadlock".to_owned(),
        raddle_engine::Unexplained::Results { .. } => "results of no linearization".to_owned(),
    }
}
