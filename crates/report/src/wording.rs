//! What is wrong, in one sentence.

use raddle_engine::{CallId, Suspect, Unexplained};
use raddle_testcase::Test;

use crate::objects;

/// What is wrong, in one sentence. `subject` is what was tested, as the user calls it.
pub fn sentence(subject: &str, suspect: &Suspect, linearizations: u64) -> String {
    let test = &suspect.test;
    let orders = match linearizations {
        1 => "the only order in which the calls can run one after the other".to_owned(),
        2 => "neither of the 2 orders in which the calls can run one after the other".to_owned(),
        many => format!("none of the {many} orders in which the calls can run one after the other"),
    };
    match &suspect.unexplained {
        Unexplained::Results { .. } => {
            let never = if linearizations == 1 {
                format!("{orders} does not come to them")
            } else {
                format!("{orders} comes to them")
            };
            let calls = test.suffixes.iter().flatten();
            let names: Vec<String> = calls.map(|call| objects::method(&call.callee)).collect();
            format!(
                "{subject} is not linearizable: {}, run at the same time, come to results that do not fit together; {never}.",
                list(&names)
            )
        }
        Unexplained::Exception { class, call } => {
            let who = name(test, *call);
            let exception = objects::simple(class);
            let others = others(test, call.suffix);
            let beside = if others == who {
                "itself".to_owned()
            } else {
                others
            };
            let never = if linearizations == 1 {
                format!("{orders} does not")
            } else {
                format!("{orders} does")
            };
            format!(
                "{subject} is not thread-safe: {who} throws {exception} when it runs at the same time as {beside}; {never}."
            )
        }
        Unexplained::Stuck(calls) => {
            let stuck: Vec<String> = calls.iter().map(|call| name(test, *call)).collect();
            let never = if linearizations == 1 {
                format!("{orders} does not end so")
            } else {
                format!("{orders} ends so")
            };
            match &stuck[..] {
                [only] => {
                    let others = calls
                        .iter()
                        .next()
                        .map(|call| self::others(test, call.suffix))
                        .unwrap_or_default();
                    format!(
                        "{subject} is not thread-safe: {only} never returns when it runs at the same time as {others}; {never}."
                    )
                }
                several => {
                    let who = list(several);
                    format!(
                        "{subject} is not thread-safe: {who}, run at the same time, wait forever; {never}."
                    )
                }
            }
        }
    }
}

fn name(test: &Test, call: CallId) -> String {
    let called = test
        .suffixes
        .get(call.suffix)
        .and_then(|suffix| suffix.get(call.call));
    called
        .map(|call| objects::method(&call.callee))
        .unwrap_or_default()
}

/// The calls of the other suffixes, each once.
fn others(test: &Test, suffix: usize) -> String {
    let mut names: Vec<String> = Vec::new();
    let others = test
        .suffixes
        .iter()
        .enumerate()
        .filter(|(number, _)| *number != suffix);
    for call in others.flat_map(|(_, calls)| calls) {
        let name = objects::method(&call.callee);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    list(&names)
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] if first == second => format!("{first} and {second}"),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
