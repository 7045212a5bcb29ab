//! The text of `raddle check`: every violation, then what was and was not tried.

use std::time::Duration;

use super::results::{ClassResult, Effort, Results, Verdict};
use super::saved::{Saved, quoted};
use crate::output::Output;

/// The width of a report where nothing is known about the terminal.
const WIDTH: usize = 110;

/// How many methods that were not tried are named.
const NAMED: usize = 8;

/// Prints everything.
pub fn print(results: &Results, output: &mut Output) {
    for class in &results.classes {
        for violation in class.verdict.violations() {
            output.text(violation_text(violation));
            output.line("");
        }
    }
    match &results.classes[..] {
        [only] => single(only, output),
        several => table(several, output),
    }
}

fn violation_text(violation: &Saved) -> String {
    let replay = violation
        .file
        .as_ref()
        .map(|file| format!("raddle replay {}", quoted(file)));
    violation.document.text(width(), replay.as_deref())
}

/// How wide reports are.
pub fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    columns.unwrap_or(WIDTH).clamp(60, 200)
}

fn single(class: &ClassResult, output: &mut Output) {
    let name = &class.name;
    match &class.verdict {
        Verdict::Unsafe { violations } | Verdict::NotLinearizable { violations } => {
            let count = violations.len();
            let what = if count == 1 {
                "1 violation".to_owned()
            } else {
                format!("{count} violations")
            };
            output.line(format_args!(
                "{name}: {what}{}",
                class.effort.as_ref().map(effort).unwrap_or_default()
            ));
        }
        Verdict::NothingFound => {
            output.line(format_args!(
                "{name}: nothing found{}",
                class.effort.as_ref().map(effort).unwrap_or_default()
            ));
        }
        Verdict::NotTestable { reason } => {
            output.line(format_args!("{name} could not be tested: {reason}"))
        }
        Verdict::NotTried => output.line(format_args!("{name} was not tried")),
    }
    if let Some(effort) = &class.effort {
        for line in not_tried(effort) {
            output.line(line);
        }
    }
}

fn effort(effort: &Effort) -> String {
    format!(
        " in {}: {} tests ({} of them cannot interfere), {} executions, {} of {} pairs of methods",
        seconds(Duration::from_secs_f64(effort.seconds)),
        grouped(effort.tally.tests),
        grouped(effort.tally.independent),
        grouped(effort.tally.work()),
        grouped(effort.pairs_tried as u64),
        grouped(effort.pairs as u64),
    )
}

/// What was left out, and what has to be known to judge what was not found.
fn not_tried(effort: &Effort) -> Vec<String> {
    let mut lines = Vec::new();
    let methods = &effort.methods_not_tried;
    if !methods.is_empty() {
        let mut named = methods
            .iter()
            .take(NAMED)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        if methods.len() > NAMED {
            named.push_str(", …");
        }
        lines.push(format!(
            "  not tried: {} of {} methods: {named}",
            methods.len(),
            effort.methods
        ));
    }
    let counted =
        |count: u64, what: &str| (count > 0).then(|| format!("  {} {what}", grouped(count)));
    lines.extend(counted(
        effort.blocking_calls,
        "calls left out because they block alone",
    ));
    lines.extend(counted(
        effort.nondeterministic_calls,
        "calls left out because they do something else each time",
    ));
    for (counts, what) in [
        (&effort.tally.inconclusive, "tests without a verdict"),
        (
            &effort.tally.rejected,
            "suspects that did not hold up and are not reported",
        ),
        (&effort.tally.unusable, "executions that say nothing"),
        (
            &effort.tally.lost,
            "tests whose worker was lost and replaced",
        ),
        (
            &effort.tally.uncaught,
            "exceptions left uncaught by threads that the tested code started",
        ),
    ] {
        for (reason, count) in counts {
            lines.push(format!("  {} {what}: {reason}", grouped(*count)));
        }
    }
    lines
}

fn table(classes: &[ClassResult], output: &mut Output) {
    let widest = classes
        .iter()
        .map(|class| class.name.chars().count())
        .max()
        .unwrap_or(0);
    for class in classes {
        let what = match &class.verdict {
            Verdict::Unsafe { violations } => match violations.first() {
                Some(first) => format!("unsafe         {}", witness(first)),
                None => "unsafe".to_owned(),
            },
            Verdict::NotLinearizable { violations } => match violations.first() {
                Some(first) => format!("not linearizable  {}", witness(first)),
                None => "not linearizable".to_owned(),
            },
            Verdict::NothingFound => match &class.effort {
                Some(effort) => format!(
                    "nothing found  in {} tests, {} executions, {} of {} pairs",
                    grouped(effort.tally.tests),
                    grouped(effort.tally.work()),
                    effort.pairs_tried,
                    effort.pairs
                ),
                None => "nothing found".to_owned(),
            },
            Verdict::NotTestable { reason } => format!("not testable   {reason}"),
            Verdict::NotTried => "not tried".to_owned(),
        };
        output.line(format_args!("{:<widest$}  {what}", class.name));
    }
    let count =
        |of: fn(&Verdict) -> bool| classes.iter().filter(|class| of(&class.verdict)).count();
    let linearizable = match count(|verdict| matches!(verdict, Verdict::NotLinearizable { .. })) {
        0 => String::new(),
        some => format!(", {some} not linearizable"),
    };
    output.line(format_args!(
        "{} classes: {} unsafe{linearizable}, {} without a finding, {} not testable, {} not tried",
        classes.len(),
        count(|verdict| matches!(verdict, Verdict::Unsafe { .. })),
        count(|verdict| matches!(verdict, Verdict::NothingFound)),
        count(|verdict| matches!(verdict, Verdict::NotTestable { .. })),
        count(|verdict| matches!(verdict, Verdict::NotTried)),
    ));
}

fn witness(violation: &Saved) -> String {
    let message = &violation.document.message;
    let found = message
        .split_once(" is not thread-safe: ")
        .or_else(|| message.split_once(" is not linearizable: "));
    match found {
        Some((_, rest)) => rest.split(';').next().unwrap_or(rest).to_owned(),
        None => message.clone(),
    }
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as people say it.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        under @ 10..120 => format!("{under} s"),
        more => format!("{} min {} s", more / 60, more % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }

    #[test]
    fn times_are_short() {
        assert_eq!(seconds(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(75)), "75 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 5 s");
    }
}
