//! Events in the order in which they were done.
//!
//! A trace has events in the order in which threads were about to do them: a thread that announces an event and loses the turn does it
//! only when it has the turn again. The schedule says how many events each turn did, and so puts them right.

use std::collections::BTreeMap;

use raddle_schedule::{Schedule, ThreadId, Turn};
use raddle_vm::{Event, Trace, What};

/// What happened next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A thread took its first step: for a suffix, its first call begins.
    Begins(ThreadId),
    /// A thread did this.
    Did(Event),
    /// A thread wanted to do this when the execution was over, and never did.
    Wanted(Event),
}

impl Moment {
    /// Whose moment it is.
    pub fn thread(&self) -> ThreadId {
        match self {
            Self::Begins(thread) => *thread,
            Self::Did(event) | Self::Wanted(event) => event.thread,
        }
    }
}

/// An event that counts, and what its thread did right behind it that does not.
struct Group {
    first: Moment,
    notes: Vec<Event>,
}

/// Puts the events of a trace in the order in which the schedule had them done.
///
/// If the two do not fit together, which no execution should lead to, the trace's own order is kept.
pub fn timeline(trace: &Trace, schedule: &Schedule) -> Vec<Moment> {
    by_turns(trace, schedule)
        .unwrap_or_else(|| trace.events.iter().copied().map(Moment::Did).collect())
}

fn by_turns(trace: &Trace, schedule: &Schedule) -> Option<Vec<Moment>> {
    let mut groups = groups(trace);
    let mut moments = Vec::new();
    for turn in schedule.turns() {
        let waiting = groups.get_mut(&turn.thread)?;
        let mut left = turn.events;
        while left > 0 {
            let Some(group) = waiting.pop() else {
                if turn.events == Turn::UNLIMITED {
                    break;
                }
                return None;
            };
            moments.push(group.first);
            moments.extend(group.notes.into_iter().map(Moment::Did));
            left -= 1;
        }
    }
    for (_, mut rest) in groups {
        match rest.pop() {
            None => {}
            Some(Group {
                first: Moment::Did(event),
                ..
            }) if rest.is_empty() => moments.push(Moment::Wanted(event)),
            Some(_) => return None,
        }
    }
    Some(moments)
}

/// The groups of each thread, the last one first.
fn groups(trace: &Trace) -> BTreeMap<ThreadId, Vec<Group>> {
    let mut groups: BTreeMap<ThreadId, Vec<Group>> = BTreeMap::new();
    for event in &trace.events {
        let of_thread = groups.entry(event.thread).or_insert_with(|| {
            // The test's first thread is past its start when the suffixes begin.
            let begins = (event.thread != ThreadId(0)).then(|| Group {
                first: Moment::Begins(event.thread),
                notes: Vec::new(),
            });
            begins.into_iter().collect()
        });
        match (event.what, of_thread.last_mut()) {
            (What::Event(_) | What::Awaits(_), _) | (_, None) => {
                of_thread.push(Group {
                    first: Moment::Did(*event),
                    notes: Vec::new(),
                });
            }
            (What::Unlock | What::Enter | What::Exit, Some(group)) => group.notes.push(*event),
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

    fn event(thread: u8, kind: EventKind, index: i32) -> Event {
        Event {
            thread: ThreadId(thread),
            what: What::Event(kind),
            object: Some(0),
            index,
            site: None,
        }
    }

    fn shown(events: Vec<Event>, schedule: &str) -> Vec<String> {
        let trace = Trace {
            events,
            objects: vec!["a.B".to_owned()],
        };
        let show = |moment: &Moment| match moment {
            Moment::Begins(thread) => format!("{thread} begins"),
            Moment::Did(event) => format!("{} {}", event.thread, event.index),
            Moment::Wanted(event) => format!("{} wants {}", event.thread, event.index),
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
