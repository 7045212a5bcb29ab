//! The test as a report shows it.

use super::JavaSource;
use super::scope::Scope;

/// Columns between two suffixes.
const GAP: usize = 4;

pub(super) fn render(source: &JavaSource<'_>, width: usize) -> String {
    let mut scope = Scope::simple();
    let mut writer = source.writer(&mut scope);
    let mut unused = 0;
    let mut text = String::new();
    for call in &source.test.prefix {
        text.push_str(&writer.statement(call, &mut unused));
        text.push('\n');
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let columns: Vec<Vec<String>> = (1..)
        .zip(&source.test.suffixes)
        .map(|(number, suffix)| {
            let statements = suffix
                .iter()
                .map(|call| writer.statement(call, &mut unused));
            std::iter::once(format!("// Thread {number}"))
                .chain(statements)
                .collect()
        })
        .collect();
    let widths: Vec<usize> = columns
        .iter()
        .map(|column| {
            column
                .iter()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or_default()
        })
        .collect();
    let needed = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    if needed <= width {
        let height = columns.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..height {
            let mut line = String::new();
            for (column, width) in columns.iter().zip(&widths) {
                let cell = column.get(row).map_or("", String::as_str);
                line.push_str(&format!("{cell:<padded$}", padded = width + GAP));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    } else {
        for (number, column) in columns.iter().enumerate() {
            if number > 0 {
                text.push('\n');
            }
            for line in column {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    if !source.test.afterwards.is_empty() {
        text.push_str("\n// Afterwards\n");
    }
    for call in &source.test.afterwards {
        text.push_str(&writer.statement(call, &mut unused));
        text.push('\n');
    }
    text
}
