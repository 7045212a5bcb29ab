//! The test as Java statements, laid out as the worker runs them: the main thread runs the prefix and the first suffix, and each other
//! suffix has a thread of its own.

use raddle_testcase::{Call, JavaSource, Knowledge, Test, VariableNames};
use serde::{Deserialize, Serialize};

use crate::ending;
use crate::objects;

/// Columns between two suffixes.
const GAP: usize = 4;

/// A test as Java statements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The statements of the prefix.
    pub prefix: Vec<String>,
    /// The calls of the suffixes, as expressions.
    pub suffixes: Vec<Vec<String>>,
    /// The same as statements, with the variables that keep results.
    pub statements: Vec<Vec<String>>,
    /// The statements of what comes afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub afterwards: Vec<String>,
}

impl Source {
    /// Writes a test as Java.
    pub fn new(test: &Test, names: &VariableNames, knowledge: &dyn Knowledge) -> Self {
        let java = JavaSource::new(test, names, knowledge);
        let statement = |call: &Call| statement(call, &java.call(call), names);
        Self {
            prefix: test.prefix.iter().map(statement).collect(),
            suffixes: test
                .suffixes
                .iter()
                .map(|suffix| suffix.iter().map(|call| java.call(call)).collect())
                .collect(),
            statements: test
                .suffixes
                .iter()
                .map(|suffix| suffix.iter().map(statement).collect())
                .collect(),
            afterwards: test.afterwards.iter().map(statement).collect(),
        }
    }

    /// The prefix, then the suffixes side by side, or one below the other where `width` columns are not enough, then what comes
    /// afterwards.
    pub fn layout(&self, width: usize) -> String {
        let mut text = self.concurrent(width);
        if !self.afterwards.is_empty() {
            text.push_str("\n// afterwards, main thread\n");
        }
        for statement in &self.afterwards {
            text.push_str(statement);
            text.push('\n');
        }
        text
    }

    fn concurrent(&self, width: usize) -> String {
        let mut text: String = self
            .prefix
            .iter()
            .map(|statement| format!("{statement}\n"))
            .collect();
        if !text.is_empty() {
            text.push('\n');
        }
        let columns: Vec<Vec<String>> = self
            .statements
            .iter()
            .enumerate()
            .map(|(number, suffix)| {
                std::iter::once(format!("// {}", ending::thread(number)))
                    .chain(suffix.iter().cloned())
                    .collect()
            })
            .collect();
        let widths: Vec<usize> = columns
            .iter()
            .map(|column| {
                column
                    .iter()
                    .flat_map(|cell| cell.lines())
                    .map(|line| line.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let several_lines = columns.iter().flatten().any(|cell| cell.contains('\n'));
        let needed = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        if needed > width || several_lines {
            let blocks: Vec<String> = columns
                .iter()
                .map(|column| format!("{}\n", column.join("\n")))
                .collect();
            text.push_str(&blocks.join("\n"));
            return text;
        }
        for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (column, width) in columns.iter().zip(&widths) {
                let cell = column.get(row).map_or("", String::as_str);
                line.push_str(&format!("{cell:<padded$}", padded = width + GAP));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn statement(call: &Call, expression: &str, names: &VariableNames) -> String {
    match (call.result, call.callee.result_type()) {
        (Some(variable), Some(java_type)) => {
            format!(
                "{} {} = {expression};",
                objects::simple_type(&java_type),
                names.of(variable)
            )
        }
        _ => format!("{expression};"),
    }
}
