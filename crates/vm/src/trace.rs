//! The events of an execution, on demand: who did what to which object, and where.

use std::collections::BTreeMap;

use raddle_schedule::{EventKind, ThreadId};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::instrument;

mod recording;

pub(crate) use recording::{Announced, in_any_process, slots, watch};

/// What happened in an execution, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// The classes of the objects that the events name, by number; objects are numbered as they first appear.
    pub objects: Vec<String>,
    /// The fields that the events name, by number; they are numbered as they first appear.
    pub members: Vec<Member>,
}

/// Something a thread did, or was about to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub what: What,
    /// The object it was done to; an index into [`Trace::objects`]. None for a static field.
    pub object: Option<u32>,
    /// The field, however it was accessed; an index into [`Trace::members`].
    pub member: Option<u32>,
    /// The array index, if the object is an array.
    pub index: i32,
    /// What was read, or what was there after a write or an update; none if values were not wanted, or there is none.
    pub value: Option<Seen>,
    /// Where in the code, see [`crate::SiteInfo`].
    pub site: Option<u32>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Member {
    /// The class that declares it.
    pub class: String,
    /// Its name.
    pub name: String,
}

/// What a field or an array element held.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// Nothing.
    Null,
    /// A primitive, or one in its box, as Java writes it.
    Plain(String),
    /// A string, or its beginning if it is long.
    Text(String),
    /// An enum constant.
    Constant(String),
    /// Any other object; an index into [`Trace::objects`].
    Object(u32),
}

/// What a thread did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// An event that a strategy can switch before.
    Event(EventKind),
    /// It could not do the event yet, and does it later.
    Awaits(EventKind),
    /// It released a monitor.
    Unlock,
    /// It entered a method.
    Enter,
    /// It left a method.
    Exit,
}

/// A monitor that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holding {
    /// Whose; an index into [`Trace::objects`].
    pub lock: u32,
    /// The event that took it; an index into [`Trace::events`].
    pub since: usize,
}

impl Trace {
    /// By event, the monitors that its thread holds when it does the event, in the order of their taking.
    pub fn holdings(&self) -> Vec<Vec<Holding>> {
        let mut held: BTreeMap<ThreadId, Vec<Holding>> = BTreeMap::new();
        let held_at = |(since, event): (usize, &Event)| {
            let held = held.entry(event.thread).or_default();
            let before = held.clone();
            let last = |held: &Vec<Holding>| {
                held.iter()
                    .rposition(|holding| Some(holding.lock) == event.object)
            };
            match (event.what, event.object) {
                // Who had to wait for a monitor had it before its next event.
                (What::Event(EventKind::Lock) | What::Awaits(EventKind::Lock), Some(lock)) => {
                    held.push(Holding { lock, since });
                }
                // Object.wait gives the monitor back, and tells when it has it again.
                (What::Unlock | What::Event(EventKind::Wait), _) => {
                    if let Some(at) = last(held) {
                        held.remove(at);
                    }
                }
                _ => {}
            }
            before
        };
        self.events.iter().enumerate().map(held_at).collect()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.objects.clear();
        self.members.clear();
    }

    /// A number that equal traces share, in any process, and different ones hardly ever.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3Default::new();
        let number = |number: Option<u32>| number.map_or(0, |number| u64::from(number) + 1);
        for event in &self.events {
            let what = match event.what {
                What::Event(kind) => u64::from(kind as u8),
                What::Awaits(kind) => 64 + u64::from(kind as u8),
                What::Unlock => 128,
                What::Enter => 129,
                What::Exit => 130,
            };
            for part in [
                u64::from(event.thread.0),
                what,
                number(event.object),
                number(event.member),
                event.index as u64,
                event.site.map_or(0, instrument::place),
            ] {
                hash.update(&part.to_le_bytes());
            }
            let (form, text) = match &event.value {
                None => (0, ""),
                Some(Seen::Null) => (1, ""),
                Some(Seen::Plain(text)) => (2, text.as_str()),
                Some(Seen::Text(text)) => (3, text.as_str()),
                Some(Seen::Constant(name)) => (4, name.as_str()),
                Some(Seen::Object(object)) => (u64::from(*object) + 5, ""),
            };
            hash.update(&form.to_le_bytes());
            hash.update(text.as_bytes());
        }
        for member in &self.members {
            hash.update(member.class.as_bytes());
            hash.update(member.name.as_bytes());
        }
        for class in &self.objects {
            hash.update(class.as_bytes());
        }
        hash.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(thread: u8, what: What, object: u32) -> Event {
        Event {
            thread: ThreadId(thread),
            what,
            object: Some(object),
            member: None,
            index: 0,
            value: None,
            site: None,
        }
    }

    #[test]
    fn monitors_are_held_from_their_taking_to_their_release() {
        let events = vec![
            event(0, What::Event(EventKind::Lock), 5),
            event(1, What::Awaits(EventKind::Lock), 5),
            event(0, What::Event(EventKind::Lock), 6),
            event(0, What::Event(EventKind::Wait), 6),
            event(0, What::Event(EventKind::Read), 7),
            event(0, What::Unlock, 5),
            event(1, What::Event(EventKind::Write), 7),
            event(0, What::Event(EventKind::Read), 7),
        ];
        let trace = Trace {
            events,
            ..Trace::default()
        };
        let locks: Vec<Vec<u32>> = trace
            .holdings()
            .iter()
            .map(|held| held.iter().map(|holding| holding.lock).collect())
            .collect();
        let expected: [&[u32]; 8] = [&[], &[], &[5], &[5, 6], &[5], &[5], &[5], &[]];
        assert_eq!(locks, expected);
    }
}
