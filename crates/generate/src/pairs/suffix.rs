//! Suffixes: a call of one method, sometimes with others around it.

use raddle_program::types::JavaType;
use raddle_testcase::{Call, VarId};

use super::arguments::Wish;
use super::draft::Draft;
use super::order::weight;
use super::scene::Scene;
use super::workshop::Workshop;
use crate::feedback::{Feedback, Trial};

/// Tries to make a suffix before giving up.
const CANDIDATES: usize = 8;

/// Of these, the ones after which another call is put in front: the method may need a state that the prefix does not give.
const ALONE: usize = 4;

/// How many of them may overflow the stack.
const OVERFLOWS: u32 = 3;

/// What a suffix is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SuffixKey {
    pub(super) method: usize,
    /// The instance it works on; any for a static method.
    pub(super) receiver: Option<VarId>,
    /// The instance it would like as an argument.
    pub(super) wish: Option<VarId>,
}

/// Calls that ran after a scene's prefix.
#[derive(Debug, Clone)]
pub(super) struct Suffix {
    pub(super) calls: Vec<Call>,
    /// Types of changeable objects that came from static members.
    pub(super) globals: Vec<JavaType>,
    pub(super) ending: Ending,
}

/// How a suffix ends when it runs alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Every call returns.
    Returns,
    /// It waits for somebody.
    Blocks,
}

impl Workshop<'_> {
    /// Makes a suffix for the scene; nothing if the method cannot be called there.
    pub(super) fn suffix(
        &mut self,
        scene: &Scene,
        key: SuffixKey,
        feedback: &mut dyn Feedback,
    ) -> Option<Suffix> {
        let mut blocked = None;
        let mut overflows = 0;
        for attempt in 0..CANDIDATES {
            if self.lessons.is_left_out(key.method) {
                return None;
            }
            let mut draft = Draft::after(scene.shared.clone(), scene.first);
            let (before, after) = self.company(attempt >= ALONE || overflows > 0);
            let wish = match key.wish {
                None => Wish::Other,
                same if same == key.receiver => same.map_or(Wish::Other, Wish::Own),
                Some(other) => Wish::Partner(other),
            };
            let complete = (0..before).all(|_| self.companion(&mut draft, scene, key, wish))
                && self
                    .append_call(&mut draft, key.method, key.receiver, wish)
                    .is_some()
                && (0..after).all(|_| self.companion(&mut draft, scene, key, wish));
            if !complete || overlap(&draft.globals, &scene.globals) {
                continue;
            }
            let calls: Vec<Call> = scene.calls.iter().chain(&draft.calls).cloned().collect();
            let trial = self.trials.run(&calls, feedback);
            self.note(&calls, &trial);
            let ending = match &*trial {
                Trial::Returned(_) => Ending::Returns,
                Trial::Blocked { at } if *at >= scene.calls.len() => Ending::Blocks,
                // An endless recursion takes long to fail. Arguments do not cure it, a change of state may.
                Trial::Threw { class, .. } if &**class == "java.lang.StackOverflowError" => {
                    overflows += 1;
                    if overflows > OVERFLOWS {
                        return None;
                    }
                    continue;
                }
                _ => continue,
            };
            let suffix = Suffix {
                calls: draft.calls,
                globals: draft.globals,
                ending,
            };
            if ending == Ending::Returns {
                return Some(suffix);
            }
            blocked.get_or_insert(suffix);
        }
        blocked
    }

    /// How many calls to put before and behind the one that the suffix is about.
    fn company(&mut self, wanted: bool) -> (usize, usize) {
        let more = match self.dice.below(100) {
            0..78 => 0,
            78..94 => 1,
            _ => 2,
        };
        let before = self.dice.below(more + 1);
        if wanted {
            (before.max(1), more - before)
        } else {
            (before, more - before)
        }
    }

    /// Appends a call of some method, mostly on the same instance.
    fn companion(&mut self, draft: &mut Draft, scene: &Scene, key: SuffixKey, wish: Wish) -> bool {
        let other = self.dice.pick(&scene.instances).copied();
        let receiver = match key.receiver {
            Some(receiver) if self.dice.percent(85) => Some(receiver),
            _ => other,
        };
        let Some(method) = self.draw_method(weight) else {
            return false;
        };
        self.append_call(draft, method, receiver, wish).is_some()
    }
}

/// Whether two parts of a test may have got the same object from a static member.
pub(super) fn overlap(one: &[JavaType], other: &[JavaType]) -> bool {
    one.iter().any(|taken| other.contains(taken))
}
