mod profile;

use crate::dice::Dice;
use crate::event::{EventKind, Location};
use crate::patience::Patience;
use crate::priorities::Priorities;
use crate::strategy::{Needs, Next, Point, Strategy, Summary, Turn};
use crate::thread::{ThreadId, ThreadSet};

use profile::Profile;

/// Selectively uniform random walk: of all interleavings of the events about one place, each is as likely as the other.
///
/// From Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency Testing" (ASPLOS 2025). Every execution has its own
/// interesting events: those about one place that threads fight over. Whose interesting event comes next is drawn with
/// probability proportional to how many of them each thread has left, as counted before; a thread that arrives at such an event
/// without being the drawn one is held back. All other events have random priorities, one an event. When every enabled thread is held
/// back, the drawn one is waiting for them, and the draw is repeated among those that can run. What a thread's children will do counts
/// as its own until they are started.
///
/// Where it departs: the paper profiles once, this profiles the executions number 1, 2, 4, 8 and so on, because some places only come
/// up in some schedules; a place is a candidate if two threads use it (the paper's tool wants half of all threads), locks included;
/// a thread that yields or spins gets the lowest priority for that event, as in [`Pos`](crate::Pos).
#[derive(Clone, Debug)]
pub struct Surw {
    dice: Dice,
    profile: Profile,
    executions: u64,
    /// By thread, the priority of its pending event.
    priorities: Priorities,
    patience: Patience,
    /// The place whose events are interesting.
    place: Location,
    /// By thread, how many interesting events it and its children that were not started yet have left.
    left: [u32; ThreadId::LIMIT],
    /// Whose interesting event is to be the next.
    drawn: Option<ThreadId>,
    /// Who is at an interesting event without having been drawn. Empty when nobody is drawn.
    held: ThreadSet,
    /// Who was chosen last, and whether for an interesting event.
    last: Option<(ThreadId, bool)>,
}

impl Surw {
    /// With everything random drawn from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            profile: Profile::default(),
            executions: 0,
            priorities: Priorities::new(),
            patience: Patience::default(),
            place: Location::UNKNOWN,
            left: [0; ThreadId::LIMIT],
            drawn: None,
            held: ThreadSet::EMPTY,
            last: None,
        }
    }

    const fn is_profiling(&self) -> bool {
        self.executions.is_power_of_two()
    }

    fn is_interesting(&self, thread: ThreadId, point: &Point<'_>) -> bool {
        self.place.is_known()
            && point
                .pending_of(thread)
                .is_some_and(|pending| pending.location == self.place)
    }

    fn choose(&mut self, point: &Point<'_>) -> (ThreadId, bool) {
        loop {
            let Some(thread) = self
                .priorities
                .highest(point.enabled - self.held, &mut self.dice)
            else {
                self.release();
                continue;
            };
            if !self.is_interesting(thread, point) {
                return (thread, false);
            }
            // It has one left, whatever the profile says.
            self.left[thread.index()] = self.left[thread.index()].max(1);
            let drawn = self
                .drawn
                .unwrap_or_else(|| self.draw(point.enabled, thread));
            if thread == drawn {
                return (thread, true);
            }
            self.drawn = Some(drawn);
            self.held.insert(thread);
        }
    }

    /// One of `threads` by what they have left; at least `default` has something.
    fn draw(&mut self, threads: ThreadSet, default: ThreadId) -> ThreadId {
        let total: u64 = threads
            .iter()
            .map(|thread| u64::from(self.left[thread.index()]))
            .sum();
        let mut number = self.dice.below(total);
        for thread in threads {
            match number.checked_sub(u64::from(self.left[thread.index()])) {
                Some(rest) => number = rest,
                None => return thread,
            }
        }
        default
    }

    const fn release(&mut self) {
        self.drawn = None;
        self.held = ThreadSet::EMPTY;
    }
}

impl Strategy for Surw {
    fn needs(&self) -> Needs {
        Needs {
            pending: true,
            call_boundaries: false,
        }
    }

    fn begin(&mut self) -> Next {
        self.executions += 1;
        self.priorities.begin();
        self.patience.begin();
        self.release();
        self.last = None;
        let places = self.profile.contended();
        self.place = match places {
            0 => Location::UNKNOWN,
            _ => self
                .profile
                .weigh(self.dice.below(places as u64) as usize, &mut self.left),
        };
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        if let Some((thread, interesting)) = self.last {
            self.priorities.draw(thread, &mut self.dice);
            if interesting {
                self.left[thread.index()] = self.left[thread.index()].saturating_sub(1);
                self.release();
            }
        }
        if matches!(
            self.patience.reason(point),
            EventKind::Yield | EventKind::Spin
        ) {
            self.priorities.lower(point.running);
        }
        let (thread, interesting) = self.choose(point);
        self.last = Some((thread, interesting));
        if self.is_profiling()
            && let Some(event) = point.pending_of(thread)
        {
            self.profile.count(thread, event);
        }
        self.patience.runs(thread, point.step);
        Turn::one(thread)
    }

    fn spawned(&mut self, thread: ThreadId) {
        let Some((parent, _)) = self.last else { return };
        self.profile.born(thread, parent);
        let (all, childs) = (self.left[parent.index()], self.left[thread.index()]);
        if self.drawn == Some(parent) && self.dice.below(u64::from(all)) < u64::from(childs) {
            self.drawn = Some(thread);
        }
        self.left[parent.index()] = all.saturating_sub(childs);
    }

    fn end(&mut self, _: &Summary<'_>) {
        if self.is_profiling() {
            self.profile.close();
        }
    }
}
