//! Can the suffixes of a test get into each other's way at all? Found out from one or two executions, so that the others can be saved.
//!
//! Two executions that differ only in the order of events that do not conflict come to the same. So a test cannot show anything that a
//! linearization does not show
//! - if no two threads access the same place, one of them writing, in the execution that runs one suffix after the other; or
//! - if each suffix has at most one call with conflicting accesses, all of them made while holding the same lock, taken once, and that is so
//!   whichever suffix runs first: then the order of taking that lock is an order of the calls.
//!
//! In both cases, locks must not be taken in a circle. Waiting, notifying, parking and starting threads always count as interference.

use std::collections::{BTreeMap, BTreeSet};

use raddle_schedule::{EventKind, Schedule, Spec, ThreadId, Turn};
use raddle_testcase::Test;
use raddle_vm::{Focus, Holding, JobReport, Lost, Record, SiteInfo, Trace, What};

use crate::executor::{Executor, job};
use crate::symptom::Symptoms;
use crate::tally::Tally;

/// Tests with more events are taken to interfere: to look at every event takes long.
const LONGEST: u32 = 30_000;

/// Whether some schedule of the test may matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interference {
    /// Every schedule comes to what some linearization comes to.
    None,
    /// There is no telling.
    Possible {
        /// What the suffixes fight over.
        focus: Focus,
        /// How many events they make.
        events: u32,
    },
}

/// Runs the suffixes one after the other and looks at what they do.
pub fn interference(
    test: &Test,
    executor: &mut dyn Executor,
    tally: &mut Tally,
) -> Result<Interference, Lost> {
    let suffixes = test.suffixes.len();
    let mut focus = Focus::default();
    let mut events = 0;
    let mut one_after_the_other =
        |order: &mut dyn Iterator<Item = usize>| -> Result<Relation, Lost> {
            let turns = order.filter_map(|number| {
                u8::try_from(number)
                    .ok()
                    .map(|id| Turn::unlimited(ThreadId(id)))
            });
            let schedule: Schedule = turns.collect();
            let mut job = job(test, Spec::Replay(schedule), 0, 1);
            job.record = Record::Events;
            job.limits.steps = LONGEST;
            let report = executor.run(&job)?;
            tally.executions += report.executions;
            let traces = report
                .observed
                .iter()
                .filter_map(|observed| observed.trace.as_ref());
            events = traces
                .map(|trace| trace.events.len() as u32)
                .fold(events, u32::max);
            Ok(relation(&report, &mut focus))
        };
    let relation = one_after_the_other(&mut (0..suffixes))?;
    if relation == Relation::Disjoint {
        return Ok(Interference::None);
    }
    let reversed = one_after_the_other(&mut (0..suffixes).rev())?;
    if relation == Relation::Serialised && suffixes == 2 && reversed != Relation::Entangled {
        return Ok(Interference::None);
    }
    Ok(Interference::Possible { focus, events })
}

/// How the threads of one execution relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// No conflicting access.
    Disjoint,
    /// All conflicting accesses of a thread lie in one call and are made under one lock, the same for all threads.
    Serialised,
    /// Anything else.
    Entangled,
}

fn relation(report: &JobReport, focus: &mut Focus) -> Relation {
    let [only] = &report.observed[..] else {
        return Relation::Entangled;
    };
    let Some(trace) = &only.trace else {
        return Relation::Entangled;
    };
    let history = History::read(trace);
    history.fought_over(trace, &report.sites, focus);
    let usable = Symptoms::of(&only.outcome).is_ok_and(|symptoms| symptoms.stuck.is_empty());
    if usable && only.outcome.helpers.is_empty() {
        history.relation()
    } else {
        Relation::Entangled
    }
}

/// What an access is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A field of an object, by the trace's numbers.
    Field(u32, u32),
    /// A static field.
    Static(u32),
    /// All of an object: an array, or an object that was accessed without saying where.
    Whole(u32),
    /// There is no telling: a static field of a class that only a loader of the program's own knows.
    Unknown,
}

/// An access by a thread.
#[derive(Clone, Debug)]
struct Access {
    thread: ThreadId,
    /// Which call of the thread's.
    call: usize,
    place: Place,
    writes: bool,
    held: Vec<Holding>,
    /// An index into the trace.
    event: usize,
}

#[derive(Debug, Default)]
struct History {
    accesses: Vec<Access>,
    /// Objects that were accessed otherwise than through a known field: all accesses to them are about the same place.
    blurred: BTreeSet<u32>,
    /// Which lock was taken while holding which, and by whom.
    nested: BTreeSet<(u32, u32, ThreadId)>,
    /// Threads waited for each other, or did something whose place is not known.
    entangled: bool,
}

impl History {
    fn read(trace: &Trace) -> Self {
        let mut history = Self::default();
        let mut calls: BTreeMap<ThreadId, usize> = BTreeMap::new();
        for (number, (event, held)) in trace.events.iter().zip(trace.holdings()).enumerate() {
            let call = calls.entry(event.thread).or_default();
            let kind = match event.what {
                What::Event(kind) => kind,
                What::Unlock | What::Enter | What::Exit => continue,
                What::Awaits(_) => {
                    history.entangled = true;
                    continue;
                }
            };
            match kind {
                EventKind::Call => *call += 1,
                EventKind::Start | EventKind::Yield => {}
                EventKind::Lock => match event.object {
                    Some(lock) => history.nested.extend(
                        held.iter()
                            .map(|holding| (holding.lock, lock, event.thread)),
                    ),
                    None => history.entangled = true,
                },
                EventKind::Read | EventKind::Write | EventKind::Atomic => {
                    let place = match (event.object, event.member) {
                        (Some(object), Some(field)) => Place::Field(object, field),
                        (None, Some(field)) => Place::Static(field),
                        (Some(object), None) => {
                            history.blurred.insert(object);
                            Place::Whole(object)
                        }
                        (None, None) => {
                            history.entangled = true;
                            Place::Unknown
                        }
                    };
                    history.accesses.push(Access {
                        thread: event.thread,
                        call: *call,
                        place,
                        writes: kind != EventKind::Read,
                        held,
                        event: number,
                    });
                }
                _ => history.entangled = true,
            }
        }
        history.blur();
        history
    }

    /// Where it is not known what of an object was accessed, it may be any of its fields.
    fn blur(&mut self) {
        for access in &mut self.accesses {
            if let Place::Field(object, _) = access.place
                && self.blurred.contains(&object)
            {
                access.place = Place::Whole(object);
            }
        }
    }

    /// Adds what is accessed in conflict.
    fn fought_over(&self, trace: &Trace, sites: &[(u32, SiteInfo)], focus: &mut Focus) {
        for access in self.conflicting() {
            let event = &trace.events[access.event];
            let site = event.site.and_then(|site| {
                let at = sites.binary_search_by_key(&site, |(number, _)| *number);
                Some(&sites[at.ok()?].1)
            });
            let atomic = site.is_some_and(|site| site.atomic);
            let field = event
                .member
                .and_then(|member| trace.members.get(member as usize))
                .map(|member| member.name.clone())
                .or_else(|| site.filter(|_| !atomic)?.member.clone());
            focus.atomics |= atomic;
            focus.arrays |= field.is_none() && !atomic;
            focus.fields.extend(field);
        }
    }

    fn relation(self) -> Relation {
        if self.entangled || self.locks_in_a_circle() {
            return Relation::Entangled;
        }
        let conflicting = self.conflicting();
        if conflicting.is_empty() {
            return Relation::Disjoint;
        }
        let mut guard: Option<u32> = None;
        let mut sections: BTreeMap<ThreadId, (usize, Vec<Holding>)> = BTreeMap::new();
        for access in conflicting {
            let (call, common) = sections
                .entry(access.thread)
                .or_insert_with(|| (access.call, access.held.clone()));
            if *call != access.call {
                return Relation::Entangled;
            }
            common.retain(|holding| access.held.contains(holding));
        }
        for (_, common) in sections.values() {
            // The outermost lock is the one that the call takes first and releases last.
            let Some(first) = common.first() else {
                return Relation::Entangled;
            };
            if *guard.get_or_insert(first.lock) != first.lock {
                return Relation::Entangled;
            }
        }
        Relation::Serialised
    }

    /// The accesses to places that several threads access, one of them writing; and those that may be to any place.
    fn conflicting(&self) -> Vec<&Access> {
        let mut users: BTreeMap<Place, (BTreeSet<ThreadId>, bool)> = BTreeMap::new();
        for access in &self.accesses {
            let (threads, written) = users.entry(access.place).or_default();
            threads.insert(access.thread);
            *written |= access.writes;
        }
        let fought_over = |access: &&Access| {
            access.place == Place::Unknown
                || users
                    .get(&access.place)
                    .is_some_and(|(threads, written)| threads.len() > 1 && *written)
        };
        self.accesses.iter().filter(fought_over).collect()
    }

    /// Whether locks were taken in different orders, so that threads could wait for each other in a circle.
    fn locks_in_a_circle(&self) -> bool {
        let reaches = |from: u32, to: u32| {
            let mut seen = BTreeSet::from([from]);
            let mut waiting = vec![from];
            while let Some(lock) = waiting.pop() {
                for (_, next, _) in self
                    .nested
                    .range((lock, 0, ThreadId(0))..=(lock, u32::MAX, ThreadId(u8::MAX)))
                {
                    if *next == to {
                        return true;
                    }
                    if seen.insert(*next) {
                        waiting.push(*next);
                    }
                }
            }
            false
        };
        self.nested
            .iter()
            .any(|(outer, inner, _)| reaches(*inner, *outer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_vm::Event;

    /// `0 read 5.0`: thread 0 reads field 0 of object 5; `0 read .0`: a static field; `0 read 5`: something of object 5;
    /// `1 lock 5`, `1 unlock 5`, `0 call`.
    fn relation_of(text: &str) -> Relation {
        let events = text.split(';').map(|line| {
            let mut words = line.split_whitespace();
            let thread = ThreadId(
                words
                    .next()
                    .and_then(|word| word.parse().ok())
                    .expect("a thread"),
            );
            let what = match words.next().expect("what") {
                "read" => What::Event(EventKind::Read),
                "write" => What::Event(EventKind::Write),
                "atomic" => What::Event(EventKind::Atomic),
                "lock" => What::Event(EventKind::Lock),
                "call" => What::Event(EventKind::Call),
                "notify" => What::Event(EventKind::Notify),
                "unlock" => What::Unlock,
                other => panic!("{other}"),
            };
            let (object, member) = match words.next() {
                None => (None, None),
                Some(place) => match place.split_once('.') {
                    None => (place.parse().ok(), None),
                    Some((object, member)) => (object.parse().ok(), member.parse().ok()),
                },
            };
            Event {
                thread,
                what,
                object,
                member,
                index: 0,
                value: None,
                site: None,
            }
        });
        let trace = Trace {
            events: events.collect(),
            ..Trace::default()
        };
        History::read(&trace).relation()
    }

    #[test]
    fn reads_and_other_places_are_no_conflict() {
        assert_eq!(relation_of("0 read 5.0; 1 read 5.0"), Relation::Disjoint);
        assert_eq!(relation_of("0 write 5.0; 1 write 5.1"), Relation::Disjoint);
        assert_eq!(relation_of("0 write 5.0; 1 write 6.0"), Relation::Disjoint);
        assert_eq!(
            relation_of("0 write 5.0; 0 read 5.0; 1 lock 5; 1 unlock 5"),
            Relation::Disjoint
        );
    }

    #[test]
    fn a_write_to_what_another_accesses_is() {
        assert_eq!(relation_of("0 write 5.0; 1 read 5.0"), Relation::Entangled);
        assert_eq!(relation_of("0 read .0; 1 write .0"), Relation::Entangled);
        assert_eq!(relation_of("0 write 5; 1 read 5"), Relation::Entangled);
    }

    #[test]
    fn an_atomic_access_is_about_the_field_that_others_access_plainly() {
        assert_eq!(relation_of("0 atomic 5.0; 1 read 5.0"), Relation::Entangled);
        assert_eq!(relation_of("0 atomic .0; 1 read .0"), Relation::Entangled);
        assert_eq!(relation_of("0 atomic 5.0; 1 read 5.1"), Relation::Disjoint);
    }

    #[test]
    fn a_field_that_is_set_through_a_handle_is_worth_a_switch_there_too() {
        let event = |thread, kind, site| Event {
            thread: ThreadId(thread),
            what: What::Event(kind),
            object: Some(5),
            member: Some(0),
            index: 0,
            value: None,
            site: Some(site),
        };
        let site = |member: &str, atomic| SiteInfo {
            class: "a.B".to_owned(),
            method: "m".to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line: None,
            member: Some(member.to_owned()),
            atomic,
        };
        let trace = Trace {
            events: vec![event(0, EventKind::Read, 1), event(1, EventKind::Write, 2)],
            objects: Vec::new(),
            members: vec![raddle_vm::Member {
                class: "a.B".to_owned(),
                name: "count".to_owned(),
            }],
        };
        let sites = [(1, site("count", false)), (2, site("setVolatile", true))];
        let mut focus = Focus::default();
        History::read(&trace).fought_over(&trace, &sites, &mut focus);
        let expected = Focus {
            fields: ["count".to_owned()].into(),
            arrays: false,
            atomics: true,
        };
        assert_eq!(focus, expected);
    }

    #[test]
    fn what_is_not_known_to_be_about_a_field_is_about_the_whole_object() {
        assert_eq!(relation_of("0 atomic 5; 1 read 5.0"), Relation::Entangled);
        assert_eq!(
            relation_of("0 read 5.0; 0 read 5; 1 write 5.1"),
            Relation::Entangled
        );
        assert_eq!(relation_of("0 atomic; 1 read 5.0"), Relation::Entangled);
    }

    #[test]
    fn one_section_a_thread_under_one_lock_puts_calls_in_order() {
        let locked = "0 lock 5; 0 write 5.0; 0 unlock 5; 1 lock 5; 1 read 5.0; 1 unlock 5";
        assert_eq!(relation_of(locked), Relation::Serialised);
        let twice = "0 lock 5; 0 write 5.0; 0 unlock 5; 0 lock 5; 0 write 5.0; 0 unlock 5; 1 lock 5; 1 read 5.0; 1 unlock 5";
        assert_eq!(relation_of(twice), Relation::Entangled);
        let in_two_calls = "0 call; 0 lock 5; 0 write 5.0; 0 call; 0 write 5.0; 0 unlock 5; 1 lock 5; 1 read 5.0; 1 unlock 5";
        assert_eq!(relation_of(in_two_calls), Relation::Entangled);
        let one_outside = "0 lock 5; 0 write 5.0; 0 unlock 5; 1 read 5.0";
        assert_eq!(relation_of(one_outside), Relation::Entangled);
        let different_locks = "0 lock 5; 0 write 5.0; 0 unlock 5; 1 lock 6; 1 read 5.0; 1 unlock 6";
        assert_eq!(relation_of(different_locks), Relation::Entangled);
    }

    #[test]
    fn a_lock_within_a_lock_is_fine_unless_the_other_way_around_happens_too() {
        let same_order = "0 lock 5; 0 lock 6; 0 unlock 6; 0 unlock 5; 1 lock 5; 1 lock 6; 1 unlock 6; 1 unlock 5";
        assert_eq!(relation_of(same_order), Relation::Disjoint);
        let crossed = "0 lock 5; 0 lock 6; 0 unlock 6; 0 unlock 5; 1 lock 6; 1 lock 5; 1 unlock 5; 1 unlock 6";
        assert_eq!(relation_of(crossed), Relation::Entangled);
    }

    #[test]
    fn threads_that_talk_to_each_other_interfere() {
        assert_eq!(relation_of("0 read 5.0; 0 notify 5"), Relation::Entangled);
    }
}
