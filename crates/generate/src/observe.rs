//! What tests ask afterwards: every instance of the class under test about itself, through the class's own observers.
//!
//! Observers are calls like any other, and linearizations make the same ones: it does no harm if one of them changes something. That
//! they mostly look is only so that they do not hide from each other what there is to see.

use std::sync::Arc;

use raddle_program::name::ClassName;
use raddle_program::types::JavaType;
use raddle_testcase::{
    self as testcase, Argument, Call, Callee, Dispatch, MemberName, MethodDescriptor, Test, VarId,
};
use rustc_hash::FxHashMap;

use crate::feedback::{Feedback, Trial};
use crate::generator::{Generator, Lesson, Tally};
use crate::target::{Target, TestedMethod};

/// Most calls that ask one instance.
const QUESTIONS: usize = 10;

/// Most different arguments for one observer.
const ARGUMENTS: usize = 2;

/// An observer that fails so often, and never succeeds, is not tried any more.
const FAILURES: u32 = 8;

/// Makes the tests of another generator, with calls that come afterwards.
pub struct Observing {
    generator: Box<dyn Generator + Send>,
    target: Arc<Target>,
    /// By observer: how often it failed before it ever succeeded; nothing once it has.
    failures: FxHashMap<Callee, Option<u32>>,
}

impl Observing {
    /// The tests of this generator, for this target.
    pub fn new(generator: Box<dyn Generator + Send>, target: Arc<Target>) -> Self {
        Self {
            generator,
            target,
            failures: FxHashMap::default(),
        }
    }

    /// What to ask afterwards: what every instance of the prefix answers when nothing has happened to it yet.
    fn questions(&mut self, test: &Test, feedback: &mut dyn Feedback) -> Vec<Call> {
        let used = test.calls().filter_map(|call| call.result).max();
        let mut next = used.map_or(0, |used| used.0 + 1);
        let mut groups: Vec<Vec<Call>> = instances(&self.target, test)
            .into_iter()
            .flat_map(|instance| self.candidates(test, instance, &mut next))
            .collect();
        while !groups.is_empty() {
            let mut calls = test.prefix.clone();
            calls.extend(groups.iter().flatten().cloned());
            let failed = match feedback.brief(&calls) {
                Trial::Returned(_) => {
                    for call in groups.iter().flatten() {
                        self.failures.insert(call.callee.clone(), None);
                    }
                    break;
                }
                Trial::Threw { at, .. }
                | Trial::Blocked { at }
                | Trial::Nondeterministic { at }
                | Trial::Unusable { at: Some(at), .. } => at.checked_sub(test.prefix.len()),
                Trial::Unusable { at: None, .. } => None,
            };
            let Some(group) = failed.and_then(|at| group_of(&groups, at)) else {
                return Vec::new();
            };
            for call in groups.remove(group) {
                if let Some(times) = self.failures.entry(call.callee).or_insert(Some(0)) {
                    *times += 1;
                }
            }
        }
        groups.into_iter().flatten().collect()
    }

    /// The calls that ask an instance, those that belong together in a group. `next` is the next variable's number.
    fn candidates(&self, test: &Test, instance: VarId, next: &mut u16) -> Vec<Vec<Call>> {
        let mut groups = Vec::new();
        for method in self.target.observers() {
            let callee = method.operation.callee();
            let hopeless = matches!(self.failures.get(callee), Some(Some(FAILURES..)));
            if hopeless || groups.len() >= QUESTIONS {
                continue;
            }
            let asked = match callee.argument_types().get(1) {
                None => vec![Vec::new()],
                Some(wanted) => arguments(&self.target, test, wanted)
                    .into_iter()
                    .map(|argument| vec![argument])
                    .collect(),
            };
            for arguments in asked {
                let receiver = std::iter::once(Argument::Variable(instance));
                groups.push(vec![Call {
                    callee: callee.clone(),
                    arguments: receiver.chain(arguments).collect(),
                    result: None,
                }]);
            }
        }
        if self.target.needs_iteration() {
            groups.extend(iteration(instance, next));
        }
        groups
    }
}

impl Generator for Observing {
    fn next(&mut self, feedback: &mut dyn Feedback) -> Option<Test> {
        let mut test = self.generator.next(feedback)?;
        test.afterwards = self.questions(&test, feedback);
        Some(test.renumbered())
    }

    fn learn(&mut self, test: &Test, lesson: Lesson) {
        let mut made = test.clone();
        made.afterwards.clear();
        self.generator.learn(&made, lesson);
    }

    fn tally(&self) -> &Tally {
        self.generator.tally()
    }
}

/// The group that the call of that number is in.
fn group_of(groups: &[Vec<Call>], at: usize) -> Option<usize> {
    let mut before = 0;
    groups.iter().position(|group| {
        before += group.len();
        at < before
    })
}

/// The variables of the prefix that hold instances of the class under test.
fn instances(target: &Target, test: &Test) -> Vec<VarId> {
    let is_instance = |call: &Call| {
        let made = target
            .instances()
            .iter()
            .any(|maker| *maker.callee() == call.callee);
        let declared = call.callee.result_type();
        let known = declared.and_then(|known| JavaType::from_descriptor(&known.descriptor()).ok());
        made || known.is_some_and(|known| target.is_tested(&known))
    };
    let made = test.prefix.iter().filter(|call| is_instance(call));
    made.filter_map(|call| call.result).collect()
}

/// What the test passes to methods of the class under test as the same type: keys, elements, indices.
fn arguments(target: &Target, test: &Test, wanted: &testcase::JavaType) -> Vec<Argument> {
    let visible = |argument: &Argument| match argument {
        Argument::Constant(_) => true,
        Argument::Variable(variable) => test
            .prefix
            .iter()
            .any(|call| call.result == Some(*variable)),
    };
    let mut found: Vec<Argument> = Vec::new();
    for call in test.suffixes.iter().flatten().chain(&test.prefix) {
        if target.method_of(&call.callee).is_none() {
            continue;
        }
        let types = call.callee.argument_types();
        let passed = call.arguments.iter().zip(&types);
        for (argument, java_type) in passed.skip(usize::from(call.callee.has_receiver())) {
            let fits = java_type == wanted && visible(argument) && !found.contains(argument);
            if fits && found.len() < ARGUMENTS {
                found.push(argument.clone());
            }
        }
    }
    found
}

/// `iterable.spliterator()` as an array: what an iteration meets.
fn iteration(instance: VarId, next: &mut u16) -> Option<Vec<Call>> {
    let (spliterator, stream) = (VarId(*next), VarId(*next + 1));
    *next += 2;
    let call = |class: &str, name: &str, descriptor: &str, dispatch, arguments, result| {
        Some(Call {
            callee: Callee::Method {
                class: testcase::ClassName::new(class).ok()?,
                name: MemberName::new(name).ok()?,
                descriptor: MethodDescriptor::parse(descriptor).ok()?,
                dispatch,
            },
            arguments,
            result,
        })
    };
    Some(vec![
        call(
            "java.lang.Iterable",
            "spliterator",
            "()Ljava/util/Spliterator;",
            Dispatch::Interface,
            vec![Argument::Variable(instance)],
            Some(spliterator),
        )?,
        call(
            "java.util.stream.StreamSupport",
            "stream",
            "(Ljava/util/Spliterator;Z)Ljava/util/stream/Stream;",
            Dispatch::Static,
            vec![
                Argument::Variable(spliterator),
                Argument::Constant(testcase::Constant::Boolean(false)),
            ],
            Some(stream),
        )?,
        call(
            "java.util.stream.Stream",
            "toArray",
            "()[Ljava/lang/Object;",
            Dispatch::Interface,
            vec![Argument::Variable(stream)],
            None,
        )?,
    ])
}

/// The observers among some methods, those that tell most first.
pub(crate) fn observers(methods: &[TestedMethod]) -> Vec<TestedMethod> {
    let mut found: Vec<(u8, &TestedMethod)> = methods
        .iter()
        .filter_map(|method| Some((rank(method)?, method)))
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found
        .into_iter()
        .map(|(_, method)| method.clone())
        .collect()
}

/// How much an observer tells, less is more; nothing for what is no observer.
fn rank(method: &TestedMethod) -> Option<u8> {
    let TestedMethod { method, traits, .. } = method;
    let result = method.result()?;
    if method.is_static() || method.owner().is_object() || method.parameters().len() > 1 {
        return None;
    }
    let name = method.name();
    // getAndSet, sumThenReset, toBuilder: what changes something, or makes something of its own.
    let busy = ["And", "Then", "Builder", "Iterator", "Stream"];
    if busy.iter().any(|part| name.contains(part)) {
        return None;
    }
    let is_plain = match result {
        JavaType::Primitive(_) => true,
        JavaType::Array(_) => true,
        JavaType::Class(class) => is_value(class),
    };
    let looks = is_look(name) || !traits.writes && !traits.calls_out;
    if !looks || !is_plain && !name.starts_with("get") {
        return None;
    }
    Some(match (method.parameters().is_empty(), name) {
        (true, "toString" | "size" | "toArray" | "length" | "get") => 0,
        (true, "hashCode") => 3,
        (true, _) if is_plain => 1,
        (false, _) if is_look(name) => 2,
        (true, _) => 4,
        (false, _) => return None,
    })
}

/// Whether results of this declared type are compared by value, or may be.
fn is_value(class: &ClassName) -> bool {
    let name = class.internal();
    class.is_object()
        || name == "java/lang/String"
        || crate::knowledge::unboxed(class).is_some()
        || matches!(
            name,
            "java/util/Optional" | "java/util/List" | "java/util/Map$Entry"
        )
}

/// Whether a name says by convention that the method only looks.
fn is_look(name: &str) -> bool {
    const WORDS: [&str; 26] = [
        "get",
        "is",
        "has",
        "contains",
        "to",
        "as",
        "size",
        "length",
        "count",
        "index",
        "lastIndex",
        "peek",
        "first",
        "last",
        "element",
        "remaining",
        "available",
        "sum",
        "value",
        "capacity",
        "charAt",
        "hashCode",
        "intValue",
        "longValue",
        "doubleValue",
        "current",
    ];
    WORDS.iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look() {
        for name in [
            "get",
            "getName",
            "isEmpty",
            "size",
            "toString",
            "containsKey",
        ] {
            assert!(is_look(name), "{name}");
        }
        for name in [
            "getter", "issue", "put", "remove", "total", "asserts", "clear",
        ] {
            assert!(!is_look(name), "{name}");
        }
    }
}
