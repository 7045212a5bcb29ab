//! Prefixes: what the suffixes find when they start.

use std::sync::Arc;

use raddle_program::types::JavaType;
use raddle_testcase::{Argument, Call, VarId};
use rustc_hash::FxHashMap;

use super::arguments::{Purpose, Wish};
use super::draft::{Draft, Source, Variable};
use super::order::weight;
use super::suffix::{Suffix, SuffixKey};
use super::workshop::Workshop;
use crate::feedback::{Feedback, Trial};
use crate::operation::Operation;
use crate::target::{Accepts, TestedMethod};

/// Tries to make an instance before giving up.
const CANDIDATES: usize = 12;

/// Further ones, with arguments that were told something first.
const CONFIGURED_CANDIDATES: usize = 36;

/// Most calls that change an instance's state.
const CHANGES: usize = 5;

/// Tries to change an instance once.
const CHANGE_TRIES: usize = 3;

/// Instances that are made before one that takes no changes is kept.
const INSTANCES: usize = 4;

/// How many percent of the instances are tested as they were made.
const UNCHANGED: usize = 12;

/// How many percent of the scenes keep texts that the instance gave.
const HARVEST: usize = 40;

/// What the JDK's conventions make an unmodifiable object throw.
const UNSUPPORTED: &str = "java.lang.UnsupportedOperationException";

/// What came of trying to change an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A call that changes something was appended.
    Done,
    /// None was found that works; perhaps one that looks was appended.
    None,
    /// The instance cannot be changed.
    Refused,
}

/// What kind of objects a scene has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// No instance: only static methods are called.
    Empty,
    /// One instance.
    Single,
    /// Two instances that went through the same calls.
    Twins,
    /// Two instances made independently.
    Strangers,
}

/// Which instances are put into which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// None.
    Flat,
    /// An instance into itself.
    Own,
    /// One into the other.
    OneWay,
}

/// A prefix that ran, and the suffixes known to run after it.
pub(super) struct Scene {
    pub(super) calls: Vec<Call>,
    /// The number of the first variable of a suffix.
    pub(super) first: usize,
    pub(super) shared: Vec<Variable>,
    pub(super) globals: Vec<JavaType>,
    /// The instances under test.
    pub(super) instances: Vec<VarId>,
    pub(super) suffixes: FxHashMap<SuffixKey, Vec<Arc<Suffix>>>,
    /// Methods that could not be called, and how often that was tried.
    pub(super) failures: FxHashMap<usize, u32>,
}

impl Scene {
    fn new(draft: Draft, instances: Vec<VarId>) -> Self {
        Self {
            first: draft.next_variable(),
            shared: draft.leaves(),
            globals: draft.globals,
            calls: draft.calls,
            instances,
            suffixes: FxHashMap::default(),
            failures: FxHashMap::default(),
        }
    }
}

impl Workshop<'_> {
    /// Builds a scene; nothing if no instance can be made.
    pub(super) fn scene(
        &mut self,
        setting: Setting,
        nesting: Nesting,
        feedback: &mut dyn Feedback,
    ) -> Option<Scene> {
        if setting == Setting::Empty {
            return Some(Scene::new(Draft::default(), Vec::new()));
        }
        let (mut draft, first) = self.changed_instance(Draft::default(), nesting, feedback)?;
        self.harvest(&mut draft, first, feedback);
        let mut instances = vec![first];
        let second = match setting {
            Setting::Empty | Setting::Single => None,
            Setting::Twins => self.twin(&mut draft, first, feedback),
            Setting::Strangers => {
                let (with_second, second) =
                    self.changed_instance(draft, Nesting::Flat, feedback)?;
                draft = with_second;
                Some(second)
            }
        };
        if let Some(second) = second {
            instances.push(second);
            if nesting == Nesting::OneWay {
                self.change(&mut draft, first, Wish::Partner(second), feedback);
            }
        }
        Some(Scene::new(draft, instances))
    }

    /// Appends the creation of an instance and calls that change its state. One that takes none (a view of something
    /// unmodifiable, or made with arguments that do not fit together) is kept only if nothing better comes.
    fn changed_instance(
        &mut self,
        draft: Draft,
        nesting: Nesting,
        feedback: &mut dyn Feedback,
    ) -> Option<(Draft, VarId)> {
        let mut best = None;
        for _ in 0..INSTANCES {
            let (mut candidate, instance) = self.instance(draft.clone(), feedback)?;
            // No change at all is a state worth testing, too.
            if self.dice.percent(UNCHANGED) {
                return Some((candidate, instance));
            }
            let mut changes = 0;
            for step in 0..=self.dice.below(CHANGES) {
                let wish = match nesting {
                    Nesting::Own if step == 0 => Wish::Own(instance),
                    _ => Wish::Other,
                };
                match self.change(&mut candidate, instance, wish, feedback) {
                    Change::Done => changes += 1,
                    Change::None => {}
                    Change::Refused => {
                        changes = 0;
                        break;
                    }
                }
            }
            if changes > 0 {
                return Some((candidate, instance));
            }
            best.get_or_insert((candidate, instance));
        }
        best
    }

    /// Appends the creation of an instance.
    fn instance(&mut self, draft: Draft, feedback: &mut dyn Feedback) -> Option<(Draft, VarId)> {
        let target = Arc::clone(self.target);
        let provided = target.providers.provided(&target.instance_type());
        for attempt in 0..CANDIDATES + CONFIGURED_CANDIDATES {
            let purpose = if attempt < CANDIDATES {
                Purpose::Instance
            } else {
                Purpose::ConfiguredInstance
            };
            let makers = if target.is_class()
                && !provided.is_empty()
                && (target.instances().is_empty() || self.dice.percent(80))
            {
                &provided[..]
            } else {
                target.instances()
            };
            let maker = Arc::clone(self.dice.pick(makers)?);
            let mut candidate = draft.clone();
            let Some(arguments) =
                self.arguments(purpose)
                    .all(&mut candidate, maker.takes(), Wish::Other)
            else {
                continue;
            };
            if is_null_receiver(&maker, &arguments) {
                continue;
            }
            let Some(instance) = candidate.append(&target, &maker, arguments, Source::Instance)
            else {
                continue;
            };
            if self.runs(&mut candidate, feedback)
                && candidate.is_tested(instance)
                && !candidate.takes_globals_twice()
            {
                return Some((candidate, instance));
            }
        }
        None
    }

    /// Tries to append a call that changes the instance's state.
    fn change(
        &mut self,
        draft: &mut Draft,
        instance: VarId,
        wish: Wish,
        feedback: &mut dyn Feedback,
    ) -> Change {
        for _ in 0..CHANGE_TRIES {
            let Some(number) = self.draw_method(|method| change_weight(method, wish)) else {
                break;
            };
            let mut candidate = draft.clone();
            if self
                .append_call(&mut candidate, number, Some(instance), wish)
                .is_none()
            {
                continue;
            }
            match &*self.run(&mut candidate, feedback) {
                Trial::Returned(_) => {
                    *draft = candidate;
                    return if is_change(&self.target.methods()[number]) {
                        Change::Done
                    } else {
                        Change::None
                    };
                }
                Trial::Threw { class, .. } if &**class == UNSUPPORTED => return Change::Refused,
                _ => {}
            }
        }
        Change::None
    }

    /// Appends calls whose results others may take: a text that was formatted is one that can be parsed.
    fn harvest(&mut self, draft: &mut Draft, instance: VarId, feedback: &mut dyn Feedback) {
        let target = Arc::clone(self.target);
        if !target.takes_own_results() || !self.dice.percent(HARVEST) {
            return;
        }
        let gives_text = |method: &TestedMethod| {
            u32::from(
                method
                    .method
                    .result()
                    .is_some_and(|result| target.is_text(result)),
            )
        };
        for _ in 0..=self.dice.below(2) {
            let Some(number) = self.draw_method(gives_text) else {
                return;
            };
            let mut candidate = draft.clone();
            if self
                .append_call(&mut candidate, number, Some(instance), Wish::Other)
                .is_some()
                && self.runs(&mut candidate, feedback)
            {
                *draft = candidate;
            }
        }
    }

    /// Appends the same calls again, for a second instance in the same state.
    fn twin(
        &mut self,
        draft: &mut Draft,
        instance: VarId,
        feedback: &mut dyn Feedback,
    ) -> Option<VarId> {
        // What came from a static member would come a second time, and the twins would share it.
        if !draft.globals.is_empty() {
            return None;
        }
        let mut candidate = draft.clone();
        let twin = candidate.repeat(instance)?;
        if !self.runs(&mut candidate, feedback) || !candidate.is_tested(twin) {
            return None;
        }
        *draft = candidate;
        Some(twin)
    }
}

/// Calls with arguments that write put something in; that is what most state is.
fn change_weight(method: &TestedMethod, wish: Wish) -> u32 {
    if method.method.is_static()
        || (matches!(wish, Wish::Own(_) | Wish::Partner(_)) && method.accepts == Accepts::No)
    {
        return 0;
    }
    match (is_change(method), method.method.parameters().is_empty()) {
        (true, false) => 8 + weight(method),
        (true, true) => 2,
        (false, _) => 1,
    }
}

/// Whether the method seems to change its receiver.
fn is_change(method: &TestedMethod) -> bool {
    (method.traits.writes || method.traits.calls_out) && !is_observer(method.method.name())
}

/// Whether a method's name says by convention that it only looks.
fn is_observer(name: &str) -> bool {
    const WORDS: [&str; 22] = [
        "get",
        "is",
        "has",
        "contains",
        "equals",
        "hashCode",
        "to",
        "as",
        "size",
        "length",
        "index",
        "lastIndex",
        "compare",
        "iterator",
        "listIterator",
        "spliterator",
        "stream",
        "parallelStream",
        "clone",
        "can",
        "count",
        "forEach",
    ];
    WORDS.iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    })
}

/// Whether a call's receiver could not be made.
pub(super) fn is_null_receiver(operation: &Operation, arguments: &[Argument]) -> bool {
    operation.callee().has_receiver() && !matches!(arguments.first(), Some(Argument::Variable(_)))
}
