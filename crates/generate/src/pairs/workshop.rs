//! What everything that makes calls needs: the target, chance, trials, and what was learned so far in this stream.

use std::sync::Arc;

use raddle_testcase::{Argument, VarId};
use rustc_hash::FxHashMap;

use super::arguments::{Arguments, Experience, Purpose, Wish};
use super::draft::{Draft, Source};
use crate::dice::Dice;
use crate::feedback::{Feedback, Trial};
use crate::target::{Target, TestedMethod};
use crate::trials::Trials;

/// How often a method may behave differently each time, or break the worker, before it is left out of this stream.
const TOLERATED: u32 = 2;

/// What everything that makes calls needs.
pub(super) struct Workshop<'a> {
    pub(super) target: &'a Arc<Target>,
    pub(super) dice: &'a mut Dice,
    pub(super) trials: &'a mut Trials,
    pub(super) lessons: &'a mut Lessons,
}

/// What was learned so far in this stream.
#[derive(Debug, Default)]
pub(super) struct Lessons {
    pub(super) makers: Experience,
    /// Methods that are no good for suffixes: different each time, endless, or ending the worker.
    trouble: FxHashMap<usize, u32>,
}

impl Lessons {
    /// Whether the method is left out of this stream.
    pub(super) fn is_left_out(&self, method: usize) -> bool {
        self.trouble
            .get(&method)
            .is_some_and(|count| *count >= TOLERATED)
    }
}

impl Workshop<'_> {
    pub(super) fn arguments(&mut self, purpose: Purpose) -> Arguments<'_> {
        Arguments {
            purpose,
            target: self.target,
            dice: self.dice,
            experience: &self.lessons.makers,
        }
    }

    /// Draws a method by weight; nothing if none has any.
    pub(super) fn draw_method(&mut self, weight: impl Fn(&TestedMethod) -> u32) -> Option<usize> {
        let weights: Vec<u32> = self
            .target
            .methods()
            .iter()
            .enumerate()
            .map(|(number, method)| {
                if self.lessons.is_left_out(number) {
                    0
                } else {
                    weight(method)
                }
            })
            .collect();
        let mut draw = self.dice.below(weights.iter().sum::<u32>() as usize) as u32;
        weights.iter().position(|weight| {
            let hit = draw < *weight;
            draw = draw.saturating_sub(*weight);
            hit
        })
    }

    /// Appends a call of a tested method with its arguments.
    pub(super) fn append_call(
        &mut self,
        draft: &mut Draft,
        method: usize,
        receiver: Option<VarId>,
        wish: Wish,
    ) -> Option<()> {
        let target = Arc::clone(self.target);
        let operation = &target.methods()[method].operation;
        let mut arguments = Vec::new();
        if operation.callee().has_receiver() {
            arguments.push(Argument::Variable(receiver?));
        }
        let wanted = &operation.takes()[arguments.len()..];
        arguments.extend(self.arguments(Purpose::Call).all(draft, wanted, wish)?);
        draft.append(&target, operation, arguments, Source::Tested);
        Some(())
    }

    /// Runs a prefix; takes in what it returned, or who failed.
    pub(super) fn run(&mut self, draft: &mut Draft, feedback: &mut dyn Feedback) -> Arc<Trial> {
        let trial = self.trials.run(&draft.calls, feedback);
        self.note(&draft.calls, &trial);
        if let Trial::Returned(returned) = &*trial {
            draft.observe(self.target, returned);
        }
        trial
    }

    /// Runs a prefix, and says whether every call returned.
    pub(super) fn runs(&mut self, draft: &mut Draft, feedback: &mut dyn Feedback) -> bool {
        matches!(*self.run(draft, feedback), Trial::Returned(_))
    }

    /// Remembers which makers work, and which methods make trouble.
    pub(super) fn note(&mut self, calls: &[raddle_testcase::Call], trial: &Trial) {
        let culprit = match trial {
            Trial::Returned(_) => None,
            Trial::Threw { at, .. } | Trial::Blocked { at } | Trial::Nondeterministic { at } => {
                calls.get(*at)
            }
            Trial::Unusable { at, .. } => at.map_or(calls.last(), |at| calls.get(at)),
        };
        self.lessons.makers.note(calls, culprit);
        let weight = match trial {
            Trial::Nondeterministic { .. } => 1,
            // A worker that dies or hangs costs seconds.
            Trial::Unusable { at: None, .. } => TOLERATED,
            Trial::Unusable { .. } => 1,
            _ => return,
        };
        if let Some(method) = culprit.and_then(|call| self.target.method_of(&call.callee)) {
            *self.lessons.trouble.entry(method).or_default() += weight;
        }
    }
}
