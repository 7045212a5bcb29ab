//! Writes a trace while the execution goes on, and tells the strategy which places events are about.

use std::sync::atomic::{AtomicI64, Ordering};

use raddle_schedule::{EventKind, Location, ThreadId};

use super::{Event, Seen, Trace, What};
use crate::agent;
use crate::control::Control;
use crate::instrument;
use crate::jni::{Env, Object};

/// Events beyond are not recorded: a thread that runs in circles tells nothing new.
const LONGEST: usize = 100_000;

const UNLOCK: u8 = 32;
const ENTER: u8 = 33;
const EXIT: u8 = 34;
/// Added to the number of an event that a thread has to wait for.
const AWAITS: u8 = 64;

/// Objects carry a tag of (execution, number in it), so that tags of earlier executions do not count.
static EXECUTION: AtomicI64 = AtomicI64::new(0);
static OBJECTS: AtomicI64 = AtomicI64::new(0);

/// A new execution begins: objects are numbered from 1 again.
pub fn next_execution() {
    // Only the thread that drives the executions counts them.
    let execution = EXECUTION.load(Ordering::Relaxed);
    EXECUTION.store(execution + 1, Ordering::Relaxed);
    OBJECTS.store(0, Ordering::Relaxed);
}

/// An object's number in this execution, from 1; 0 is null.
#[derive(Clone, Copy)]
struct Numbered {
    number: u32,
    is_new: bool,
}

fn number(object: Object) -> Numbered {
    if object.is_null() {
        return Numbered {
            number: 0,
            is_new: false,
        };
    }
    let execution = EXECUTION.load(Ordering::Relaxed);
    let tag = agent::tag(object);
    if tag >> 32 == execution {
        return Numbered {
            number: tag as u32,
            is_new: false,
        };
    }
    let number = OBJECTS.fetch_add(1, Ordering::Relaxed) + 1;
    agent::set_tag(object, execution << 32 | number);
    Numbered {
        number: number as u32,
        is_new: true,
    }
}

impl Trace {
    fn object(&mut self, env: Env, object: Object, numbered: Numbered) -> Option<u32> {
        let at = numbered.number.checked_sub(1)?;
        if numbered.is_new {
            let place = at as usize;
            if self.objects.len() <= place {
                self.objects.resize(place + 1, String::new());
            }
            self.objects[place] = class_name(env, object);
        }
        Some(at)
    }
}

/// A thread's next event, as the Java runtime says it.
#[derive(Clone, Copy)]
pub struct Announced {
    /// Who.
    pub thread: u8,
    /// The number of what.
    pub kind: u8,
    /// To what.
    pub object: Object,
    /// The array index, if the object is an array.
    pub index: i32,
    /// The number of the field.
    pub slot: Option<u32>,
    /// Where in the code.
    pub site: Option<u32>,
}

/// A thread's next event: for the strategy, and for the trace if there is one. The number that it has in the trace.
pub fn watch(env: Env, control: &mut Control, announced: Announced) -> Option<usize> {
    let Announced {
        thread,
        kind,
        object,
        index,
        slot,
        site,
    } = announced;
    let numbered = number(object);
    let event_kind = EventKind::from_number(kind & !AWAITS);
    if let Some(kind) = event_kind {
        let location = location(kind, numbered.number, index, slot, site);
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
    let object = trace.object(env, object, numbered);
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
        object,
        member,
        index,
        value: None,
        site,
    });
    Some(trace.events.len() - 1)
}

/// What an event of the trace has read or written.
pub fn value(env: Env, control: &mut Control, event: usize, form: u8, text: Object, value: Object) {
    let Some(trace) = &mut control.trace else {
        return;
    };
    let text = || env.string(text).unwrap_or_default();
    let seen = match form {
        0 => Some(Seen::Null),
        1 => Some(Seen::Plain(text())),
        2 => Some(Seen::Plain(format!(
            "{:?}",
            text().chars().next().unwrap_or('\0')
        ))),
        3 => Some(Seen::Text(text())),
        4 => Some(Seen::Constant(text())),
        _ => trace.object(env, value, number(value)).map(Seen::Object),
    };
    if let Some(event) = trace.events.get_mut(event) {
        event.value = seen;
    }
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

fn class_name(env: Env, object: Object) -> String {
    let class = env.class_of(object);
    let meta = env.class_of(class);
    let name = env
        .method(meta, "getName", "()Ljava/lang/String;")
        .and_then(|get_name| env.call_object(class, get_name, &[]))
        .ok()
        .and_then(|name| env.string(name));
    env.delete_local(meta);
    env.delete_local(class);
    name.map(|name| in_any_process(&name)).unwrap_or_default()
}

/// The names of hidden classes have an address behind a slash, and before JDK 21 those of lambdas a running number: neither is the
/// same in another process.
fn in_any_process(name: &str) -> String {
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
