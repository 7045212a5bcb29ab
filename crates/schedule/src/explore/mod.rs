//! Trying every execution of a kind, each once: the machinery behind [`Bounded`](crate::Bounded) and [`Calls`](crate::Calls).
//!
//! An execution is made of choices: who runs at the first question, who after the running thread blocked, whether to preempt before an
//! event. The explorer makes the default choice everywhere (the running thread goes on as long as it can), writes down where it had
//! others, and later repeats the execution up to one of these points to choose differently there. Up to that point it gives turns
//! as long as they were; beyond it, it asks to be asked at every event only if the execution may still be preempted. Executions
//! that have used up their preemptions, by far the most, run from one forced switch to the next.

mod conflicts;
mod fairness;
mod frontier;

use crate::event::{EventKind, Location, Pending};
use crate::path::Path;
use crate::patience::Patience;
use crate::recorder::Record;
use crate::schedule::{Divergence, DivergenceReason};
use crate::strategy::{Ending, Next, Point, Summary, Turn};
use crate::thread::{ThreadId, ThreadSet};

use conflicts::Conflicts;
use fairness::Fairness;
use frontier::{Branch, Frontier, Node};

/// So many times in an execution, a thread that yields may be chosen again at once, as if it had not. From then on a yield makes it
/// stand back until the others have run, and makes for no choice: threads that wait for each other in loops would otherwise make
/// for no end of executions.
const FREE_YIELDS: u32 = 4;

/// So many times in a row, a thread that yields goes on all the same when switches should happen between calls only; then it spins. That
/// its turn is long says nothing there: to cut a call that is merely long would make a linearization of what is none.
const LENIENCE: u32 = 100;

/// A thread that did much and then seems to spin is preempted only in so many of its first events: one round in a loop is like the
/// other.
const BEFORE_SPINNING: u64 = 256;

/// Where the running thread may be left for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switches {
    /// When it blocks, finishes or gives way, and so many times before any other event.
    Preempting { limit: u32, before: SwitchPoints },
    /// When it blocks, finishes or spins, and between calls.
    BetweenCalls,
}

/// Before which events threads are preempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum SwitchPoints {
    /// Before every event.
    #[default]
    All,
    /// Before events about a place that, as far as the executions with fewer preemptions than allowed have shown, two threads use
    /// and not both only read; and before those of which the runtime does not say the place.
    Conflicts,
}

/// The state of a walk through all executions.
#[derive(Clone, Debug)]
pub(crate) struct Explorer {
    switches: Switches,
    frontier: Frontier,
    /// Whether the first execution was made, from which all others come.
    started: bool,
    conflicts: Conflicts,
    fairness: Fairness,
    patience: Patience,
    /// How often in a row the running thread yielded and was left alone.
    lenience: u32,
    /// The steps at which the running thread was taken to spin. In the known beginning of an execution this comes from the one before,
    /// because turns that are given as long as they were do not look like spinning again.
    spun: Vec<u64>,
    /// What happened in this execution.
    record: Record,
    /// The known beginning of this execution.
    path: Path,
    /// Who was chosen differently at its end.
    departure: Option<ThreadId>,
    /// How many preemptions there are up to there.
    preemptions: u32,
    stage: Stage,
    /// The other choices beyond, in the order of steps.
    free: Vec<Branch>,
    preempting: Vec<Branch>,
    yields: u32,
    /// From which step on yields made for no choices any more.
    rotating_since: Option<u64>,
    /// Who has run, and at which step the running thread began if it was its first turn.
    begun: ThreadSet,
    first_turn: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Following,
    Exploring,
    Diverged(Divergence),
}

impl Explorer {
    pub(crate) fn new(switches: Switches) -> Self {
        Self {
            switches,
            frontier: Frontier::default(),
            started: false,
            conflicts: Conflicts::default(),
            fairness: Fairness::new(),
            patience: Patience::default(),
            lenience: 0,
            spun: Vec::new(),
            record: Record::new(),
            path: Path::default(),
            departure: None,
            preemptions: 0,
            stage: Stage::Following,
            free: Vec::new(),
            preempting: Vec::new(),
            yields: 0,
            rotating_since: None,
            begun: ThreadSet::EMPTY,
            first_turn: None,
        }
    }

    /// Whether this execution has to learn where else it can be preempted.
    pub(crate) const fn may_preempt(&self) -> bool {
        match self.switches {
            Switches::Preempting { limit, .. } => self.preemptions < limit,
            Switches::BetweenCalls => false,
        }
    }

    /// How many preemptions this execution has.
    pub(crate) const fn preemptions(&self) -> u32 {
        self.preemptions
    }

    pub(crate) const fn divergence(&self) -> Option<Divergence> {
        match self.stage {
            Stage::Diverged(divergence) => Some(divergence),
            Stage::Following | Stage::Exploring => None,
        }
    }

    pub(crate) fn begin(&mut self) -> Next {
        if self.started {
            let Some(departure) = self.frontier.next(&self.conflicts) else {
                return Next::Exhausted;
            };
            self.path.restart_on(&departure.node.turns, departure.step);
            self.departure = Some(departure.thread);
            self.preemptions = departure.preemptions;
            self.spun.clear();
            self.spun.extend(
                departure
                    .node
                    .spun
                    .iter()
                    .filter(|&&step| step <= departure.step),
            );
        }
        self.started = true;
        self.stage = Stage::Following;
        self.fairness.begin();
        self.patience.begin();
        self.lenience = 0;
        self.record.begin();
        self.free.clear();
        self.preempting.clear();
        self.yields = 0;
        self.rotating_since = None;
        self.begun = ThreadSet::EMPTY;
        Next::Run
    }

    pub(crate) fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.record.asked(point.step);
        let point = &Point {
            kind: self.reason(point),
            ..*point
        };
        if is_yield(point.kind) && self.is_free(point) {
            self.yields += 1;
            if point.kind == EventKind::Spin || self.yields > FREE_YIELDS {
                self.fairness.gives_way(point.running, point.enabled);
            }
        }
        let turn = self.turn(point);
        if turn.thread != point.running {
            self.lenience = 0;
        }
        self.fairness.runs(turn.thread);
        self.patience.runs(turn.thread, point.step);
        self.record.answered(turn.thread, point.step);
        self.first_turn = (!self.begun.contains(turn.thread)).then_some(point.step);
        self.begun.insert(turn.thread);
        turn
    }

    /// Why the question is asked, with [`EventKind::Spin`] only where the running thread is to be taken to spin.
    fn reason(&mut self, point: &Point<'_>) -> EventKind {
        if self.stage == Stage::Following {
            return match point.kind {
                _ if self.spun.contains(&point.step) => EventKind::Spin,
                // The runtime found the turn long. That it was no spinning is known.
                EventKind::Spin => EventKind::Call,
                kind => kind,
            };
        }
        let reason = match self.switches {
            Switches::Preempting { .. } => self.patience.reason(point),
            Switches::BetweenCalls => match point.kind {
                EventKind::Yield => {
                    self.lenience += 1;
                    if self.lenience > LENIENCE {
                        EventKind::Spin
                    } else {
                        EventKind::Yield
                    }
                }
                EventKind::Spin => EventKind::Yield,
                kind => kind,
            },
        };
        if reason == EventKind::Spin {
            self.spun.push(point.step);
            if let Some(since) = self.patience.since() {
                self.preempting
                    .retain_mut(|branch| branch.cut(since + BEFORE_SPINNING));
            }
        }
        reason
    }

    fn turn(&mut self, point: &Point<'_>) -> Turn {
        if self.stage == Stage::Following {
            match self.path.follow(point) {
                Ok(Some(turn)) => return turn,
                Ok(None) => self.stage = Stage::Exploring,
                Err(reason) => self.diverged(point.step, reason),
            }
        }
        if self.stage != Stage::Exploring {
            return Turn::unlimited(point.unforced());
        }
        let thread = match self.departure.take() {
            Some(thread) if point.enabled.contains(thread) => thread,
            Some(thread) => {
                self.diverged(point.step, DivergenceReason::NotEnabled(thread));
                point.unforced()
            }
            None => self.choose(point),
        };
        if !self.may_preempt() {
            return Turn::unlimited(thread);
        }
        if let Some(event) = point.pending_of(thread) {
            self.conflicts.learn(thread, event);
        }
        Turn::one(thread)
    }

    /// The default choice, after writing down the others.
    fn choose(&mut self, point: &Point<'_>) -> ThreadId {
        let eligible = self.fairness.eligible(point.enabled);
        if !self.is_free(point) {
            let others = eligible.without(point.running);
            if self.may_preempt() && !others.is_empty() {
                self.may_be_preempted(point, others);
            }
            return point.running;
        }
        if is_yield(point.kind) && self.yields > FREE_YIELDS {
            self.rotating_since.get_or_insert(point.step);
            return eligible.next_after(point.running).unwrap_or(point.running);
        }
        let thread = if eligible.contains(point.running) {
            point.running
        } else {
            eligible.next_after(point.running).unwrap_or(point.running)
        };
        let others = eligible.without(thread);
        if !others.is_empty() {
            self.free
                .push(Branch::new(point.step, others, Location::UNKNOWN));
        }
        thread
    }

    /// Whether choosing somebody else here is no preemption.
    fn is_free(&self, point: &Point<'_>) -> bool {
        match (self.switches, point.kind) {
            // The first call of a thread begins where the thread does: to switch between the two changes nothing.
            (Switches::BetweenCalls, EventKind::Call) => {
                self.first_turn.is_none_or(|since| point.step > since + 1)
            }
            (Switches::BetweenCalls, EventKind::Yield) => false,
            (_, kind) => kind.gives_way(),
        }
    }

    fn may_be_preempted(&mut self, point: &Point<'_>, others: ThreadSet) {
        let location = match (self.switches, point.pending_of(point.running)) {
            (
                Switches::Preempting {
                    before: SwitchPoints::Conflicts,
                    ..
                },
                Some(event),
            ) => {
                if is_local(event) {
                    return;
                }
                event.location
            }
            _ => Location::UNKNOWN,
        };
        let branch = Branch::new(point.step, others, location);
        if !self
            .preempting
            .last_mut()
            .is_some_and(|last| last.append(&branch))
        {
            self.preempting.push(branch);
        }
    }

    fn diverged(&mut self, step: u64, reason: DivergenceReason) {
        self.stage = Stage::Diverged(Divergence {
            step,
            turn: self.path.turn(),
            reason,
        });
    }

    pub(crate) fn end(&mut self, summary: &Summary<'_>) {
        self.record.asked(summary.steps);
        if self.stage == Stage::Following
            && let Err(reason) = self.path.arrived(summary.steps)
        {
            self.diverged(summary.steps, reason);
        }
        if let Stage::Diverged(_) = self.stage {
            return;
        }
        // Threads that waited for each other until the step limit: to preempt them there only gives more of the same.
        if let (Ending::StepLimit, Some(since)) = (summary.ending, self.rotating_since) {
            self.preempting.retain_mut(|branch| branch.cut(since));
        }
        if let Some(node) = self.node() {
            self.frontier.add(node);
        }
    }

    /// This execution, if it leads to others.
    fn node(&self) -> Option<Node> {
        let last = self
            .free
            .iter()
            .chain(&self.preempting)
            .map(Branch::end)
            .max()?;
        let mut before = 0;
        let turns = self.record.schedule().turns().iter().take_while(|turn| {
            let needed = before <= last;
            before += u64::from(turn.events);
            needed
        });
        Some(Node {
            preemptions: self.preemptions,
            turns: turns.copied().collect(),
            spun: self
                .spun
                .iter()
                .copied()
                .filter(|&step| step <= last)
                .collect(),
            free: self.free.iter().rev().copied().collect(),
            preempting: self.preempting.iter().rev().copied().collect(),
            dormant: Vec::new(),
        })
    }
}

/// Whether the running thread could go on, but says or shows that others should.
const fn is_yield(kind: EventKind) -> bool {
    matches!(kind, EventKind::Yield | EventKind::Spin)
}

/// Whether an event without a place concerns nobody but its thread.
fn is_local(event: &Pending) -> bool {
    !event.location.is_known() && matches!(event.kind, EventKind::Start | EventKind::Call)
}

#[cfg(test)]
mod tests;
