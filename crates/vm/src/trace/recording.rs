//! Writes a trace while the execution goes on, and tells the strategy which places events are about.

use raddle_schedule::{EventKind, Location, ThreadId};

use super::{Event, Seen, Trace, What};
use crate::control::Control;
use crate::instrument;

/// Events beyond are not recorded: a thread that runs in circles tells nothing new.
const LONGEST: usize = 100_000;

const UNLOCK: u8 = 32;
const ENTER: u8 = 33;
const EXIT: u8 = 34;
/// Added to the number of an event that a thread has to wait for.
const AWAITS: u8 = 64;

impl Trace {
    /// An object gets the next number.
    pub(crate) fn add_object(&mut self, class: &str) {
        self.objects.push(in_any_process(class));
    }

    /// What an event has read or written.
    pub(crate) fn set_value(
        &mut self,
        event: usize,
        form: u8,
        text: impl FnOnce() -> String,
        object: u32,
    ) {
        let seen = match form {
            0 => Some(Seen::Null),
            1 => Some(Seen::Plain(text())),
            2 => Some(Seen::Plain(format!(
                "{:?}",
                text().chars().next().unwrap_or('\0')
            ))),
            3 => Some(Seen::Text(text())),
            4 => Some(Seen::Constant(text())),
            _ => at(object).map(Seen::Object),
        };
        if let Some(event) = self.events.get_mut(event) {
            event.value = seen;
        }
    }
}

/// Where an object of this number is among a trace's objects; 0 is none.
fn at(object: u32) -> Option<u32> {
    object.checked_sub(1)
}

/// A thread's next event, as the Java runtime says it.
#[derive(Clone, Copy)]
pub struct Announced {
    /// Who.
    pub thread: u8,
    /// The number of what.
    pub kind: u8,
    /// The number of the object it is done to, from 1; 0 is none.
    pub object: u32,
    /// The array index, if the object is an array.
    pub index: i32,
    /// The number of the field.
    pub slot: Option<u32>,
    /// Where in the code.
    pub site: Option<u32>,
}

/// A thread's next event: for the strategy, and for the trace if there is one. The number that it has in the trace.
pub fn watch(control: &mut Control, announced: Announced) -> Option<usize> {
    let Announced {
        thread,
        kind,
        object,
        index,
        slot,
        site,
    } = announced;
    let event_kind = EventKind::from_number(kind & !AWAITS);
    if let Some(kind) = event_kind {
        let location = location(kind, object, index, slot, site);
        control.set_pending(thread, kind, location);
    }
    let Control { trace, members, .. } = control;
    let trace = trace.as_mut()?;
    if trace.events.len() == LONGEST {
        return None;
    }
    let what = match (event_kind, kind) {
        (Some(kind), number) if number & AWAITS != 0 => What::Awaits(kind),
        (Some(kind), _) => What::Event(kind),
        (None, UNLOCK) => What::Unlock,
        (None, ENTER) => What::Enter,
        (None, EXIT) => What::Exit,
        (None, _) => return None,
    };
    let member = slot.and_then(|slot| {
        if let Some(&number) = members.get(&slot) {
            return Some(number);
        }
        let number = trace.members.len() as u32;
        trace.members.push(slots::member(slot)?);
        members.insert(slot, number);
        Some(number)
    });
    trace.events.push(Event {
        thread: ThreadId(thread),
        what,
        object: at(object),
        member,
        index,
        value: None,
        site,
    });
    Some(trace.events.len() - 1)
}

/// The place that an event is about: the object, and what of it.
fn location(
    kind: EventKind,
    object: u32,
    index: i32,
    slot: Option<u32>,
    site: Option<u32>,
) -> Location {
    const FIELD: u32 = 1 << 31;
    const SITE: u32 = 1 << 30;
    let part = match (kind, slot, site) {
        (EventKind::Lock | EventKind::Wait | EventKind::Notify, _, _) => FIELD - 1,
        (_, Some(slot), _) => FIELD | slot,
        // A static field that could not be found has its name at least.
        (_, None, Some(site)) if object == 0 => SITE | instrument::member_key(site) as u32 >> 2,
        _ => index as u32 & (SITE - 1),
    };
    if object == 0 && part & (FIELD | SITE) == 0 {
        return Location::UNKNOWN;
    }
    Location(u64::from(object) << 32 | u64::from(part))
}

/// The fields that the Java runtime has given numbers.
pub mod slots {
    use std::sync::{Mutex, PoisonError};

    use crate::trace::Member;

    static SLOTS: Mutex<Vec<Member>> = Mutex::new(Vec::new());

    /// The next field; they come in the order of their numbers.
    pub fn add(member: Member) {
        let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        slots.push(member);
    }

    /// The field of a number.
    pub fn member(number: u32) -> Option<Member> {
        let slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        slots.get(number as usize).cloned()
    }
}

/// The names of hidden classes have an address behind a slash, and before JDK 21 those of lambdas a running number: neither is the
/// same in another process.
pub fn in_any_process(name: &str) -> String {
    let name = name.split('/').next().unwrap_or(name);
    match name.split_once("$$Lambda$") {
        Some((class, _)) => format!("{class}$$Lambda"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_hidden_classes_do_not_depend_on_the_process() {
        for (name, expected) in [
            ("a.B$C", "a.B$C"),
            ("a.B$$Lambda/0x00007f1234567890", "a.B$$Lambda"),
            ("a.B$$Lambda$14/0x0000000800c03000", "a.B$$Lambda"),
            ("[La.B;", "[La.B;"),
        ] {
            assert_eq!(in_any_process(name), expected);
        }
    }

    #[test]
    fn a_field_is_one_place_and_array_elements_are_many() {
        let at = |kind, object, index, slot| location(kind, object, index, slot, Some(3));
        let plain = at(EventKind::Read, 1, 0, Some(4));
        assert_eq!(plain, at(EventKind::Atomic, 1, 0, Some(4)));
        assert_ne!(plain, at(EventKind::Read, 1, 0, Some(5)));
        assert_ne!(plain, at(EventKind::Read, 2, 0, Some(4)));
        let element = at(EventKind::Read, 1, 7, None);
        assert_eq!(element, at(EventKind::Write, 1, 7, None));
        assert_ne!(element, at(EventKind::Write, 1, 8, None));
        assert_ne!(
            at(EventKind::Lock, 1, 0, None),
            at(EventKind::Read, 1, 0, None)
        );
    }
}
