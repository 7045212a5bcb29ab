//! The executions that are still to be tried.

use std::mem;

use crate::event::Location;
use crate::strategy::Turn;
use crate::thread::{ThreadId, ThreadSet};

use super::conflicts::Conflicts;

/// From this size on, what comes after an execution is tried at once instead of being kept for later. The order suffers, not the
/// completeness; only [dormant](Node::dormant) branches are then forgotten.
const ROOM: usize = 64 << 20;

/// An execution that was made, with the points where another choice would have made another one.
///
/// Every execution but the first comes from exactly one other: the one that makes its last choice differently, by default. So
/// nothing is tried twice, and nothing has to be remembered about what was tried.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// How many preemptions it has.
    pub(super) preemptions: u32,
    /// What everybody did up to the last branch, at least.
    pub(super) turns: Box<[Turn]>,
    /// The steps at which the running thread was taken to spin.
    pub(super) spun: Box<[u64]>,
    /// Other choices that are no preemptions, the first to try at the end.
    pub(super) free: Vec<Branch>,
    /// Other choices that are preemptions, the first to try at the end.
    pub(super) preempting: Vec<Branch>,
    /// Preemptions before events that nobody is known to fight over.
    pub(super) dormant: Vec<Branch>,
}

/// A stretch of steps at which other threads could have been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    step: u64,
    /// How many steps after the first there are.
    more: u32,
    /// Who could be chosen at each of them.
    options: ThreadSet,
    /// Who is left to be tried at the first.
    left: ThreadSet,
    /// What the thread that was running was about to use.
    location: Location,
}

impl Branch {
    pub(super) const fn new(step: u64, options: ThreadSet, location: Location) -> Self {
        Self {
            step,
            more: 0,
            options,
            left: options,
            location,
        }
    }

    /// Makes this branch one step longer if `next` is a neighbour like it.
    pub(super) fn append(&mut self, next: &Self) -> bool {
        let is_neighbour = self.step + u64::from(self.more) + 1 == next.step
            && self.options == next.options
            && self.location == next.location
            && self.more < u32::MAX;
        self.more += u32::from(is_neighbour);
        is_neighbour
    }

    /// Forgets the steps from `step` on. Whether something is left.
    pub(super) const fn cut(&mut self, step: u64) -> bool {
        if self.step >= step {
            return false;
        }
        let longest = step - self.step - 1;
        if (self.more as u64) > longest {
            self.more = longest as u32;
        }
        true
    }

    /// The last step.
    pub(super) fn end(&self) -> u64 {
        self.step + u64::from(self.more)
    }

    /// The next choice that was not tried yet.
    fn take(&mut self) -> Option<(u64, ThreadId)> {
        if self.left.is_empty() {
            self.more = self.more.checked_sub(1)?;
            self.step += 1;
            self.left = self.options;
        }
        let thread = self.left.first()?;
        self.left.remove(thread);
        Some((self.step, thread))
    }
}

impl Node {
    fn size(&self) -> usize {
        let branches = self.free.len() + self.preempting.len() + self.dormant.len();
        size_of::<Self>() + self.turns.len() * size_of::<Turn>() + branches * size_of::<Branch>()
    }

    /// The next other choice that is no preemption.
    fn choose_freely(&mut self) -> Option<(u64, ThreadId)> {
        while let Some(branch) = self.free.last_mut() {
            if let Some(choice) = branch.take() {
                return Some(choice);
            }
            self.free.pop();
        }
        None
    }

    /// The next preemption worth trying, as far as is known; the others go to sleep.
    fn preempt(&mut self, conflicts: &Conflicts) -> Option<(u64, ThreadId)> {
        while let Some(branch) = self.preempting.last_mut() {
            if branch.location.is_known() && !conflicts.contains(branch.location) {
                self.dormant.push(*branch);
            } else if let Some(choice) = branch.take() {
                return Some(choice);
            }
            self.preempting.pop();
        }
        None
    }
}

/// What to do differently, and in which execution.
pub(super) struct Departure<'a> {
    pub(super) node: &'a Node,
    pub(super) step: u64,
    pub(super) thread: ThreadId,
    pub(super) preemptions: u32,
}

/// All executions that lead to others, in the order they will be used: those with fewer preemptions first.
#[derive(Clone, Debug)]
pub(super) struct Frontier {
    /// With free choices left: they cost nothing, so they come first. Depth first, to keep it small.
    free: Vec<Node>,
    /// With preemptions to try now.
    preempting: Vec<Node>,
    /// With preemptions to try when everything with fewer of them was tried.
    later: Vec<Node>,
    /// With nothing but sleeping branches left, and the number of conflicts when they went to sleep.
    dormant: Vec<Node>,
    conflicts: usize,
    /// The size of what is in `later` and `dormant`, and how much it may be.
    size: usize,
    room: usize,
}

impl Default for Frontier {
    fn default() -> Self {
        Self::with_room(ROOM)
    }
}

impl Frontier {
    /// Keeps about so many bytes for later.
    pub(super) const fn with_room(room: usize) -> Self {
        Self {
            free: Vec::new(),
            preempting: Vec::new(),
            later: Vec::new(),
            dormant: Vec::new(),
            conflicts: 0,
            size: 0,
            room,
        }
    }

    /// An execution was made.
    pub(super) fn add(&mut self, node: Node) {
        if node.free.is_empty() {
            self.keep(node);
        } else {
            self.free.push(node);
        }
    }

    fn keep(&mut self, node: Node) {
        if node.preempting.is_empty() {
            return;
        }
        if self.size < self.room {
            self.size += node.size();
            self.later.push(node);
        } else {
            self.preempting.push(node);
        }
    }

    fn put_to_sleep(&mut self, node: Node) {
        if !node.dormant.is_empty() && self.size < self.room {
            self.size += node.size();
            self.dormant.push(node);
        }
    }

    /// The next execution to make, as a departure from one that was made.
    pub(super) fn next(&mut self, conflicts: &Conflicts) -> Option<Departure<'_>> {
        let (step, thread, source) = self.choose(conflicts)?;
        let (node, preemptions) = match source {
            Source::Free => (self.free.last()?, 0),
            Source::Preempting => (self.preempting.last()?, 1),
        };
        Some(Departure {
            node,
            step,
            thread,
            preemptions: node.preemptions + preemptions,
        })
    }

    fn choose(&mut self, conflicts: &Conflicts) -> Option<(u64, ThreadId, Source)> {
        loop {
            if let Some(node) = self.free.last_mut() {
                if let Some((step, thread)) = node.choose_freely() {
                    return Some((step, thread, Source::Free));
                }
                let done = self.free.pop()?;
                self.keep(done);
            } else if let Some(node) = self.preempting.last_mut() {
                if let Some((step, thread)) = node.preempt(conflicts) {
                    return Some((step, thread, Source::Preempting));
                }
                let done = self.preempting.pop()?;
                self.put_to_sleep(done);
            } else if !self.later.is_empty() {
                self.preempting = mem::take(&mut self.later);
                self.preempting.reverse();
                self.size = self.dormant.iter().map(Node::size).sum();
            } else {
                self.wake(conflicts)?;
            }
        }
    }

    /// Looks at the sleeping branches again if there are new conflicts.
    fn wake(&mut self, conflicts: &Conflicts) -> Option<()> {
        if self.conflicts == conflicts.count() || self.dormant.is_empty() {
            return None;
        }
        self.conflicts = conflicts.count();
        self.preempting = mem::take(&mut self.dormant);
        for node in &mut self.preempting {
            mem::swap(&mut node.preempting, &mut node.dormant);
        }
        self.size = 0;
        Some(())
    }
}

enum Source {
    Free,
    Preempting,
}
