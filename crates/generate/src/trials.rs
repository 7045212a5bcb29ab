//! Running candidates, each sequence once.

use std::sync::Arc;

use raddle_testcase::Call;
use rustc_hash::FxHashMap;

use crate::feedback::{Feedback, Trial};
use crate::generator::Tally;

/// Answers that are remembered: enough for what a stream asks for again soon.
const REMEMBERED: usize = 4096;

/// Runs sequences and counts how that went. A sequence that was run before is not run again.
#[derive(Debug, Default)]
pub(crate) struct Trials {
    known: FxHashMap<Vec<Call>, Arc<Trial>>,
    pub(crate) tally: Tally,
}

impl Trials {
    pub(crate) fn run(&mut self, calls: &[Call], feedback: &mut dyn Feedback) -> Arc<Trial> {
        if let Some(known) = self.known.get(calls) {
            return Arc::clone(known);
        }
        let trial = Arc::new(feedback.sequential(calls));
        self.tally.trials += 1;
        match &*trial {
            Trial::Returned(_) | Trial::Blocked { .. } => {}
            Trial::Threw { .. } => self.tally.threw += 1,
            Trial::Unusable { .. } => self.tally.unusable += 1,
            Trial::Nondeterministic { .. } => self.tally.nondeterministic += 1,
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(calls.to_vec(), Arc::clone(&trial));
        trial
    }

    /// Whether every call returns.
    pub(crate) fn succeeds(&mut self, calls: &[Call], feedback: &mut dyn Feedback) -> bool {
        matches!(*self.run(calls, feedback), Trial::Returned(_))
    }
}
