//! Ways to make a test smaller or simpler by one step. Whether the result still shows anything is for others to find out.

use std::collections::BTreeSet;

use raddle_testcase::{Argument, Call, Constant, JavaType, Part, Test, VarId};

/// How far a test is from the simplest: each step must make this smaller, so that stepping ends.
pub fn size(test: &Test) -> (usize, usize, usize) {
    let concurrent: usize = test.suffixes.iter().map(Vec::len).sum();
    let weight = test
        .calls()
        .flat_map(|call| &call.arguments)
        .map(weight)
        .sum();
    let all = concurrent + test.prefix.len() + test.afterwards.len();
    (concurrent, all, weight)
}

fn weight(argument: &Argument) -> usize {
    match argument {
        // A new variable more is worse than a constant; of two variables the older one is better known.
        Argument::Variable(variable) => 8 + usize::from(variable.0),
        Argument::Constant(constant) => match constant {
            Constant::Null => 0,
            Constant::Boolean(value) => usize::from(*value),
            Constant::Byte(value) => magnitude(i64::from(*value)),
            Constant::Short(value) => magnitude(i64::from(*value)),
            Constant::Char(value) => usize::from(*value != u16::from(b'a')),
            Constant::Int(value) => magnitude(i64::from(*value)),
            Constant::Long(value) => magnitude(*value),
            Constant::Float(value) => magnitude_of_float(f64::from(value.get())),
            Constant::Double(value) => magnitude_of_float(value.get()),
            Constant::String(text) => 1 + text.units().len().min(5),
            Constant::Class(_) => 4,
        },
    }
}

fn magnitude(value: i64) -> usize {
    match value {
        0 => 0,
        1 => 1,
        2 => 2,
        _ => 3,
    }
}

fn magnitude_of_float(value: f64) -> usize {
    if value == 0.0 {
        0
    } else if value == 1.0 {
        1
    } else {
        3
    }
}

/// Every test that is one step simpler, the boldest steps first. All are well-defined.
pub fn steps(test: &Test) -> Vec<Test> {
    let mut steps = Vec::new();
    if test.suffixes.len() > 2 {
        steps.extend(
            (0..test.suffixes.len())
                .rev()
                .map(|suffix| without_suffix(test, suffix)),
        );
    }
    for (number, suffix) in test.suffixes.iter().enumerate() {
        steps.extend(
            (0..suffix.len())
                .rev()
                .map(|index| without(test, Part::Suffix(number), index)),
        );
    }
    if test.afterwards.len() > 1 {
        steps.push(without_afterwards(test));
        steps.extend((0..test.afterwards.len()).map(|index| with_only(test, index)));
    }
    steps.extend(
        (0..test.afterwards.len())
            .rev()
            .map(|index| without(test, Part::Afterwards, index)),
    );
    for (number, suffix) in test.suffixes.iter().enumerate() {
        if suffix.len() > 1 {
            steps.push(hoisted(test, number));
        }
    }
    steps.extend(
        (0..test.prefix.len())
            .rev()
            .map(|index| without(test, Part::Prefix, index)),
    );
    simplify_arguments(test, &mut steps);
    let current = size(test);
    let usable =
        |step: &Test| step.suffixes.iter().all(|suffix| !suffix.is_empty()) && step.check().is_ok();
    steps
        .into_iter()
        .map(|step| tidy(&step))
        .filter(|step| usable(step) && size(step) < current)
        .collect()
}

/// Without one suffix.
fn without_suffix(test: &Test, suffix: usize) -> Test {
    let mut smaller = test.clone();
    smaller.suffixes.remove(suffix);
    smaller
}

/// With nothing asked afterwards.
fn without_afterwards(test: &Test) -> Test {
    Test {
        afterwards: Vec::new(),
        ..test.clone()
    }
}

/// With one thing only asked afterwards, if it can be asked by itself.
fn with_only(test: &Test, index: usize) -> Test {
    Test {
        afterwards: vec![test.afterwards[index].clone()],
        ..test.clone()
    }
}

/// Without one call, and without everything that needs its result.
fn without(test: &Test, part: Part, index: usize) -> Test {
    let mut gone: BTreeSet<VarId> = BTreeSet::new();
    let mut keep = |call: &Call, removed: bool| {
        let needs = |argument: &Argument| matches!(argument, Argument::Variable(variable) if gone.contains(variable));
        let removed = removed || call.arguments.iter().any(needs);
        if removed {
            gone.extend(call.result);
        }
        !removed
    };
    let mut filter = |calls: &[Call], here: bool| -> Vec<Call> {
        let kept = calls
            .iter()
            .enumerate()
            .filter(|(number, call)| keep(call, here && *number == index));
        kept.map(|(_, call)| call.clone()).collect()
    };
    let prefix = filter(&test.prefix, part == Part::Prefix);
    let suffixes = test
        .suffixes
        .iter()
        .enumerate()
        .map(|(number, suffix)| filter(suffix, part == Part::Suffix(number)))
        .collect();
    let afterwards = filter(&test.afterwards, part == Part::Afterwards);
    Test {
        prefix,
        suffixes,
        afterwards,
    }
}

/// With the first call of a suffix at the end of the prefix: what is done before the race needs no thread of its own.
fn hoisted(test: &Test, suffix: usize) -> Test {
    let mut simpler = test.clone();
    let first = simpler.suffixes[suffix].remove(0);
    simpler.prefix.push(first);
    simpler
}

/// With one argument replaced by a simpler one.
fn simplify_arguments(test: &Test, steps: &mut Vec<Test>) {
    for (position, call) in test.calls().enumerate() {
        let types = call.callee.argument_types();
        for (number, (argument, wanted)) in call.arguments.iter().zip(&types).enumerate() {
            let receiver = number == 0 && call.callee.has_receiver();
            for simpler in simpler(argument, wanted, receiver, test) {
                let mut step = test.clone();
                if let Some(call) = step.calls_mut().nth(position) {
                    call.arguments[number] = simpler;
                }
                steps.push(step);
            }
        }
    }
}

/// Simpler arguments, the simplest first.
fn simpler(argument: &Argument, wanted: &JavaType, receiver: bool, test: &Test) -> Vec<Argument> {
    let mut found: Vec<Argument> = match argument {
        Argument::Variable(variable) => {
            let null =
                (!receiver && !wanted.is_primitive()).then_some(Argument::Constant(Constant::Null));
            let own = declared(test, *variable).filter(|own| may_be_shared(test, own));
            let older = test
                .calls()
                .filter_map(|call| call.result)
                .filter(|other| other < variable);
            let same_type = older.filter(|other| own.is_some() && declared(test, *other) == own);
            null.into_iter()
                .chain(same_type.map(Argument::Variable))
                .collect()
        }
        Argument::Constant(constant) => {
            let null = (!wanted.is_primitive()).then_some(Constant::Null);
            let by_type: Vec<Constant> = match constant {
                Constant::Null | Constant::Class(_) => Vec::new(),
                Constant::Boolean(_) => vec![Constant::Boolean(false)],
                Constant::Byte(_) => vec![Constant::Byte(0), Constant::Byte(1)],
                Constant::Short(_) => vec![Constant::Short(0), Constant::Short(1)],
                Constant::Char(_) => vec![Constant::Char(u16::from(b'a'))],
                Constant::Int(_) => vec![Constant::Int(0), Constant::Int(1), Constant::Int(2)],
                Constant::Long(_) => vec![Constant::Long(0), Constant::Long(1), Constant::Long(2)],
                Constant::Float(_) => vec![Constant::float(0.0), Constant::float(1.0)],
                Constant::Double(_) => vec![Constant::double(0.0), Constant::double(1.0)],
                Constant::String(_) => vec![
                    Constant::string(""),
                    Constant::string("a"),
                    Constant::string("abc"),
                ],
            };
            null.into_iter()
                .chain(by_type)
                .map(Argument::Constant)
                .collect()
        }
    };
    let current = weight(argument);
    found.retain(|other| weight(other) < current);
    found.sort_by_key(weight);
    found
}

fn declared(test: &Test, variable: VarId) -> Option<JavaType> {
    let definition = test.calls().find(|call| call.result == Some(variable));
    definition.and_then(|call| call.callee.result_type())
}

/// Whether suffixes share an object of this type already. Then it is one that may be shared: using one object for two could otherwise
/// hand to several threads what is not made for it, and what fails then is not the class under test.
fn may_be_shared(test: &Test, java_type: &JavaType) -> bool {
    let users = |variable: VarId| {
        let uses = |call: &Call| call.arguments.contains(&Argument::Variable(variable));
        test.suffixes
            .iter()
            .filter(|suffix| suffix.iter().any(uses))
            .count()
    };
    let made = test.prefix.iter().filter_map(|call| call.result);
    made.filter(|variable| users(*variable) > 1)
        .any(|variable| declared(test, variable).as_ref() == Some(java_type))
}

/// Without names for results that nobody uses, and with variables numbered without gaps.
pub fn tidy(test: &Test) -> Test {
    let used: BTreeSet<VarId> = test
        .calls()
        .flat_map(|call| &call.arguments)
        .filter_map(|argument| match argument {
            Argument::Variable(variable) => Some(*variable),
            Argument::Constant(_) => None,
        })
        .collect();
    let mut tidied = test.clone();
    for call in tidied.calls_mut() {
        call.result = call.result.filter(|result| used.contains(result));
    }
    tidied.renumbered()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{call, new_b, test};

    #[test]
    fn what_needs_a_removed_call_goes_with_it() {
        let mut test = test(&["a", "b"], &["c"]);
        test.prefix.push(new_b(1));
        test.suffixes[0].push(call("d", 1, 2));
        let smaller = without(&test, Part::Prefix, 1);
        assert_eq!(smaller.prefix, [new_b(0)]);
        assert_eq!(smaller.suffixes[0], [call("a", 0, 5), call("b", 0, 5)]);
        let smaller = without(&test, Part::Suffix(0), 1);
        assert_eq!(smaller.suffixes[0], [call("a", 0, 5), call("d", 1, 2)]);
    }

    #[test]
    fn every_step_is_smaller_and_well_defined() {
        let mut test = test(&["a", "b"], &["c"]);
        test.prefix.push(new_b(1));
        test.suffixes[0].push(call("d", 1, 2));
        // Depth first through everything that can be reached: it ends only if every step is smaller.
        let mut waiting = vec![test];
        let mut seen = 0;
        while let Some(test) = waiting.pop() {
            seen += 1;
            assert!(seen < 100_000);
            for step in steps(&test) {
                assert!(size(&step) < size(&test));
                assert!(step.check().is_ok());
                if seen < 1_000 {
                    waiting.push(step);
                }
            }
        }
    }

    #[test]
    fn nothing_becomes_shared_that_was_not_of_a_shared_type() {
        let list = |name: &str, receiver: u16, argument: u16| {
            let mut with_list = call(name, receiver, 0);
            with_list.arguments[1] = Argument::Variable(VarId(argument));
            with_list
        };
        let made = |variable: u16| Call {
            callee: raddle_testcase::Callee::Constructor {
                class: raddle_testcase::ClassName::new("java.util.ArrayList").expect("a name"),
                descriptor: raddle_testcase::MethodDescriptor::parse("()V").expect("a descriptor"),
            },
            arguments: Vec::new(),
            result: Some(VarId(variable)),
        };
        let test = Test {
            prefix: vec![new_b(0), made(1), made(2), new_b(3)],
            suffixes: vec![vec![list("a", 0, 1)], vec![list("b", 0, 2)]],
            afterwards: Vec::new(),
        };
        let of_second = |wanted: &str| {
            let wanted = JavaType::from_descriptor(wanted).expect("a type");
            simpler(
                &Argument::Variable(VarId(if wanted.descriptor().contains('B') {
                    3
                } else {
                    2
                })),
                &wanted,
                false,
                &test,
            )
        };
        assert_eq!(
            of_second("Ljava/util/List;"),
            [Argument::Constant(Constant::Null)]
        );
        assert_eq!(
            of_second("La/B;"),
            [
                Argument::Constant(Constant::Null),
                Argument::Variable(VarId(0))
            ]
        );
    }

    #[test]
    fn what_is_asked_afterwards_goes_all_at_once_or_one_by_one() {
        let mut test = test(&["a"], &["b"]);
        test.afterwards = vec![call("x", 0, 0), call("y", 0, 0), call("z", 0, 0)];
        let left: Vec<usize> = steps(&test)
            .iter()
            .filter(|step| step.suffixes == test.suffixes)
            .map(|step| step.afterwards.len())
            .collect();
        assert_eq!(left, [0, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn the_smallest_test_has_no_steps() {
        let mut smallest = test(&["a"], &["b"]);
        for call in smallest.suffixes.iter_mut().flatten() {
            call.arguments[1] = Argument::Constant(Constant::Int(0));
        }
        assert_eq!(steps(&smallest), []);
    }

    #[test]
    fn suffixes_never_become_empty() {
        for step in steps(&test(&["a"], &["b"])) {
            assert!(step.suffixes.iter().all(|suffix| !suffix.is_empty()));
        }
    }

    #[test]
    fn a_call_before_the_race_can_move_to_the_prefix() {
        let test = test(&["a", "b"], &["c"]);
        let hoisted = Test {
            prefix: vec![new_b(0), call("a", 0, 5)],
            suffixes: vec![vec![call("b", 0, 5)], vec![call("c", 0, 5)]],
            afterwards: Vec::new(),
        };
        assert!(steps(&test).contains(&hoisted));
    }

    #[test]
    fn unused_results_lose_their_names() {
        let mut test = test(&["a"], &["b"]);
        test.prefix.insert(0, new_b(3));
        let tidied = tidy(&test);
        assert_eq!(tidied.prefix[0].result, None);
        assert_eq!(tidied.prefix[1].result, Some(VarId(0)));
    }
}
