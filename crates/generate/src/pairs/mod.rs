//! The default generator: pair by pair through the methods of the class.
//!
//! ConTeGe draws prefixes, suffixes and arguments by chance. Most failures need two particular methods, and most often one
//! particular object: the instance itself as an argument, or two instances that hold each other. So here every pair of methods gets its
//! turn, the promising ones first ([`order`]); there are prefixes with two instances, in equal, different and nested states
//! ([`scene`]); arguments come from small pools, so that calls meet ([`pool`]); and what both suffixes can reach is either
//! under test or safe to share (the rule is in `knowledge::sharing`, kept by [`draft`]).

mod arguments;
mod draft;
mod order;
mod pool;
mod scene;
mod suffix;
mod workshop;

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use raddle_testcase::{Call, Test, VarId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use self::scene::{Nesting, Scene, Setting};
use self::suffix::{Ending, Suffix, SuffixKey, overlap};
use self::workshop::{Lessons, Workshop};
use crate::assemble::assemble;
use crate::dice::Dice;
use crate::feedback::Feedback;
use crate::generator::{Generator, Lesson, Stream, Tally};
use crate::target::{Accepts, Target};
use crate::trials::Trials;

pub(crate) use order::{Pair, all as all_pairs};
pub(crate) use pool::Pool;

/// Suffixes of one kind that are kept for a scene.
const KEPT: usize = 4;

/// Failed attempts to call a method in a scene after which it is not tried there again.
const HOPELESS: u32 = 2;

/// One in so many calls that take any object is given the instance itself. What holds itself tends to recurse for ever: that is
/// worth a test now and then, not more.
const SELDOM: usize = 8;

/// One in so many pairs that take no instance is tried on two of them.
const APART: usize = 3;

/// Tests that conflicting pairs get in addition, for each pair.
const SECOND_LOOKS: usize = 3;

/// The default generator, for one stream.
pub(crate) struct Pairs {
    target: Arc<Target>,
    stream: Stream,
    dice: Dice,
    trials: Trials,
    lessons: Lessons,
    state: State,
    scenes: Vec<Scene>,
    /// What to try next.
    queue: VecDeque<(Pair, Aim)>,
    made: FxHashSet<u64>,
    /// Which pair a test was made for.
    pair_of: FxHashMap<u64, (Pair, Aim)>,
    /// Pairs whose suffixes do touch the same things.
    conflicting: Vec<(Pair, Aim)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    FirstLook,
    SecondLook,
}

/// How the two methods meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    /// On one instance, with that as argument.
    Own,
    /// On one instance, with other arguments.
    Same,
    /// Each on an instance of its own, with the other's as argument.
    Crossed,
}

impl Pairs {
    pub(crate) fn new(target: Arc<Target>, stream: Stream) -> Self {
        Self {
            dice: stream.dice(),
            target,
            stream,
            trials: Trials::default(),
            lessons: Lessons::default(),
            state: State::New,
            scenes: Vec::new(),
            queue: VecDeque::new(),
            made: FxHashSet::default(),
            pair_of: FxHashMap::default(),
            conflicting: Vec::new(),
        }
    }

    fn start(&mut self, feedback: &mut dyn Feedback) {
        self.state = State::FirstLook;
        let target = Arc::clone(&self.target);
        let several = target
            .methods()
            .iter()
            .any(|method| method.accepts != Accepts::No);
        let settings: &[Setting] = if target.instances().is_empty() {
            &[Setting::Empty]
        } else if several {
            &[
                Setting::Twins,
                Setting::Single,
                Setting::Strangers,
                Setting::Twins,
            ]
        } else {
            &[
                Setting::Single,
                Setting::Strangers,
                Setting::Single,
                Setting::Twins,
            ]
        };
        for setting in settings {
            let nesting = match self.dice.below(100) {
                0..66 => Nesting::Flat,
                66..82 => Nesting::Own,
                _ => Nesting::OneWay,
            };
            let scene = self.workshop().scene(*setting, nesting, feedback);
            self.scenes.extend(scene);
        }
        if self.scenes.is_empty() {
            let class = target.tested_class().name();
            self.trials.tally.failure = Some(format!("{class} cannot be instantiated"));
            return;
        }
        let order = target.pairs(self.stream.seed);
        for pair in order::of_stream(&order, self.stream.number, &mut self.dice) {
            let methods = target.methods();
            let accepts = methods[pair.0].accepts.max(methods[pair.1].accepts);
            if accepts == Accepts::Specifically
                || (accepts == Accepts::Vaguely && self.dice.one_in(SELDOM))
            {
                self.queue.push_back((pair, Aim::Own));
            }
            // Instances that do not know each other may still share static state.
            if accepts != Accepts::No || self.dice.one_in(APART) {
                self.queue.push_back((pair, Aim::Crossed));
            }
            self.queue.push_back((pair, Aim::Same));
        }
    }

    fn workshop(&mut self) -> Workshop<'_> {
        Workshop {
            target: &self.target,
            dice: &mut self.dice,
            trials: &mut self.trials,
            lessons: &mut self.lessons,
        }
    }

    /// A test of the pair, if one can be made that was not made before.
    fn test(&mut self, pair: Pair, aim: Aim, feedback: &mut dyn Feedback) -> Option<Test> {
        let wanted = if aim == Aim::Crossed { 2 } else { 0 };
        let fit: Vec<usize> = (0..self.scenes.len())
            .filter(|scene| self.scenes[*scene].instances.len() >= wanted)
            .collect();
        for _ in 0..3 {
            let at = *self.dice.pick(&fit)?;
            let instances = &self.scenes[at].instances;
            let (first, last) = (instances.first().copied(), instances.last().copied());
            let (one, other) = match aim {
                Aim::Own => ((first, first), (first, first)),
                Aim::Same => ((first, None), (first, None)),
                Aim::Crossed => ((first, last), (last, first)),
            };
            let Some(one) = self.obtain(at, pair.0, one.0, one.1, feedback) else {
                continue;
            };
            let Some(other) = self.obtain(at, pair.1, other.0, other.1, feedback) else {
                continue;
            };
            if let Some(test) = self.combine(at, &one, &other, feedback) {
                return Some(test);
            }
        }
        None
    }

    /// A suffix that calls the method: one that is known, or a new one.
    fn obtain(
        &mut self,
        at: usize,
        method: usize,
        receiver: Option<VarId>,
        wish: Option<VarId>,
        feedback: &mut dyn Feedback,
    ) -> Option<Arc<Suffix>> {
        let is_static = self.target.methods()[method].method.is_static();
        let wish = match self.target.methods()[method].accepts {
            Accepts::No => None,
            Accepts::Vaguely if wish == receiver && !self.dice.one_in(SELDOM) => None,
            _ => wish,
        };
        let key = SuffixKey {
            method,
            receiver: receiver.filter(|_| !is_static),
            wish,
        };
        let known = self.scenes[at].suffixes.get(&key).map_or(0, Vec::len);
        if known >= KEPT || (known > 0 && self.dice.percent(40)) {
            let choice = self.dice.below(known);
            return self.scenes[at].suffixes.get(&key)?.get(choice).cloned();
        }
        if self.scenes[at]
            .failures
            .get(&method)
            .is_some_and(|count| *count >= HOPELESS)
        {
            return None;
        }
        let mut workshop = Workshop {
            target: &self.target,
            dice: &mut self.dice,
            trials: &mut self.trials,
            lessons: &mut self.lessons,
        };
        let Some(suffix) = workshop.suffix(&self.scenes[at], key, feedback) else {
            *self.scenes[at].failures.entry(method).or_default() += 1;
            return None;
        };
        let suffix = Arc::new(suffix);
        self.scenes[at]
            .suffixes
            .entry(key)
            .or_default()
            .push(Arc::clone(&suffix));
        Some(suffix)
    }

    /// Puts two suffixes side by side, unless they may share what they must not, or block for good.
    fn combine(
        &mut self,
        at: usize,
        one: &Suffix,
        other: &Suffix,
        feedback: &mut dyn Feedback,
    ) -> Option<Test> {
        if overlap(&one.globals, &other.globals) || !self.can_end(at, one, other, feedback) {
            return None;
        }
        let scene = &self.scenes[at];
        let test = assemble(&scene.calls, &[&one.calls, &other.calls], scene.first);
        self.made.insert(fingerprint(&test)).then_some(test)
    }

    /// Whether all calls can return: a suffix that blocks alone needs a partner after which it does not.
    fn can_end(
        &mut self,
        at: usize,
        one: &Suffix,
        other: &Suffix,
        feedback: &mut dyn Feedback,
    ) -> bool {
        let (first, second) = match (one.ending, other.ending) {
            (Ending::Returns, Ending::Returns) => return true,
            (Ending::Returns, Ending::Blocks) => (one, other),
            (Ending::Blocks, Ending::Returns) => (other, one),
            (Ending::Blocks, Ending::Blocks) => {
                self.trials.tally.blocked += 1;
                return false;
            }
        };
        let scene = &self.scenes[at];
        let in_a_row: Test = assemble(&scene.calls, &[&first.calls, &second.calls], scene.first);
        let calls: Vec<Call> = in_a_row.calls().cloned().collect();
        let released = self.trials.succeeds(&calls, feedback);
        self.trials.tally.blocked += u64::from(!released);
        released
    }
}

impl Generator for Pairs {
    fn next(&mut self, feedback: &mut dyn Feedback) -> Option<Test> {
        if self.state == State::New {
            self.start(feedback);
        }
        loop {
            let Some((pair, aim)) = self.queue.pop_front() else {
                if self.state == State::SecondLook || self.conflicting.is_empty() {
                    return None;
                }
                self.state = State::SecondLook;
                for again in self.conflicting.drain(..) {
                    self.queue.extend([again; SECOND_LOOKS]);
                }
                continue;
            };
            if let Some(test) = self.test(pair, aim, feedback) {
                self.trials.tally.count(&self.target, &test);
                self.pair_of.insert(fingerprint(&test), (pair, aim));
                return Some(test);
            }
        }
    }

    /// Pairs that touch the same things get a second look, with other arguments.
    fn learn(&mut self, test: &Test, lesson: Lesson) {
        if let Some(pair) = self.pair_of.remove(&fingerprint(test))
            && lesson == Lesson::Passed
            && self.state == State::FirstLook
        {
            self.conflicting.push(pair);
        }
    }

    fn tally(&self) -> &Tally {
        &self.trials.tally
    }
}

fn fingerprint(test: &Test) -> u64 {
    let mut hasher = FxHasher::default();
    test.hash(&mut hasher);
    hasher.finish()
}
