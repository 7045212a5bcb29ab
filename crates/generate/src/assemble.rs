//! Putting a test together from a prefix and suffixes that were made one by one.

use raddle_testcase::{Argument, Call, Test, VarId};

/// A test of a prefix and suffixes that each number their own variables from `first` on. Results that nobody uses are not kept.
pub(crate) fn assemble(prefix: &[Call], suffixes: &[&[Call]], first: usize) -> Test {
    let mut shift = 0;
    let mut test = Test {
        prefix: prefix.to_vec(),
        suffixes: Vec::with_capacity(suffixes.len()),
        afterwards: Vec::new(),
    };
    for suffix in suffixes {
        let mut calls = suffix.to_vec();
        for call in &mut calls {
            let used = call
                .arguments
                .iter_mut()
                .filter_map(|argument| match argument {
                    Argument::Variable(variable) => Some(variable),
                    Argument::Constant(_) => None,
                });
            for variable in used.chain(call.result.as_mut()) {
                if usize::from(variable.0) >= first {
                    variable.0 += shift;
                }
            }
        }
        shift += suffix.iter().filter(|call| call.result.is_some()).count() as u16;
        test.suffixes.push(calls);
    }
    drop_unused_results(&mut test, first + usize::from(shift));
    test.renumbered()
}

fn drop_unused_results(test: &mut Test, variables_in_all: usize) {
    let mut used = vec![false; variables_in_all];
    for call in test.calls() {
        for variable in variables(call) {
            used[usize::from(variable.0)] = true;
        }
    }
    for call in test.calls_mut() {
        call.result = call.result.filter(|variable| used[usize::from(variable.0)]);
    }
}

/// The variables that a call uses.
pub(crate) fn variables(call: &Call) -> impl Iterator<Item = VarId> {
    call.arguments.iter().filter_map(|argument| match argument {
        Argument::Variable(variable) => Some(*variable),
        Argument::Constant(_) => None,
    })
}
