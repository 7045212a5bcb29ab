//! The words of a description.

use std::fmt::{self, Display, Formatter};

use anstyle::Style;
use raddle_program::describe::{ClassKind, Evidence, IntentVerdict};
use raddle_program::name::ClassName;

/// How many of what: `1 pair`, `1,431 pairs`, `2 static factories`.
pub struct Count<'a>(pub u64, pub &'a str);

impl Display for Count<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Count(number, noun) = *self;
        f.write_str(&thousands(number))?;
        match (number, noun.strip_suffix('y')) {
            (1, _) => write!(f, " {noun}"),
            (_, Some(stem)) => write!(f, " {stem}ies"),
            (_, None) if noun.ends_with('s') => write!(f, " {noun}es"),
            (_, None) => write!(f, " {noun}s"),
        }
    }
}

/// `1,431`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A release as it was called in its time: `1.3`, `17`.
pub fn release(number: u16) -> String {
    if number < 5 {
        format!("1.{number}")
    } else {
        number.to_string()
    }
}

/// A heading.
pub fn bold(text: impl Display) -> String {
    const BOLD: Style = Style::new().bold();
    format!("{BOLD}{text}{BOLD:#}")
}

/// A type as one would write it in Java without imports.
pub fn short(name: &str) -> String {
    match name.strip_prefix("java.lang.") {
        Some(simple) if !simple.contains('.') => simple.to_owned(),
        _ => name.to_owned(),
    }
}

pub fn list(names: &[ClassName]) -> String {
    names
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn kind(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Class => "class",
        ClassKind::Interface => "interface",
        ClassKind::Enum => "enum",
        ClassKind::Record => "record",
        ClassKind::Annotation => "annotation",
    }
}

pub fn intent(verdict: IntentVerdict) -> &'static str {
    match verdict {
        IntentVerdict::DeclaredThreadSafe => "declared thread-safe",
        IntentVerdict::SupposedlyThreadSafe => "supposedly thread-safe",
        IntentVerdict::DeclaredNotThreadSafe => "declared not thread-safe",
        IntentVerdict::Unknown => "unknown",
    }
}

pub fn evidence(evidence: &Evidence) -> String {
    let count = |number: usize, noun| Count(number as u64, noun).to_string();
    match evidence {
        Evidence::Annotation {
            annotation,
            on,
            lock: None,
        } => format!("@{annotation} on {on}"),
        Evidence::Annotation {
            annotation,
            on,
            lock: Some(lock),
        } => {
            format!("@{annotation}(\"{lock}\") on {on}")
        }
        Evidence::SynchronizedMethods { count: number } => count(*number, "synchronized method"),
        Evidence::SynchronizedBlocks { count: number } => {
            format!("{} with synchronized blocks", count(*number, "method"))
        }
        Evidence::VolatileFields { names } => {
            format!(
                "{}: {}",
                count(names.len(), "volatile field"),
                names.join(", ")
            )
        }
        Evidence::ConcurrentLibrary { classes } => format!("uses {}", list(classes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (number, noun, text) in [
            (0, "pair", "0 pairs"),
            (1, "pair", "1 pair"),
            (1431, "pair", "1,431 pairs"),
            (1_000_000, "class", "1,000,000 classes"),
            (2, "static factory", "2 static factories"),
            (100, "class", "100 classes"),
        ] {
            assert_eq!(Count(number, noun).to_string(), text);
        }
    }

    #[test]
    fn releases_before_java_5_had_a_one_in_front() {
        assert_eq!(release(3), "1.3");
        assert_eq!(release(17), "17");
    }

    #[test]
    fn types_lose_only_the_package_every_class_imports() {
        assert_eq!(short("java.lang.String[]"), "String[]");
        assert_eq!(
            short("java.lang.reflect.Method"),
            "java.lang.reflect.Method"
        );
        assert_eq!(short("int"), "int");
    }
}
