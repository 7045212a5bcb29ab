//! How executions end, in words.

use raddle_testcase::{Call, Test, VariableNames};
use raddle_vm::{Frame, Outcome, Stuck, SuffixEnd, SuffixOutcome, Value, Waits};

use crate::interleaving::Place;
use crate::objects;

/// How people call the threads of a test: the main thread runs the prefix and the first suffix.
pub fn thread(number: usize) -> String {
    match number {
        0 => "main thread".to_owned(),
        number => format!("thread {}", number + 1),
    }
}

/// How an execution ends: `every call returns`, or who does not.
pub fn ending(outcome: &Outcome, test: &Test) -> String {
    let mut parts = Vec::new();
    for (suffix, calls) in outcome.suffixes.iter().zip(&test.suffixes) {
        let call = calls
            .get(suffix.results.len())
            .map(|call| objects::method(&call.callee))
            .unwrap_or_default();
        match &suffix.end {
            SuffixEnd::Finished => {}
            SuffixEnd::Threw(thrown) => {
                parts.push(format!("{call} throws {}", objects::simple(&thrown.class)))
            }
            SuffixEnd::Stuck(_) => parts.push(format!("{call} never returns")),
            SuffixEnd::CutOff => parts.push(format!("{call} does not end")),
        }
    }
    match parts.is_empty() {
        true => "every call returns".to_owned(),
        false => parts.join(", "),
    }
}

/// What the calls of an execution come to, thread by thread: `main thread: 1; thread 2: 2; afterwards: 2`.
pub fn results(outcome: &Outcome, test: &Test, names: &VariableNames) -> String {
    let mut parts = Vec::new();
    for (number, (suffix, calls)) in outcome.suffixes.iter().zip(&test.suffixes).enumerate() {
        let came_to = came_to(suffix, calls, names).join(", ");
        parts.push(format!("{}: {came_to}", thread(number)));
    }
    if let Some(afterwards) = &outcome.afterwards {
        let came_to = came_to(afterwards, &test.afterwards, names).join(", ");
        parts.push(format!("afterwards: {came_to}"));
    }
    parts.join("; ")
}

/// What each call of a part came to, up to the first that did not return.
pub fn came_to(part: &SuffixOutcome, calls: &[Call], names: &VariableNames) -> Vec<String> {
    let result = |(value, call): (&Value, &Call)| match call.callee.result_type() {
        Some(_) => objects::value(value, names),
        None => "void".to_owned(),
    };
    let mut all: Vec<String> = part.results.iter().zip(calls).map(result).collect();
    match &part.end {
        SuffixEnd::Finished => {}
        SuffixEnd::Threw(thrown) => all.push(format!("throws {}", objects::simple(&thrown.class))),
        SuffixEnd::Stuck(_) => all.push("never returns".to_owned()),
        SuffixEnd::CutOff => all.push("does not end".to_owned()),
    }
    all
}

/// Where it ended: the innermost place that has a line.
pub fn place(frames: &[Frame]) -> Option<Place> {
    frames
        .iter()
        .find(|frame| frame.line.is_some())
        .or(frames.first())
        .map(Place::from)
}

/// What a stuck thread waits for, and who has it.
pub fn waits(stuck: &Stuck, names: &VariableNames) -> String {
    let object = stuck
        .object
        .as_ref()
        .map(|object| objects::value(object, names));
    let held = match stuck.owner {
        Some(owner) => format!(", which {} holds", thread(owner.index())),
        None => String::new(),
    };
    match (stuck.waits, object) {
        (Waits::Lock, Some(object)) => format!("waits forever for the lock of {object}{held}"),
        (Waits::Lock, None) => format!("waits forever for a lock{held}"),
        (Waits::Notification, Some(object)) => {
            format!("waits forever for a notification of {object}")
        }
        (Waits::Notification, None) => "waits forever for a notification".to_owned(),
        (Waits::Permit, _) => {
            "is parked forever (LockSupport.park): nobody will wake it".to_owned()
        }
        (Waits::Turn, _) => "never goes on".to_owned(),
    }
}
