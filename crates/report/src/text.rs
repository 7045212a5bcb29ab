//! A violation as a person reads it.

use std::fmt::Write;

use raddle_vm::{Frame, SuffixEnd};

use crate::document::Document;
use crate::ending;
use crate::interleaving::{Access, Place, Step, StepKind};
use crate::objects;
use crate::results;

/// How far parts are indented.
const INDENT: &str = "    ";

/// How many lines of a stack trace are shown.
const FRAMES: usize = 8;

/// No column of the interleaving is narrower than this, if it has to be narrower than its text.
const NARROWEST: usize = 24;

impl Document {
    /// The whole report, for a terminal of `width` columns; `replay` is the command that repeats it.
    pub fn text(&self, width: usize, replay: Option<&str>) -> String {
        let mut text = String::new();
        text.push_str(&wrap(&self.message, width));
        section(
            &mut text,
            "The test",
            &self.source.layout(width.saturating_sub(INDENT.len())),
        );
        section(
            &mut text,
            "The interleaving",
            &columns(&self.interleaving, width.saturating_sub(INDENT.len())),
        );
        section(&mut text, "How it ends", &self.end());
        section(&mut text, "What the calls come to", &results::table(self));
        section(
            &mut text,
            &self.heading(),
            &self.endings(width.saturating_sub(INDENT.len())),
        );
        if let Some(replay) = replay {
            section(&mut text, "Again", replay);
        }
        let (version, vendor) = (
            &self.jdk.version,
            self.jdk.vendor.as_deref().unwrap_or("unknown vendor"),
        );
        let found = &self.found;
        let _ = write!(
            text,
            "\nJDK {version} ({vendor}); seed {}, stream {}, test {}, scheduler {}\n",
            found.seed, found.stream, found.test, found.strategy
        );
        text
    }

    /// Every thread that did not get to its end, with its stack.
    fn end(&self) -> String {
        let mut text = String::new();
        for (number, suffix) in self.outcome.suffixes.iter().enumerate() {
            let (head, frames): (String, &[Frame]) = match &suffix.end {
                SuffixEnd::Finished | SuffixEnd::CutOff => continue,
                SuffixEnd::Threw(thrown) => {
                    let message = thrown
                        .message
                        .as_ref()
                        .map(|message| format!(": {message}"))
                        .unwrap_or_default();
                    (format!("{}{message}", thrown.class), &thrown.frames)
                }
                SuffixEnd::Stuck(stuck) => (ending::waits(stuck, &self.test.names), &stuck.frames),
            };
            let _ = writeln!(text, "{}: {head}", ending::thread(number));
            for frame in frames.iter().take(FRAMES) {
                let place = Place::from(frame);
                let _ = writeln!(
                    text,
                    "{INDENT}at {}.{} ({})",
                    frame.class,
                    frame.method,
                    file(&place)
                );
            }
            if frames.len() > FRAMES {
                let _ = writeln!(text, "{INDENT}… {} more", frames.len() - FRAMES);
            }
        }
        text
    }

    fn heading(&self) -> String {
        let all: u64 = self
            .linearizations
            .iter()
            .map(|linearization| linearization.count)
            .sum();
        match all {
            1 => "The only linearization".to_owned(),
            2 => "Both linearizations".to_owned(),
            all => format!("All {all} linearizations"),
        }
    }

    fn endings(&self, width: usize) -> String {
        let mut text = String::new();
        for linearization in &self.linearizations {
            let order = linearization.order.join(", then ");
            let such = if linearization.count > 1 {
                ", such as "
            } else {
                ": "
            };
            let line = format!(
                "{}{such}{order}: {}",
                linearization.count, linearization.ending
            );
            text.push_str(&wrap(&line, width));
        }
        text
    }
}

fn section(text: &mut String, heading: &str, body: &str) {
    if body.is_empty() {
        return;
    }
    let _ = write!(text, "\n{heading}:\n\n");
    for line in body.lines() {
        if line.is_empty() {
            text.push('\n');
        } else {
            let _ = writeln!(text, "{INDENT}{line}");
        }
    }
}

/// Breaks a paragraph into lines of at most `width` columns.
fn wrap(paragraph: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text.push('\n');
    text
}

/// The steps, a column a thread; a line each, because time goes down.
fn columns(steps: &[Step], width: usize) -> String {
    const GAP: usize = 3;
    if steps.is_empty() {
        return String::new();
    }
    let threads = steps
        .iter()
        .map(|step| usize::from(step.thread) + 1)
        .max()
        .unwrap_or(0);
    let mut cells: Vec<Vec<(usize, String)>> = vec![Vec::new(); threads];
    for (row, step) in steps.iter().enumerate() {
        cells[usize::from(step.thread)].push((row, cell(step)));
    }
    let natural = |column: &[(usize, String)]| {
        column
            .iter()
            .map(|(_, cell)| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = cells
        .iter()
        .enumerate()
        .map(|(thread, column)| natural(column).max(ending::thread(thread).len()))
        .collect();
    let gaps = GAP * threads.saturating_sub(1);
    let widths = shrink(widths, width.saturating_sub(gaps));
    let mut text = String::new();
    let heads: Vec<String> = (0..threads).map(ending::thread).collect();
    line(&mut text, &heads, &widths, GAP);
    line(
        &mut text,
        &widths
            .iter()
            .map(|width| "-".repeat(*width))
            .collect::<Vec<_>>(),
        &widths,
        GAP,
    );
    for step in steps {
        let thread = usize::from(step.thread);
        for (number, part) in pieces(&cell(step), widths[thread]).into_iter().enumerate() {
            let mut row = vec![String::new(); threads];
            row[thread] = if number == 0 {
                part
            } else {
                format!("{INDENT}{part}")
            };
            line(&mut text, &row, &widths, GAP);
        }
    }
    text
}

/// Takes from the widest columns until all of them fit.
fn shrink(mut widths: Vec<usize>, room: usize) -> Vec<usize> {
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths
            .iter_mut()
            .max()
            .filter(|widest| **widest > NARROWEST)
        else {
            break;
        };
        *widest -= 1;
    }
    widths
}

fn line(text: &mut String, cells: &[String], widths: &[usize], gap: usize) {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(line, "{cell:<padded$}", padded = width + gap);
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

/// A cell broken where it is too wide: at blanks if there are any.
fn pieces(cell: &str, width: usize) -> Vec<String> {
    if cell.chars().count() <= width {
        return vec![cell.to_owned()];
    }
    let mut pieces = Vec::new();
    let mut rest: Vec<char> = cell.chars().collect();
    while !rest.is_empty() {
        let room = if pieces.is_empty() {
            width
        } else {
            width.saturating_sub(INDENT.len()).max(8)
        };
        if rest.len() <= room {
            pieces.push(rest.iter().collect());
            break;
        }
        let indent = rest.iter().take_while(|c| **c == ' ').count();
        let blank = rest[..=room]
            .iter()
            .rposition(|c| *c == ' ')
            .filter(|at| *at > indent);
        let at = blank.unwrap_or(room);
        pieces.push(rest[..at].iter().collect());
        rest.drain(..at);
        while rest.first() == Some(&' ') {
            rest.remove(0);
        }
    }
    pieces
}

fn cell(step: &Step) -> String {
    let at = step
        .at
        .as_ref()
        .map(|place| format!("  {}", file(place)))
        .unwrap_or_default();
    match &step.what {
        StepKind::Call { text } => text.lines().next().unwrap_or_default().to_owned(),
        StepKind::Access {
            access,
            target,
            value,
            times,
        } => {
            let verb = match access {
                Access::Read => "reads",
                Access::Write => "writes",
                Access::Atomic => "updates",
            };
            let times = if *times > 1 {
                format!(" ({times} times)")
            } else {
                String::new()
            };
            let value = value
                .as_ref()
                .map(|value| format!(" = {value}"))
                .unwrap_or_default();
            format!("  {verb} {target}{value}{times}{at}")
        }
        StepKind::Folded {
            class,
            reads,
            writes,
        } => {
            let list = |verb: &str, names: &std::collections::BTreeSet<String>| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
            };
            let parts: Vec<String> = list("reads", reads)
                .into_iter()
                .chain(list("writes", writes))
                .collect();
            format!("  {} (in {})", parts.join("; "), objects::simple(class))
        }
        StepKind::Lock { object } => format!("  locks {object}{at}"),
        StepKind::Unlock { object } => format!("  unlocks {object}"),
        StepKind::Waits { what } => format!("  has to wait for {what}{at}"),
        StepKind::Other { what } => format!("  {what}{at}"),
        StepKind::Omitted { steps } => format!("  … {steps} more steps"),
        StepKind::Returned { value: Some(value) } => format!("  returns {value}"),
        StepKind::Returned { value: None } => "  returns".to_owned(),
        StepKind::Threw { class, .. } => format!("  throws {}{at}", objects::simple(class)),
        StepKind::Stuck { what } => format!("  {what}{at}"),
    }
}

fn file(place: &Place) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => objects::simple(&place.class),
    }
}
