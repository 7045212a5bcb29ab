//! The test generator of ConTeGe: Michael Pradel and Thomas R. Gross, "Fully Automatic and Precise Detection of Thread Safety
//! Violations", PLDI 2012. [`Contege::next`] is Algorithm 1, its line numbers in the comments; [`tasks`] is section 3.1.
//!
//! Numbers that the paper does not give are those of the authors' published tool. It departs from the paper in one thing:
//! a class without instances but with static methods is tested with an empty prefix, where the paper's tool gives up.

mod rounds;
mod tasks;
mod values;

use std::sync::Arc;

use raddle_testcase::{Call, Test, VarId};

use self::rounds::Round;
use self::tasks::{Sequence, Tasks};
use crate::assemble::assemble;
use crate::dice::Dice;
use crate::feedback::Feedback;
use crate::generator::{Generator, Lesson, Stream, Tally};
use crate::target::Target;
use crate::trials::Trials;

/// How often a prefix is extended with a call.
const MAX_STATE_CHANGER_TRIES: usize = 5;

/// How often a suffix is extended with a call; of these the ones that succeed are kept.
const MAX_CUT_CALLS_TRIES: usize = 2;

/// Algorithm 1, for one round.
pub(crate) struct Contege {
    target: Arc<Target>,
    dice: Dice,
    trials: Trials,
    round: Round,
    suffixes_tried: usize,
    /// P, and M of each of its elements.
    prefixes: Vec<Prefix>,
    /// T, as positions: prefix, suffix, suffix.
    ready: Vec<(usize, usize, usize)>,
}

struct Prefix {
    sequence: Sequence,
    /// Nothing if the class only has static methods.
    instance: Option<VarId>,
    suffixes: Vec<Vec<Call>>,
}

impl Contege {
    /// The round with the stream's number; nothing after the last one.
    pub(crate) fn new(target: Arc<Target>, stream: Stream) -> Option<Self> {
        Some(Self {
            target,
            dice: stream.dice(),
            trials: Trials::default(),
            round: Round::of(stream.number)?,
            suffixes_tried: 0,
            prefixes: Vec::new(),
            ready: Vec::new(),
        })
    }

    /// `randRemove(T)`.
    fn take_ready(&mut self) -> Option<Test> {
        if self.ready.is_empty() {
            return None;
        }
        let (prefix, one, other) = self.ready.swap_remove(self.dice.below(self.ready.len()));
        let prefix = &self.prefixes[prefix];
        let suffixes = [&*prefix.suffixes[one], &*prefix.suffixes[other]];
        let test = assemble(
            &prefix.sequence.calls,
            &suffixes,
            prefix.sequence.variables.len(),
        );
        self.trials.tally.count(&self.target, &test);
        Some(test)
    }

    /// Lines 6 to 20: the position of a new prefix, or of one that is there.
    fn prefix(&mut self, feedback: &mut dyn Feedback) -> Option<usize> {
        if self.prefixes.len() < self.round.max_prefixes
            && let Some(made) = self.new_prefix(feedback)
        {
            // Prefixes that read the same are one.
            let same = |prefix: &Prefix| prefix.sequence.calls == made.sequence.calls;
            return Some(self.prefixes.iter().position(same).unwrap_or_else(|| {
                self.prefixes.push(made);
                self.prefixes.len() - 1
            }));
        }
        (!self.prefixes.is_empty()).then(|| self.dice.below(self.prefixes.len()))
    }

    fn new_prefix(&mut self, feedback: &mut dyn Feedback) -> Option<Prefix> {
        let target = Arc::clone(&self.target);
        let mut tasks = self.tasks(&target, feedback);
        let (mut sequence, instance) = match tasks.instantiate(&Sequence::default()) {
            Some((sequence, instance)) => (sequence, Some(instance)),
            None if target.instances().is_empty() => (Sequence::default(), None),
            None => return None,
        };
        for _ in 0..MAX_STATE_CHANGER_TRIES {
            sequence = tasks.call(&sequence, instance, None).unwrap_or(sequence);
        }
        Some(Prefix {
            sequence,
            instance,
            suffixes: Vec::new(),
        })
    }

    /// Lines 21 to 28: a new suffix for the prefix, and its tests.
    fn suffix(&mut self, prefix: usize, feedback: &mut dyn Feedback) {
        let target = Arc::clone(&self.target);
        let Prefix {
            sequence, instance, ..
        } = &self.prefixes[prefix];
        let (start, instance) = (sequence.calls.len(), *instance);
        let mut sequence = sequence.clone();
        let mut tasks = self.tasks(&target, feedback);
        for _ in 0..MAX_CUT_CALLS_TRIES {
            sequence = tasks
                .call(&sequence, instance, Some(start))
                .unwrap_or(sequence);
        }
        let suffix = sequence.calls.split_off(start);
        let suffixes = &mut self.prefixes[prefix].suffixes;
        if suffix.is_empty() || suffixes.contains(&suffix) {
            return;
        }
        suffixes.push(suffix);
        let new = suffixes.len() - 1;
        self.ready
            .extend((0..=new).map(|other| (prefix, new, other)));
    }

    fn tasks<'t>(&'t mut self, target: &'t Target, feedback: &'t mut dyn Feedback) -> Tasks<'t> {
        Tasks {
            target,
            dice: &mut self.dice,
            trials: &mut self.trials,
            feedback,
        }
    }
}

impl Generator for Contege {
    fn next(&mut self, feedback: &mut dyn Feedback) -> Option<Test> {
        loop {
            // Lines 4, 5 and 29.
            if let Some(test) = self.take_ready() {
                return Some(test);
            }
            if self.suffixes_tried == self.round.suffix_tries {
                return None;
            }
            let Some(prefix) = self.prefix(feedback) else {
                // Line 10.
                let class = self.target.tested_class().name();
                self.trials.tally.failure = Some(format!("{class} cannot be instantiated"));
                return None;
            };
            self.suffixes_tried += 1;
            self.suffix(prefix, feedback);
        }
    }

    /// The paper's generator does not learn from executions.
    fn learn(&mut self, _test: &Test, _lesson: Lesson) {}

    fn tally(&self) -> &Tally {
        &self.trials.tally
    }
}
