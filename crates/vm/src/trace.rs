//! The events of an execution, on demand: who did what to which object, and where.

use std::sync::atomic::{AtomicI64, Ordering};

use raddle_schedule::{EventKind, Location, ThreadId};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::agent;
use crate::control::Control;
use crate::instrument;
use crate::jni::{Env, Object};

/// What happened in an execution, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// The classes of the objects that the events name, by number; objects are numbered as they first appear.
    pub objects: Vec<String>,
}

/// Something a thread did, or was about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub what: What,
    /// The object it was done to; an index into [`Trace::objects`].
    pub object: Option<u32>,
    /// The array index, if the object is an array.
    pub index: i32,
    /// Where in the code, see [`crate::SiteInfo`].
    pub site: Option<u32>,
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

/// Events beyond are not recorded: a thread that runs in circles tells nothing new.
const LONGEST: usize = 100_000;

const UNLOCK: u8 = 32;
const ENTER: u8 = 33;
const EXIT: u8 = 34;

impl Trace {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.objects.clear();
    }

    /// A number that equal traces share, in any process, and different ones hardly ever.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3Default::new();
        for event in &self.events {
            let place = event.site.map_or(0, instrument::place);
            let object = event.object.map_or(0, |object| u64::from(object) + 1);
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
                object,
                event.index as u64,
                place,
            ] {
                hash.update(&part.to_le_bytes());
            }
        }
        for class in &self.objects {
            hash.update(class.as_bytes());
        }
        hash.digest()
    }
}

/// Objects carry a tag of (execution, number in it), so that tags of earlier executions do not count.
static EXECUTION: AtomicI64 = AtomicI64::new(0);
static OBJECTS: AtomicI64 = AtomicI64::new(0);

/// A new execution begins: objects are numbered from 1 again.
pub fn next_execution() {
    EXECUTION.fetch_add(1, Ordering::Relaxed);
    OBJECTS.store(0, Ordering::Relaxed);
}

/// The number of an object in this execution, from 1, and whether it is new.
fn number(object: Object) -> (u32, bool) {
    let execution = EXECUTION.load(Ordering::Relaxed);
    let tag = agent::tag(object);
    if tag >> 32 == execution {
        return (tag as u32, false);
    }
    let number = OBJECTS.fetch_add(1, Ordering::Relaxed) + 1;
    agent::set_tag(object, execution << 32 | number);
    (number as u32, true)
}

/// A thread's next event: for the strategy, and for the trace if there is one.
pub fn watch(
    env: Env,
    control: &mut Control,
    thread: u8,
    kind: u8,
    object: Object,
    index: i32,
    site: i32,
) {
    let (number, is_new) = if object.is_null() {
        (0, false)
    } else {
        number(object)
    };
    let site = u32::try_from(site).ok();
    let event_kind = EventKind::from_number(kind);
    if let Some(kind) = event_kind {
        control.set_pending(thread, kind, location(kind, number, index, site));
    }
    let Some(trace) = &mut control.trace else {
        return;
    };
    if trace.events.len() == LONGEST {
        return;
    }
    if is_new {
        let class = class_name(env, object);
        let at = number as usize - 1;
        if trace.objects.len() <= at {
            trace.objects.resize(at + 1, String::new());
        }
        trace.objects[at] = class;
    }
    let what = match (event_kind, kind) {
        (Some(kind), _) if index < 0 && kind != EventKind::Atomic => What::Awaits(kind),
        (Some(kind), _) => What::Event(kind),
        (None, UNLOCK) => What::Unlock,
        (None, ENTER) => What::Enter,
        (None, EXIT) => What::Exit,
        (None, _) => return,
    };
    let object = number.checked_sub(1);
    trace.events.push(Event {
        thread: ThreadId(thread),
        what,
        object,
        index,
        site,
    });
}

/// The place that an event is about: the object, and what of it.
fn location(kind: EventKind, object: u32, index: i32, site: Option<u32>) -> Location {
    let part = match kind {
        EventKind::Lock | EventKind::Wait | EventKind::Notify => 1,
        EventKind::Atomic => 2 + (index as u32 as u64),
        _ => {
            site.map_or(0, instrument::member_key) ^ (index as u32 as u64).wrapping_mul(0x9E37_79B9)
        }
    };
    if object == 0 && part == 0 {
        return Location::UNKNOWN;
    }
    Location((u64::from(object) << 32 | 1 << 31) ^ part)
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
    name.unwrap_or_default()
}
