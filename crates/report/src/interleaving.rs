//! The events that matter, in the order in which they were done.
//!
//! Of thousands of events these are told: where calls begin and how they end, accesses to places that several threads access and one
//! writes, locks that several threads take, and everything threads do to each other. What happens inside the JDK is folded into one line
//! unless the JDK's class is the one under test.

use std::collections::{BTreeMap, BTreeSet};

use raddle_engine::Confirmed;
use raddle_schedule::{EventKind, ThreadId};
use raddle_testcase::{Test, VariableNames};
use raddle_vm::{Event, Outcome, SiteInfo, SuffixEnd, Trace, What};
use serde::{Deserialize, Serialize};

use crate::fold;
use crate::objects::{self, ObjectNames};
use crate::source::Source;
use crate::timeline::{Happening, Moment, timeline};

/// One line of the interleaving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The thread: 0 is the main thread, which runs the prefix and the first suffix; then one a suffix; then those that the
    /// tested code started.
    pub thread: u8,
    /// What it did.
    #[serde(flatten)]
    pub what: StepKind,
    /// Where in the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
}

/// What a thread did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StepKind {
    /// It began a call of the test.
    Call {
        /// The call as Java.
        text: String,
    },
    /// It accessed something that another thread accesses too.
    Access {
        /// How.
        access: Access,
        /// What: a field of an object, an array element, a static field.
        target: String,
        /// What it read, or what was there after it wrote.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// How often in a row.
        times: u32,
    },
    /// It did things inside the JDK that are not told one by one.
    Folded {
        /// The JDK's class.
        class: String,
        /// What it read of what another thread writes.
        reads: BTreeSet<String>,
        /// What it wrote of what another thread accesses.
        writes: BTreeSet<String>,
    },
    /// It took a lock.
    Lock {
        /// Whose.
        object: String,
    },
    /// It released a lock.
    Unlock {
        /// Whose.
        object: String,
    },
    /// It could not go on, and went on later.
    Waits {
        /// For what.
        what: String,
    },
    /// It did something to another thread, or to itself.
    Other {
        /// What.
        what: String,
    },
    /// Accesses that are left out for brevity.
    Omitted {
        /// How many.
        steps: usize,
    },
    /// A call returned.
    Returned {
        /// What; nothing for void.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// A call threw.
    Threw {
        /// The exception's class.
        class: String,
        /// Its message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// A call can never go on.
    Stuck {
        /// What it waits for, and who has it.
        what: String,
    },
}

/// A kind of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It does both in one: compare-and-set and its like.
    Atomic,
}

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file, if the class names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, if the class knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Which classes are told about in full.
pub trait InFull {
    /// Whether accesses in this class are told one by one.
    fn in_full(&self, class: &str) -> bool;
}

impl<F: Fn(&str) -> bool> InFull for F {
    fn in_full(&self, class: &str) -> bool {
        self(class)
    }
}

/// The steps of a confirmed violation.
pub fn steps(
    confirmed: &Confirmed,
    names: &VariableNames,
    source: &Source,
    in_full: &dyn InFull,
) -> Vec<Step> {
    let suspect = &confirmed.suspect;
    let moments = timeline(&confirmed.trace, &suspect.schedule);
    let teller = Teller {
        sites: &confirmed.sites,
        objects: ObjectNames::new(&confirmed.trace, &suspect.test, names, &suspect.outcome),
        names,
        source,
        test: &suspect.test,
        outcome: &suspect.outcome,
        matters: Matters::of(&confirmed.trace, &moments),
        in_full,
        calls: BTreeMap::new(),
        steps: Vec::new(),
    };
    fold::fold(teller.tell(&confirmed.trace, &moments))
}

/// What an access is about: the object and the field. Array elements are one place each array.
type Spot = (Option<u32>, Option<u32>);

/// Which places and locks several threads are interested in.
#[derive(Default)]
struct Matters {
    spots: BTreeSet<Spot>,
    locks: BTreeSet<u32>,
}

impl Matters {
    fn of(trace: &Trace, moments: &[Moment]) -> Self {
        let mut accessed: BTreeMap<Spot, (BTreeSet<ThreadId>, bool)> = BTreeMap::new();
        let mut locked: BTreeMap<u32, BTreeSet<ThreadId>> = BTreeMap::new();
        for moment in moments {
            let (Happening::Did(number) | Happening::Wanted(number)) = moment.what else {
                continue;
            };
            let event = &trace.events[number];
            let (What::Event(kind) | What::Awaits(kind)) = event.what else {
                continue;
            };
            match (kind, event.object) {
                (kind, _) if kind.is_access() => {
                    let (threads, written) = accessed.entry(spot(event)).or_default();
                    threads.insert(event.thread);
                    *written |= kind != EventKind::Read;
                }
                (EventKind::Lock, Some(lock)) => {
                    locked.entry(lock).or_default().insert(event.thread);
                }
                _ => {}
            }
        }
        let fought_over = accessed
            .into_iter()
            .filter(|(_, (threads, written))| threads.len() > 1 && *written);
        let contended = locked.into_iter().filter(|(_, threads)| threads.len() > 1);
        Self {
            spots: fought_over.map(|(spot, _)| spot).collect(),
            locks: contended.map(|(lock, _)| lock).collect(),
        }
    }
}

fn spot(event: &Event) -> Spot {
    (event.object, event.member)
}

fn site<'a>(event: &Event, sites: &'a [(u32, SiteInfo)]) -> Option<&'a SiteInfo> {
    let site = event.site?;
    let at = sites
        .binary_search_by_key(&site, |(number, _)| *number)
        .ok()?;
    Some(&sites[at].1)
}

struct Teller<'a> {
    sites: &'a [(u32, SiteInfo)],
    objects: ObjectNames,
    names: &'a VariableNames,
    source: &'a Source,
    test: &'a Test,
    outcome: &'a Outcome,
    matters: Matters,
    in_full: &'a dyn InFull,
    /// By thread, the calls begun.
    calls: BTreeMap<ThreadId, usize>,
    steps: Vec<Step>,
}

impl Teller<'_> {
    fn tell(mut self, trace: &Trace, moments: &[Moment]) -> Vec<Step> {
        let mut last: BTreeMap<ThreadId, usize> = BTreeMap::new();
        let done = |moment: &&Moment| !matches!(moment.what, Happening::Wanted(_));
        for (at, moment) in moments.iter().filter(done).enumerate() {
            last.insert(moment.thread, at);
        }
        for (at, moment) in moments.iter().filter(done).enumerate() {
            match moment.what {
                Happening::Begins => self.call(moment.thread),
                Happening::Did(number) => self.event(&trace.events[number], trace),
                Happening::Wanted(_) => {}
            }
            if last.get(&moment.thread) == Some(&at) && !self.is_stuck(moment.thread) {
                self.end(moment.thread);
            }
        }
        // Who never goes on says so when everything else has happened, in the order in which they came to that.
        let mut stuck: Vec<(usize, ThreadId)> = last
            .into_iter()
            .filter(|(thread, _)| self.is_stuck(*thread))
            .map(|(thread, at)| (at, thread))
            .collect();
        stuck.sort_unstable();
        for (_, thread) in stuck.into_iter().rev() {
            self.end(thread);
        }
        self.steps
    }

    fn is_stuck(&self, thread: ThreadId) -> bool {
        self.outcome
            .suffixes
            .get(thread.index())
            .is_some_and(|suffix| matches!(suffix.end, SuffixEnd::Stuck(_)))
    }

    fn add(&mut self, thread: ThreadId, what: StepKind, at: Option<Place>) {
        self.steps.push(Step {
            thread: thread.0,
            what,
            at,
        });
    }

    /// The next call of a suffix begins, so the one before has returned.
    fn call(&mut self, thread: ThreadId) {
        let number = self.calls.get(&thread).copied().unwrap_or(0);
        let Some(suffix) = self.source.suffixes.get(thread.index()) else {
            return;
        };
        if number > 0 {
            self.returned(thread, number - 1);
        }
        let Some(text) = suffix.get(number) else {
            return;
        };
        self.calls.insert(thread, number + 1);
        self.add(thread, StepKind::Call { text: text.clone() }, None);
    }

    fn returned(&mut self, thread: ThreadId, call: usize) {
        let Some(suffix) = self.outcome.suffixes.get(thread.index()) else {
            return;
        };
        let Some(value) = suffix.results.get(call) else {
            return;
        };
        let callee = self
            .test
            .suffixes
            .get(thread.index())
            .and_then(|suffix| suffix.get(call))
            .map(|call| &call.callee);
        let is_void = callee.is_none_or(|callee| callee.result_type().is_none());
        let value = (!is_void).then(|| objects::value(value, self.names));
        self.add(thread, StepKind::Returned { value }, None);
    }

    /// The thread has done what it could.
    fn end(&mut self, thread: ThreadId) {
        let outcome = self.outcome;
        let Some(suffix) = outcome.suffixes.get(thread.index()) else {
            return;
        };
        // Calls without any event of their own still begin and end.
        while self.calls.get(&thread).copied().unwrap_or(0) < suffix.results.len() {
            self.call(thread);
        }
        match &suffix.end {
            SuffixEnd::Finished | SuffixEnd::CutOff => {
                if let Some(last) = suffix.results.len().checked_sub(1) {
                    self.returned(thread, last);
                }
            }
            SuffixEnd::Threw(thrown) => {
                let (class, message) = (thrown.class.clone(), thrown.message.clone());
                let at = crate::ending::place(&thrown.frames);
                self.add(thread, StepKind::Threw { class, message }, at);
            }
            SuffixEnd::Stuck(stuck) => {
                let at = crate::ending::place(&stuck.frames);
                let what = crate::ending::waits(stuck, self.names);
                self.add(thread, StepKind::Stuck { what }, at);
            }
        }
    }

    fn event(&mut self, event: &Event, trace: &Trace) {
        let at = site(event, self.sites).map(Place::from);
        let object = event
            .object
            .map(|object| self.objects.of(object).to_owned());
        let lock = event
            .object
            .is_some_and(|object| self.matters.locks.contains(&object));
        match event.what {
            What::Event(EventKind::Call) => self.call(event.thread),
            What::Event(kind) if kind.is_access() => self.access(event, kind, trace, at),
            What::Event(EventKind::Lock) => {
                if lock {
                    let object = object.unwrap_or_default();
                    self.add(event.thread, StepKind::Lock { object }, at);
                }
            }
            What::Unlock => {
                if lock {
                    let object = object.unwrap_or_default();
                    self.add(event.thread, StepKind::Unlock { object }, None);
                }
            }
            What::Awaits(EventKind::Lock) => {
                let object = object.unwrap_or_default();
                self.add(
                    event.thread,
                    StepKind::Waits {
                        what: format!("the lock of {object}"),
                    },
                    at.clone(),
                );
                self.add(event.thread, StepKind::Lock { object }, at);
            }
            What::Awaits(kind) => {
                self.add(
                    event.thread,
                    StepKind::Waits {
                        what: awaited(kind).to_owned(),
                    },
                    at,
                );
            }
            What::Event(kind) => {
                if let Some(what) = other(kind, object.as_deref()) {
                    self.add(event.thread, StepKind::Other { what }, at);
                }
            }
            What::Enter | What::Exit => {}
        }
    }

    fn access(&mut self, event: &Event, kind: EventKind, trace: &Trace, at: Option<Place>) {
        if !self.matters.spots.contains(&spot(event)) {
            return;
        }
        let is_array = event
            .object
            .and_then(|object| trace.objects.get(object as usize))
            .is_some_and(|class| class.starts_with('['));
        let object = event.object.map(|object| self.objects.of(object));
        let member = event
            .member
            .and_then(|member| trace.members.get(member as usize));
        let target = match (object, member) {
            (Some(object), _) if is_array => format!("{object}[{}]", event.index),
            (Some(object), Some(member)) => format!("{object}.{}", member.name),
            (Some(object), None) => object.to_owned(),
            (None, Some(member)) => format!("{}.{}", objects::simple(&member.class), member.name),
            (None, None) => "something".to_owned(),
        };
        let value = event.value.as_ref().map(|value| self.objects.seen(value));
        let access = match kind {
            EventKind::Read => Access::Read,
            EventKind::Write => Access::Write,
            _ => Access::Atomic,
        };
        match &at {
            Some(place) if !self.in_full.in_full(&place.class) => {
                let class = place.class.clone();
                let one = BTreeSet::from([target]);
                let (reads, writes) = match access {
                    Access::Read => (one, BTreeSet::new()),
                    Access::Write | Access::Atomic => (BTreeSet::new(), one),
                };
                self.add(
                    event.thread,
                    StepKind::Folded {
                        class,
                        reads,
                        writes,
                    },
                    at,
                );
            }
            _ => self.add(
                event.thread,
                StepKind::Access {
                    access,
                    target,
                    value,
                    times: 1,
                },
                at,
            ),
        }
    }
}

fn awaited(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Wait => "a notification",
        EventKind::Park => "a permit (LockSupport.park)",
        EventKind::Join => "a thread to end",
        EventKind::Sleep => "time to pass",
        _ => "its turn",
    }
}

fn other(kind: EventKind, object: Option<&str>) -> Option<String> {
    let on = |verb: &str| match object {
        Some(object) => format!("{verb} {object}"),
        None => verb.to_owned(),
    };
    Some(match kind {
        EventKind::Wait => on("waits on"),
        EventKind::Notify => on("notifies waiters of"),
        EventKind::Park => "parks".to_owned(),
        EventKind::Unpark => on("unparks"),
        EventKind::Spawn => "starts a thread".to_owned(),
        EventKind::Join => "joins a thread".to_owned(),
        EventKind::Sleep => "sleeps".to_owned(),
        EventKind::Interrupt => "interrupts, or looks whether it was".to_owned(),
        _ => return None,
    })
}

impl From<&SiteInfo> for Place {
    fn from(site: &SiteInfo) -> Self {
        Self {
            class: site.class.clone(),
            method: site.method.clone(),
            file: site.file.clone(),
            line: site.line,
        }
    }
}

impl From<&raddle_vm::Frame> for Place {
    fn from(frame: &raddle_vm::Frame) -> Self {
        Self {
            class: frame.class.clone(),
            method: frame.method.clone(),
            file: frame.file.clone(),
            line: frame.line,
        }
    }
}
