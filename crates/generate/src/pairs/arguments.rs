//! Making the arguments of a call.

use std::sync::Arc;

use raddle_program::class::ClassKind;
use raddle_program::types::JavaType;
use raddle_testcase::{Argument, Call, Callee, Constant, VarId};
use rustc_hash::FxHashMap;

use super::draft::{Draft, Source, Variable};
use crate::dice::Dice;
use crate::knowledge::{Freshness, Maker, Sharing};
use crate::operation::Operation;
use crate::target::Target;

/// How deep makers may need other makers.
const DEEPEST: u32 = 4;

/// How many percent of the arguments are null though there would be something.
const NULLS: usize = 5;

/// Failures without any success after which a maker is not used any more.
const HOPELESS: u32 = 3;

/// Which instance under test a call would like as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// None in particular.
    Any,
    /// The receiver itself.
    Own(VarId),
    /// Another one than the receiver: the instance that the other suffix works on.
    Partner(VarId),
    /// None at all.
    Other,
}

/// How often, in percent, an object is told something where it may need it.
const CONFIGURED: usize = 60;

/// What the arguments are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// An instance under test, which may hold on to them and has to be able to change them.
    Instance,
    /// The same, where those that are as their constructors made them would not do: a builder has to be told first what to build.
    ConfiguredInstance,
    /// Any other call.
    Call,
}

/// Which makers worked so far in this stream.
#[derive(Debug, Default)]
pub(super) struct Experience(FxHashMap<Callee, Record>);

#[derive(Debug, Default, Clone, Copy)]
struct Record {
    /// Sequences with it that ran.
    worked: u32,
    /// Sequences that it made fail itself.
    failed: u32,
    /// Sequences in which what it made was not liked.
    disliked: u32,
}

impl Experience {
    /// Takes in how a sequence went: which call failed, if one did.
    pub(super) fn note(&mut self, calls: &[Call], culprit: Option<&Call>) {
        let Some(culprit) = culprit else {
            for call in calls {
                self.of(call).worked += 1;
            }
            return;
        };
        self.of(culprit).failed += 1;
        let made = |call: &&Call| {
            call.result
                .is_some_and(|made| culprit.arguments.contains(&Argument::Variable(made)))
        };
        for call in calls.iter().filter(made) {
            self.of(call).disliked += 1;
        }
    }

    fn of(&mut self, call: &Call) -> &mut Record {
        self.0.entry(call.callee.clone()).or_default()
    }

    fn is_hopeless(&self, callee: &Callee) -> bool {
        self.0
            .get(callee)
            .is_some_and(|record| record.worked == 0 && record.failed >= HOPELESS)
    }

    /// The share of sequences with it that ran, in percent; half of them if nothing is known.
    fn success(&self, callee: &Callee) -> u32 {
        let record = self.0.get(callee).copied().unwrap_or_default();
        let bad = record.failed + record.disliked;
        100 * (record.worked + 1) / (record.worked + bad + 2)
    }
}

/// Makes arguments.
pub(super) struct Arguments<'a> {
    pub(super) target: &'a Target,
    pub(super) dice: &'a mut Dice,
    pub(super) experience: &'a Experience,
    pub(super) purpose: Purpose,
}

impl Arguments<'_> {
    /// The arguments of a call, behind the receiver if there is one. Makers of what is not there are appended to the draft.
    pub(super) fn all(
        &mut self,
        draft: &mut Draft,
        wanted: &[JavaType],
        wish: Wish,
    ) -> Option<Vec<Argument>> {
        let is_object =
            |wanted: &JavaType| matches!(wanted, JavaType::Class(name) if name.is_object());
        let instance = self.target.instance_type();
        let types = &self.target.types;
        let specific = wanted
            .iter()
            .any(|wanted| !is_object(wanted) && types.fits(&instance, wanted));
        let last = wanted.iter().rposition(is_object);
        let one = |(position, wanted)| {
            // The key of a map is an Object before another one. A map that is its own key has no hash code.
            let misplaced = is_object(wanted) && (specific || Some(position) != last);
            let wish = match wish {
                Wish::Own(_) if misplaced => Wish::Other,
                _ => wish,
            };
            self.one(draft, wanted, wish, 0)
        };
        wanted.iter().enumerate().map(one).collect()
    }

    fn one(
        &mut self,
        draft: &mut Draft,
        wanted: &JavaType,
        wish: Wish,
        depth: u32,
    ) -> Option<Argument> {
        if let Some(instance) = self.instance(draft, wanted, wish) {
            return Some(Argument::Variable(instance));
        }
        let share = match wanted {
            JavaType::Primitive(_) => 8,
            _ => 25,
        };
        if self.dice.percent(share)
            && let Some(there) = self.reused(draft, wanted)
        {
            return Some(Argument::Variable(there));
        }
        let object = matches!(wanted, JavaType::Class(name) if name.is_object() || name.internal() == "java/lang/CharSequence");
        if !(object && self.dice.percent(8))
            && let Some(constant) = self.target.pool.constant(wanted, self.dice)
        {
            return Some(Argument::Constant(constant));
        }
        if depth > 0 || !self.dice.percent(NULLS) {
            let made = match wanted {
                JavaType::Array(element) => self.array(draft, element, depth),
                _ => self.made(draft, wanted, depth),
            };
            if let Some(made) = made {
                return Some(Argument::Variable(made));
            }
        }
        (!matches!(wanted, JavaType::Primitive(_))).then_some(Argument::Constant(Constant::Null))
    }

    /// An instance under test, as often as the call wishes for one.
    fn instance(&mut self, draft: &Draft, wanted: &JavaType, wish: Wish) -> Option<VarId> {
        let JavaType::Class(name) = wanted else {
            return None;
        };
        // Everything fits an Object, so an instance there is one choice among many.
        let vague = name.is_object();
        let share = match (wish, vague) {
            (Wish::Other, _) => 0,
            (Wish::Any, true) => 8,
            (Wish::Any, false) => 30,
            (Wish::Own(_) | Wish::Partner(_), true) => 60,
            (Wish::Own(_) | Wish::Partner(_), false) => 85,
        };
        if !self.dice.percent(share) {
            return None;
        }
        let types = &self.target.types;
        let fits = |variable: &&Variable| {
            variable.sharing == Sharing::Tested && types.fits(&variable.java_type, wanted)
        };
        if let Wish::Own(wished) | Wish::Partner(wished) = wish
            && draft
                .usable()
                .filter(fits)
                .any(|variable| variable.id == wished)
        {
            return Some(wished);
        }
        let there: Vec<VarId> = draft
            .usable()
            .filter(fits)
            .map(|variable| variable.id)
            .collect();
        self.dice.pick(&there).copied()
    }

    /// A variable that is there already and is no instance under test.
    fn reused(&mut self, draft: &Draft, wanted: &JavaType) -> Option<VarId> {
        let types = &self.target.types;
        let fits = |variable: &&Variable| {
            variable.sharing != Sharing::Tested && types.fits(&variable.java_type, wanted)
        };
        let there: Vec<VarId> = draft
            .usable()
            .filter(fits)
            .map(|variable| variable.id)
            .collect();
        self.dice.pick(&there).copied()
    }

    fn array(&mut self, draft: &mut Draft, element: &JavaType, depth: u32) -> Option<VarId> {
        let length = [1, 2, 0, 4][self.dice.below(4)];
        let operation = Operation::array(element, length)?;
        self.call(draft, &operation, Source::Maker(Freshness::Fresh), depth)
    }

    /// A new object, made by a call.
    fn made(&mut self, draft: &mut Draft, wanted: &JavaType, depth: u32) -> Option<VarId> {
        let JavaType::Class(name) = wanted else {
            return None;
        };
        if let Ok(class) = self.target.program().class(name)
            && class.kind() == ClassKind::Enum
        {
            let constants: Vec<_> = class.enum_constants().collect();
            let constant = self.dice.pick(&constants)?;
            let operation = Operation::field(class.name(), constant)?;
            return self.call(draft, &operation, Source::Maker(Freshness::Fresh), depth);
        }
        let maker = self.maker(wanted, depth)?;
        self.call(
            draft,
            &maker.operation,
            Source::Maker(maker.freshness),
            depth,
        )
    }

    /// One of the ways to make the type; those with few demands are likelier, and alone left deep down.
    fn maker(&mut self, wanted: &JavaType, depth: u32) -> Option<Maker> {
        let makers = self.target.makers.of(wanted, &self.target.providers);
        if !makers.provided.is_empty() && (makers.others.is_empty() || self.dice.percent(80)) {
            let provided = self.dice.pick(&makers.provided)?;
            return Some(Maker {
                operation: Arc::clone(provided),
                freshness: Freshness::Global,
            });
        }
        let mut usable: Vec<&Maker> = makers
            .others
            .iter()
            .filter(|maker| !self.experience.is_hopeless(maker.operation.callee()))
            .filter(|maker| depth < DEEPEST || maker.operation.takes().is_empty())
            .collect();
        let constructs =
            |maker: &&Maker| matches!(maker.operation.callee(), Callee::Constructor { .. });
        if self.purpose == Purpose::ConfiguredInstance
            && depth < DEEPEST
            && self.dice.percent(CONFIGURED)
        {
            let known = makers.configuring.iter();
            let known: Vec<&Maker> = known
                .filter(|maker| !self.experience.is_hopeless(maker.operation.callee()))
                .collect();
            if let Some(maker) = self.dice.pick(&known) {
                return Some((*maker).clone());
            }
        }
        if self.purpose != Purpose::Call && usable.iter().any(constructs) {
            usable.retain(constructs);
        }
        let one = self.dice.below(usable.len());
        let other = self.dice.below(usable.len());
        let (one, other) = (usable.get(one.min(other))?, usable.get(one.max(other))?);
        let better = self.experience.success(other.operation.callee())
            > self.experience.success(one.operation.callee());
        let chosen = if better && self.dice.percent(80) {
            other
        } else {
            one
        };
        Some((*chosen).clone())
    }

    /// Whether a maker may be called on the receiver: not on null, and what an instance under test gives may be its own.
    fn may_ask(&self, draft: &Draft, operation: &Operation, receiver: &Argument) -> bool {
        let Argument::Variable(receiver) = receiver else {
            return false;
        };
        let under_test = draft
            .usable()
            .any(|variable| variable.id == *receiver && variable.sharing == Sharing::Tested);
        let target = self.target;
        let harmless = |gives| target.is_tested(gives) || target.sharing.is_free_as_declared(gives);
        !under_test || operation.gives().is_some_and(harmless)
    }

    /// Appends a maker's call with its arguments.
    fn call(
        &mut self,
        draft: &mut Draft,
        operation: &Operation,
        source: Source,
        depth: u32,
    ) -> Option<VarId> {
        let mut arguments = Vec::with_capacity(operation.takes().len());
        for (position, wanted) in operation.takes().iter().enumerate() {
            let argument = self.one(draft, wanted, Wish::Any, depth + 1)?;
            if position == 0
                && operation.callee().has_receiver()
                && !self.may_ask(draft, operation, &argument)
            {
                return None;
            }
            arguments.push(argument);
        }
        draft.append(self.target, operation, arguments, source)
    }
}
