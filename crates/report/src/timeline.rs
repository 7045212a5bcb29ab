//! Events in the order in which they were done.
//!
//! A trace has events in the order in which threads were about to do them: a thread that announces an event and loses the turn does it
//! only when it has the turn again. The schedule says how many events each turn did, and so puts them right.

use std::collections::BTreeMap;

use raddle_schedule::{Schedule, ThreadId, Turn};
use raddle_vm::{Trace, What};

/// What happened next, and whose moment it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub what: Happening,
}

/// What happened; events by their numbers in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A thread took its first step: for a suffix, its first call begins.
    Begins,
    /// A thread did this.
    Did(usize),
    /// A thread wanted to do this when the execution was over, and never did.
    Wanted(usize),
}

/// What counts, and what its thread did right behind it that does not.
struct Group {
    first: Happening,
    notes: Vec<usize>,
}

/// Puts the events of a trace in the order in which the schedule had them done.
///
/// If the two do not fit together, which no execution should lead to, the trace's own order is kept.
pub fn timeline(trace: &Trace, schedule: &Schedule) -> Vec<Moment> {
    by_turns(trace, schedule).unwrap_or_else(|| {
        let events = trace.events.iter().enumerate();
        let moment = |(number, event): (usize, &raddle_vm::Event)| Moment {
            thread: event.thread,
            what: Happening::Did(number),
        };
        events.map(moment).collect()
    })
}

fn by_turns(trace: &Trace, schedule: &Schedule) -> Option<Vec<Moment>> {
    let mut groups = groups(trace);
    let mut moments = Vec::new();
    for turn in schedule.turns() {
        let thread = turn.thread;
        let waiting = groups.get_mut(&thread)?;
        let mut left = turn.events;
        while left > 0 {
            let Some(group) = waiting.pop() else {
                if turn.events == Turn::UNLIMITED {
                    break;
                }
                return None;
            };
            let notes = group.notes.into_iter().map(Happening::Did);
            let all = std::iter::once(group.first).chain(notes);
            moments.extend(all.map(|what| Moment { thread, what }));
            left -= 1;
        }
    }
    for (thread, mut rest) in groups {
        match rest.pop() {
            None => {}
            Some(Group {
                first: Happening::Did(number),
                ..
            }) if rest.is_empty() => moments.push(Moment {
                thread,
                what: Happening::Wanted(number),
            }),
            Some(_) => return None,
        }
    }
    Some(moments)
}

/// The groups of each thread, the last one first.
fn groups(trace: &Trace) -> BTreeMap<ThreadId, Vec<Group>> {
    let mut groups: BTreeMap<ThreadId, Vec<Group>> = BTreeMap::new();
    for (number, event) in trace.events.iter().enumerate() {
        let of_thread = groups.entry(event.thread).or_insert_with(|| {
            // The test's first thread is past its start when the suffixes begin.
            let begins = (event.thread != ThreadId(0)).then(|| Group {
                first: Happening::Begins,
                notes: Vec::new(),
            });
            begins.into_iter().collect()
        });
        match (event.what, of_thread.last_mut()) {
            (What::Event(_) | What::Awaits(_), _) | (_, None) => {
                of_thread.push(Group {
                    first: Happening::Did(number),
                    notes: Vec::new(),
                });
            }
            (What::Unlock | What::Enter | What::Exit, Some(group)) => group.notes.push(number),
        }
    }
    for of_thread in groups.values_mut() {
        of_thread.reverse();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_schedule::EventKind;
    use raddle_vm::Event;

    fn event(thread: u8, kind: EventKind, index: i32) -> Event {
        Event {
            thread: ThreadId(thread),
            what: What::Event(kind),
            object: Some(0),
            member: None,
            index,
            value: None,
            site: None,
        }
    }

    fn shown(events: Vec<Event>, schedule: &str) -> Vec<String> {
        let trace = Trace {
            events,
            objects: vec!["a.B".to_owned()],
            members: Vec::new(),
        };
        let index = |number: usize| trace.events[number].index;
        let show = |Moment { thread, what }: &Moment| match *what {
            Happening::Begins => format!("{thread} begins"),
            Happening::Did(number) => format!("{thread} {}", index(number)),
            Happening::Wanted(number) => format!("{thread} wants {}", index(number)),
        };
        timeline(&trace, &schedule.parse().expect("a schedule"))
            .iter()
            .map(show)
            .collect()
    }

    #[test]
    fn what_was_announced_before_a_switch_was_done_after_it() {
        let read = |thread, index| event(thread, EventKind::Read, index);
        let events = vec![
            event(0, EventKind::Call, 1),
            read(0, 2),
            read(1, 3),
            read(1, 4),
            read(0, 5),
        ];
        let expected = ["0 1", "1 begins", "1 3", "1 4", "0 2", "0 5"];
        assert_eq!(shown(events, "0x1 1x3 0x2"), expected);
    }

    #[test]
    fn a_release_belongs_to_what_was_done_before_it() {
        let unlock = Event {
            what: What::Unlock,
            ..event(0, EventKind::Lock, 2)
        };
        let events = vec![
            event(0, EventKind::Lock, 1),
            unlock,
            event(0, EventKind::Read, 3),
            event(1, EventKind::Read, 4),
        ];
        assert_eq!(
            shown(events, "0x1 1x2 0x1"),
            ["0 1", "0 2", "1 begins", "1 4", "0 3"]
        );
    }

    #[test]
    fn what_a_stuck_thread_wants_comes_last() {
        let awaits = |thread, index| Event {
            what: What::Awaits(EventKind::Lock),
            ..event(thread, EventKind::Lock, index)
        };
        let events = vec![
            event(0, EventKind::Lock, 1),
            event(1, EventKind::Lock, 2),
            awaits(1, 3),
            awaits(0, 4),
        ];
        assert_eq!(
            shown(events, "0x1 1x2"),
            ["0 1", "1 begins", "1 2", "0 wants 4", "1 wants 3"]
        );
    }

    #[test]
    fn a_schedule_of_something_else_changes_nothing() {
        let events = vec![event(0, EventKind::Read, 1), event(1, EventKind::Read, 2)];
        assert_eq!(shown(events.clone(), "0x7 1x2"), ["0 1", "1 2"]);
        assert_eq!(shown(events, "0x1"), ["0 1", "1 2"]);
    }
}
