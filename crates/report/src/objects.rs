//! How objects are called: after the test's variables where that is certain, else by class and number.

use std::collections::BTreeMap;

use raddle_schedule::EventKind;
use raddle_testcase::{Callee, JavaType, Test, VarId, VariableNames};
use raddle_vm::{Outcome, Seen, SuffixEnd, Trace, Value, What};

/// Names for the objects of a trace.
#[derive(Debug, Default)]
pub struct ObjectNames(Vec<String>);

impl ObjectNames {
    /// Names the objects of a trace.
    pub fn new(trace: &Trace, test: &Test, names: &VariableNames, outcome: &Outcome) -> Self {
        let known = of_stuck_threads(trace, outcome);
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for class in &trace.objects {
            *counts.entry(class).or_default() += 1;
        }
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let named = trace.objects.iter().zip(0u32..).map(|(class, object)| {
            let number = numbers.entry(class).or_default();
            *number += 1;
            let only = || {
                if counts.get(class.as_str()) == Some(&1) {
                    only_variable(test, class)
                } else {
                    None
                }
            };
            match known.get(&object).copied().or_else(only) {
                Some(variable) => names.of(variable),
                None => format!("{}#{number}", simple(class)),
            }
        });
        Self(named.collect())
    }

    /// The name of an object.
    pub fn of(&self, object: u32) -> &str {
        self.0.get(object as usize).map_or("?", String::as_str)
    }

    /// What an access saw.
    pub fn seen(&self, seen: &Seen) -> String {
        match seen {
            Seen::Null => "null".to_owned(),
            Seen::Plain(text) | Seen::Constant(text) => text.clone(),
            Seen::Text(text) => format!("{text:?}"),
            Seen::Object(object) => self.of(*object).to_owned(),
        }
    }
}

/// What a stuck thread waits for is known by its variable, and its last event names the same object by its number.
fn of_stuck_threads(trace: &Trace, outcome: &Outcome) -> BTreeMap<u32, VarId> {
    let mut known = BTreeMap::new();
    for (thread, suffix) in outcome.suffixes.iter().enumerate() {
        let SuffixEnd::Stuck(stuck) = &suffix.end else {
            continue;
        };
        let Some(Value::Object {
            variable: Some(variable),
            ..
        }) = &stuck.object
        else {
            continue;
        };
        let last = trace
            .events
            .iter()
            .rfind(|event| usize::from(event.thread.0) == thread);
        if let Some(object) = last
            .filter(|event| {
                // It may have been about to take a lock when others ran, and found it taken when its turn came.
                matches!(event.what, What::Awaits(_) | What::Event(EventKind::Lock))
            })
            .and_then(|event| event.object)
        {
            known.insert(object, *variable);
        }
    }
    known
}

/// The variable that surely holds the only object of a class: the only one that is made by its constructor.
fn only_variable(test: &Test, class: &str) -> Option<VarId> {
    let made = test.calls().filter_map(|call| match &call.callee {
        Callee::Constructor { class: made, .. } if made.as_str() == class => call.result,
        _ => None,
    });
    let mut made = made.collect::<Vec<_>>().into_iter();
    match (made.next(), made.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// A class without its package, arrays as in Java: `[Ljava.lang.Object;` is `Object[]`.
pub fn simple(class: &str) -> String {
    if class.starts_with('[')
        && let Ok(java_type) = JavaType::from_descriptor(&class.replace('.', "/"))
    {
        return simple_type(&java_type);
    }
    class.rsplit('.').next().unwrap_or(class).replace('$', ".")
}

/// A type without its package.
pub fn simple_type(java_type: &JavaType) -> String {
    match java_type {
        JavaType::Object(class) => simple(class.as_str()),
        JavaType::Array(element) => format!("{}[]", simple_type(element)),
        primitive => primitive.to_string(),
    }
}

/// A callee as people name a method: `insert(int, CharSequence)`.
pub fn method(callee: &Callee) -> String {
    let parameters =
        |types: &[JavaType]| types.iter().map(simple_type).collect::<Vec<_>>().join(", ");
    match callee {
        Callee::Method {
            name, descriptor, ..
        } => format!("{name}({})", parameters(descriptor.parameters())),
        Callee::Constructor { class, descriptor } => {
            format!(
                "new {}({})",
                simple(class.as_str()),
                parameters(descriptor.parameters())
            )
        }
        Callee::GetField { class, name, .. } => format!("{}.{name}", simple(class.as_str())),
        Callee::NewArray { element, .. } => format!("new {}[]", simple_type(element)),
        Callee::Stub(shape) => format!("new {}()", simple(shape.of.as_str())),
    }
}

/// A value as a report shows it.
pub fn value(value: &Value, names: &VariableNames) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Plain { class, text } if class == "java.lang.String" => format!("{text:?}"),
        Value::Listing { text } => format!("{text:?}"),
        Value::Plain { class, text } if class == "java.lang.Character" => {
            format!("{:?}", text.chars().next().unwrap_or('\0'))
        }
        Value::Plain { text, .. } => text.clone(),
        Value::Enum { name, .. } => name.clone(),
        Value::Object {
            variable: Some(variable),
            ..
        } => names.of(*variable),
        Value::Object {
            class,
            variable: None,
        } => format!("a {}", simple(class)),
        Value::Collection {
            class,
            elements,
            length,
        } => collection(class, elements, *length, names),
    }
}

/// `Object[] {"a", b1}`; an entry of a map is `"a"=b1`. Of many elements only the first are told.
fn collection(class: &str, elements: &[Value], length: u32, names: &VariableNames) -> String {
    const TOLD: usize = 12;
    if let ("java.util.Map$Entry", [key, mapped]) = (class, elements) {
        return format!("{}={}", value(key, names), value(mapped, names));
    }
    let mut told: Vec<String> = elements
        .iter()
        .take(TOLD)
        .map(|element| value(element, names))
        .collect();
    if length as usize > told.len() {
        told.push(format!("… {} in all", length));
    }
    format!("{} {{{}}}", simple(class), told.join(", "))
}
