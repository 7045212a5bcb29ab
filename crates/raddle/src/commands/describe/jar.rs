//! The classes of a jar or directory as a table.

use std::fmt::{self, Display, Formatter};

use raddle_program::describe::{ClassRow, JarDescription, Testability};
use raddle_program::jdk::Choice;

use super::words::{self, Count};

/// A line a class: what can be tested first, and within that by name.
pub struct JarText<'a> {
    pub jar: &'a JarDescription,
    pub jdk: &'a Choice,
}

impl Display for JarText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let JarText { jar, jdk } = self;
        let all = Count(jar.classes.len() as u64, "class");
        writeln!(f, "{}", words::bold(jar.path.display()))?;
        writeln!(
            f,
            "  {all}, {} testable",
            words::thousands(jar.testable as u64)
        )?;
        writeln!(f, "  read with {}: {}", jdk.jdk, jdk.reason)?;
        let (testable, others): (Vec<_>, Vec<_>) =
            jar.classes.iter().partition(|row| is_testable(row));
        if !testable.is_empty() {
            table(f, &testable)?;
        }
        if !others.is_empty() {
            writeln!(f, "\n{}", words::bold("not testable"))?;
            let widest = widest(&others);
            for row in others {
                let name = row.name.to_string();
                writeln!(f, "  {name:<widest$}  {}", why_not(row))?;
            }
        }
        Ok(())
    }
}

fn is_testable(row: &ClassRow) -> bool {
    !matches!(row.testable, Testability::NotTestable { .. })
}

/// The reason, without the name it begins with: that stands in front already.
fn why_not(row: &ClassRow) -> &str {
    match &row.testable {
        Testability::NotTestable { message, .. } => {
            let rest = message.strip_prefix(&row.name.to_string());
            rest.map_or(message.as_str(), str::trim_start)
        }
        Testability::Testable | Testability::StaticOnly => "",
    }
}

/// Names of a usual length decide the width; the rare long one only shifts its own line.
fn widest(rows: &[&ClassRow]) -> usize {
    rows.iter()
        .map(|row| row.name.to_string().len())
        .filter(|&length| length <= 72)
        .max()
        .unwrap_or(0)
}

fn table(f: &mut Formatter<'_>, rows: &[&ClassRow]) -> fmt::Result {
    let widest = widest(rows).max("testable".len());
    let titles = format!(
        "{:<widest$}  {:>8}  {:>6}  {:>7}  {:>9}  thread safety",
        "testable", "instance", "static", "default", "pairs"
    );
    writeln!(f, "\n{}", words::bold(titles))?;
    for row in rows {
        let name = row.name.to_string();
        let ClassRow {
            instance_methods,
            static_methods,
            default_methods,
            ..
        } = row;
        let pairs = words::thousands(row.pairs);
        let intent = words::intent(row.intent.verdict);
        writeln!(
            f,
            "{name:<widest$}  {instance_methods:>8}  {static_methods:>6}  {default_methods:>7}  \
             {pairs:>9}  {intent}"
        )?;
    }
    Ok(())
}
