//! Results without what is different although they are the same.

use raddle_vm::Value;

/// A result without what says nothing about it: the names of classes that the JVM made up, and the order of what has none.
pub(crate) fn canonical(value: &Value) -> Value {
    match value {
        Value::Plain { class, text } => Value::Plain {
            class: class.clone(),
            text: in_order(&without_addresses(text), Brackets::OfMaps),
        },
        Value::Listing { text } => Value::Listing {
            text: in_order(&without_addresses(text), Brackets::All),
        },
        Value::Collection {
            class,
            elements,
            length,
        } => Value::Collection {
            class: class.clone(),
            elements: elements.iter().map(canonical).collect(),
            length: *length,
        },
        other => other.clone(),
    }
}

/// The classes of lambdas have names that are not the same in another process, and texts may contain them:
/// `a.B$$Lambda$14/0x0000000800c03000@1` is `a.B$$Lambda@1`.
fn without_addresses(text: &str) -> String {
    const LAMBDA: &str = "$$Lambda";
    let mut parts = text.split(LAMBDA);
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = |c: char| c.is_ascii_hexdigit() || matches!(c, '$' | '/' | 'x');
        clean.push_str(LAMBDA);
        clean.push_str(part.trim_start_matches(number));
    }
    clean
}

/// Which brackets enclose what has no order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    /// Braces with an equals sign between them, as maps write themselves.
    OfMaps,
    /// Square brackets, too.
    All,
}

/// With what stands between brackets sorted, `{b=0, a=1}` as `{a=1, b=0}`: maps write down what is in them in an order that tells how
/// they came to it, which nobody promises anything about.
fn in_order(text: &str, brackets: Brackets) -> String {
    let mut sorted = text.to_owned();
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => open.push((at, c)),
            '}' | ']' => {
                let Some((start, opening)) = open.pop() else {
                    continue;
                };
                // What is sorted stays as long as it was, so positions hold.
                let inside = sorted[start + 1..at].to_owned();
                let is_map = opening == '{' && inside.contains('=');
                if is_map || brackets == Brackets::All {
                    let mut parts = parts(&inside);
                    parts.sort_unstable();
                    sorted.replace_range(start + 1..at, &parts.join(", "));
                }
            }
            _ => {}
        }
    }
    sorted
}

/// What commas separate, but for those between brackets.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && text[at..].starts_with(", ") => {
                parts.push(&text[from..at]);
                from = at + 2;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lambdas_do_not_depend_on_the_process() {
        assert_eq!(
            without_addresses("[a.B$$Lambda$14/0x0000000800c03000@1, a.B$$Lambda/0x00007f12@1]"),
            "[a.B$$Lambda@1, a.B$$Lambda@1]"
        );
    }

    #[test]
    fn maps_have_no_order() {
        let maps = |text| in_order(text, Brackets::OfMaps);
        assert_eq!(maps("{b=0, a=1}"), "{a=1, b=0}");
        assert_eq!(maps("x {b=[2, 1]} {d=, c=}"), "x {b=[2, 1]} {c=, d=}");
        assert_eq!(maps("{b={d=1, c=2}, a=ä}"), "{a=ä, b={c=2, d=1}}");
        assert_eq!(maps("[2, 1] {2, 1} }{"), "[2, 1] {2, 1} }{");
    }

    #[test]
    fn neither_have_sets() {
        assert_eq!(in_order("[2, 1]", Brackets::All), "[1, 2]");
    }
}
