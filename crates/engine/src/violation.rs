//! What a hunt is after.

use std::collections::BTreeSet;

use raddle_schedule::Spec;
use raddle_testcase::{Callee, Test};
use raddle_vm::{Frame, Outcome, SuffixEnd};
use serde::{Deserialize, Serialize};

use crate::confirm::Confirmed;
use crate::explore::Suspect;
use crate::oracle::Unexplained;
use crate::symptom::CallId;

/// Something that no linearization explains, repeated, and made as small as it goes.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What happens.
    pub confirmed: Confirmed,
    /// How it was found.
    pub found: Found,
}

/// How a violation was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The seed of the hunt.
    pub seed: u64,
    /// The stream of tests.
    pub stream: u32,
    /// Which test of the stream, from 0.
    pub test: u64,
    /// The strategy that met it first.
    pub strategy: Spec,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum What {
    /// An exception of this class.
    Exception(String),
    /// Calls never return.
    Stuck,
    /// Results that no linearization has.
    Results,
}

/// What tells one violation from another: what happens, in which methods, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    what: What,
    methods: BTreeSet<String>,
    places: BTreeSet<String>,
}

impl Fingerprint {
    /// Of a violation that is as small as it goes: the methods are those of all suffixes.
    pub fn of(suspect: &Suspect) -> Self {
        let methods = suspect
            .test
            .suffixes
            .iter()
            .filter_map(|suffix| suffix.last())
            .map(|call| signature(&call.callee));
        Self {
            methods: methods.collect(),
            ..Self::rough(suspect)
        }
    }

    /// Of a violation before it is made smaller: only the methods that fail are known to matter.
    pub fn rough(suspect: &Suspect) -> Self {
        let calls: Vec<_> = match &suspect.unexplained {
            Unexplained::Exception { call, .. } => vec![*call],
            Unexplained::Stuck(calls) => calls.iter().copied().collect(),
            // It takes all of them.
            Unexplained::Results { .. } => last_calls(&suspect.test),
        };
        let what = match &suspect.unexplained {
            Unexplained::Exception { class, .. } => What::Exception(class.clone()),
            Unexplained::Stuck(_) => What::Stuck,
            Unexplained::Results { .. } => What::Results,
        };
        let methods = calls
            .iter()
            .filter_map(|call| callee(&suspect.test, call.suffix, call.call))
            .map(signature);
        let places = calls
            .iter()
            .filter_map(|call| place(&suspect.outcome, call.suffix));
        Self {
            what,
            methods: methods.collect(),
            places: places.collect(),
        }
    }
}

/// The last call of each suffix.
fn last_calls(test: &Test) -> Vec<CallId> {
    let ends = test.suffixes.iter().enumerate();
    ends.filter_map(|(suffix, calls)| {
        let call = calls.len().checked_sub(1)?;
        Some(CallId { suffix, call })
    })
    .collect()
}

fn callee(test: &Test, suffix: usize, call: usize) -> Option<&Callee> {
    test.suffixes
        .get(suffix)?
        .get(call)
        .map(|call| &call.callee)
}

fn signature(callee: &Callee) -> String {
    match callee {
        Callee::Method {
            name, descriptor, ..
        } => format!("{name}{descriptor}"),
        Callee::Constructor { class, descriptor } => format!("{class}{descriptor}"),
        Callee::GetField { class, name, .. } => format!("{class}.{name}"),
        Callee::NewArray { element, .. } => format!("{element}[]"),
        Callee::Stub(shape) => format!("stub of {}", shape.of),
    }
}

/// Where a suffix ended.
fn place(outcome: &Outcome, suffix: usize) -> Option<String> {
    let frames: &[Frame] = match &outcome.suffixes.get(suffix)?.end {
        SuffixEnd::Threw(thrown) => &thrown.frames,
        SuffixEnd::Stuck(stuck) => &stuck.frames,
        SuffixEnd::Finished | SuffixEnd::CutOff => &[],
    };
    frames
        .first()
        .map(|frame| format!("{}.{}:{:?}", frame.class, frame.method, frame.line))
}
