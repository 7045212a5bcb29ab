//! The three tasks: instantiateCUT, callCUT and parameter (section 3.1).
//!
//! A task extends a sequence of calls. It makes candidates until one runs in one thread without an exception, and fails after
//! [`CANDIDATES`] of them.

use std::sync::Arc;

use raddle_program::types::JavaType;
use raddle_testcase::{Argument, Call, Constant, VarId};

use super::values;
use crate::dice::Dice;
use crate::feedback::Feedback;
use crate::operation::Operation;
use crate::target::Target;
use crate::trials::Trials;

/// Candidates a task makes before it fails.
pub(super) const CANDIDATES: usize = 10;

/// How often a parameter task may call itself, all in all, before it fails.
pub(super) const RECURSIONS: usize = 50;

/// Calls a suffix may have.
pub(super) const LONGEST_SUFFIX: usize = 10;

/// Calls and the variables they define. A suffix's sequence starts with the prefix's calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Sequence {
    pub(super) calls: Vec<Call>,
    pub(super) variables: Vec<(VarId, JavaType)>,
}

impl Sequence {
    /// Appends a call, and a variable for its result if it has one.
    fn append(&mut self, operation: &Operation, arguments: Vec<Argument>) -> Option<VarId> {
        let result = operation.gives().map(|gives| {
            let variable = VarId(self.variables.len() as u16);
            self.variables.push((variable, gives.clone()));
            variable
        });
        self.calls.push(Call {
            callee: operation.callee().clone(),
            arguments,
            result,
        });
        result
    }
}

/// What all tasks need.
pub(super) struct Tasks<'t> {
    pub(super) target: &'t Target,
    pub(super) dice: &'t mut Dice,
    pub(super) trials: &'t mut Trials,
    pub(super) feedback: &'t mut dyn Feedback,
}

impl Tasks<'_> {
    /// Appends the creation of an instance of the class under test, and says which variable holds it.
    pub(super) fn instantiate(&mut self, sequence: &Sequence) -> Option<(Sequence, VarId)> {
        for _ in 0..CANDIDATES {
            let Some(maker) = self.maker() else {
                continue;
            };
            let mut candidate = sequence.clone();
            if let Some(made) = self.append(&maker, &mut candidate, &mut RECURSIONS.clone())
                && let Some(instance) = made
            {
                return Some((candidate, instance));
            }
        }
        None
    }

    /// Any member of the class or the auxiliary classes that returns the class or a subtype.
    fn maker(&mut self) -> Option<Arc<Operation>> {
        if self.target.is_class() {
            self.provider(&self.target.instance_type())
        } else {
            // A factory's instances come from the factory alone.
            self.dice.pick(self.target.instances()).cloned()
        }
    }

    /// Appends a call of a method of the class under test, on the instance. `prefix` calls do not count towards the suffix.
    pub(super) fn call(
        &mut self,
        sequence: &Sequence,
        instance: Option<VarId>,
        prefix: Option<usize>,
    ) -> Option<Sequence> {
        let target = self.target;
        for _ in 0..CANDIDATES {
            let Some(tested) = self.dice.pick(target.methods()) else {
                continue;
            };
            if tested.method.is_abstract() && target.is_class() {
                continue;
            }
            let mut candidate = sequence.clone();
            let mut arguments = Vec::new();
            let has_receiver = tested.operation.callee().has_receiver();
            if has_receiver {
                let Some(instance) = instance else {
                    continue;
                };
                arguments.push(Argument::Variable(instance));
            }
            let wanted = &tested.operation.takes()[usize::from(has_receiver)..];
            let complete = wanted.iter().all(|wanted| {
                let argument = self.parameter(&mut candidate, wanted, &mut RECURSIONS.clone());
                argument.map(|argument| arguments.push(argument)).is_some()
            });
            if !complete {
                continue;
            }
            candidate.append(&tested.operation, arguments);
            let too_long =
                prefix.is_some_and(|prefix| candidate.calls.len() - prefix > LONGEST_SUFFIX);
            if !too_long && self.trials.succeeds(&candidate.calls, self.feedback) {
                return Some(candidate);
            }
        }
        None
    }

    /// Makes a value of the type available: a variable that is there, a literal, or a call that returns one.
    pub(super) fn parameter(
        &mut self,
        sequence: &mut Sequence,
        wanted: &JavaType,
        recursions: &mut usize,
    ) -> Option<Argument> {
        *recursions = recursions.checked_sub(1)?;
        let types = &self.target.types;
        let there: Vec<VarId> = sequence
            .variables
            .iter()
            .filter(|(_, has)| types.fits(has, wanted))
            .map(|(variable, _)| *variable)
            .collect();
        if !there.is_empty() && self.dice.one_in(2) {
            return self
                .dice
                .pick(&there)
                .map(|variable| Argument::Variable(*variable));
        }
        if let Some(literal) = values::literal(wanted, self.dice) {
            return Some(Argument::Constant(literal));
        }
        if self.target.providers.of(wanted).is_empty() {
            return Some(Argument::Constant(Constant::Null));
        }
        for _ in 0..CANDIDATES {
            let Some(provider) = self.provider(wanted) else {
                continue;
            };
            let mut candidate = sequence.clone();
            if let Some(Some(made)) = self.append(&provider, &mut candidate, recursions) {
                *sequence = candidate;
                return Some(Argument::Variable(made));
            }
        }
        None
    }

    /// Appends a call with its parameters, if the whole runs without an exception.
    fn append(
        &mut self,
        operation: &Operation,
        sequence: &mut Sequence,
        recursions: &mut usize,
    ) -> Option<Option<VarId>> {
        let mut arguments = Vec::new();
        for (position, wanted) in operation.takes().iter().enumerate() {
            let argument = self.parameter(sequence, wanted, recursions)?;
            let is_receiver = position == 0 && operation.callee().has_receiver();
            if is_receiver && argument == Argument::Constant(Constant::Null) {
                return None;
            }
            arguments.push(argument);
        }
        let made = sequence.append(operation, arguments);
        self.trials
            .succeeds(&sequence.calls, self.feedback)
            .then_some(made)
    }

    /// One provider of the type, each as likely as the other; the user's own come first.
    fn provider(&mut self, wanted: &JavaType) -> Option<Arc<Operation>> {
        let set = self.target.providers.of(wanted);
        if let Some(provided) = self.dice.pick(&set.provided) {
            return Some(Arc::clone(provided));
        }
        let provider = *self.dice.pick(&set.indexed)?;
        self.target.providers.operation(&provider)
    }
}
