//! What every call of an execution came to, for violations that only results tell.

use std::collections::BTreeSet;

use raddle_engine::Unexplained;
use raddle_testcase::{Part, Position};

use crate::document::Document;
use crate::ending;

/// A line a call: who made it, the call, what it came to. Nothing if something else is wrong than the results.
pub fn table(document: &Document) -> String {
    let Unexplained::Results { left_out } = &document.unexplained else {
        return String::new();
    };
    let rows = rows(document, left_out);
    let width = |cell: fn(&Row) -> &String| {
        let widths = rows.iter().map(|row| cell(row).chars().count());
        widths.max().unwrap_or(0)
    };
    let (who, call) = (width(|row| &row.who), width(|row| &row.call));
    let line = |row: &Row| format!("{:<who$}  {:<call$}  {}\n", row.who, row.call, row.came_to);
    rows.iter().map(line).collect()
}

struct Row {
    who: String,
    call: String,
    came_to: String,
}

fn rows(document: &Document, left_out: &BTreeSet<Position>) -> Vec<Row> {
    let (test, outcome) = (&document.test.test, &document.outcome);
    let mut rows = Vec::new();
    let mut add = |who: String, part: Part, came_to: Vec<String>, source: &[String]| {
        for (index, (came_to, call)) in came_to.into_iter().zip(source).enumerate() {
            let does_not_count = left_out.contains(&Position { part, index });
            let note = if does_not_count {
                "  (does not count: it depends on the time or on chance)"
            } else {
                ""
            };
            let first_line = call.lines().next().unwrap_or_default();
            rows.push(Row {
                who: who.clone(),
                call: first_line.trim_end_matches(';').to_owned(),
                came_to: format!("{came_to}{note}"),
            });
        }
    };
    let names = &document.test.names;
    for (number, suffix) in outcome.suffixes.iter().enumerate() {
        let (Some(calls), Some(source)) = (
            test.suffixes.get(number),
            document.source.suffixes.get(number),
        ) else {
            continue;
        };
        let came_to = ending::came_to(suffix, calls, names);
        add(
            ending::thread(number),
            Part::Suffix(number),
            came_to,
            source,
        );
    }
    if let Some(afterwards) = &outcome.afterwards {
        let came_to = ending::came_to(afterwards, &test.afterwards, names);
        let source = &document.source.afterwards;
        add("afterwards".to_owned(), Part::Afterwards, came_to, source);
    }
    rows
}
