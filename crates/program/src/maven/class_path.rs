//! Class paths that may name coordinates beside files.
//!
//! `-cp lib/a.jar:commons-pool:commons-pool:1.5.4:classes` uses the colon for two things. What
//! exists, or is spelled as only a file can be, is a file; three parts in a row that could be a
//! coordinate are one; anything else is a file that does not exist, and reported as such.

use std::path::{Path, PathBuf};

use super::Coordinate;
use super::coordinate::{looks_like_id, looks_like_version};

/// One entry of a class path as the user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A jar or a directory, which need not exist.
    File(PathBuf),
    /// A coordinate, to be resolved.
    Coordinate(Coordinate),
}

/// Takes a class path apart. Empty entries, which `java` takes for the current folder, are dropped:
/// here they are slips.
pub fn split_class_path(text: &str) -> Vec<Entry> {
    split(text, &|path| path.exists())
}

fn split(text: &str, exists: &dyn Fn(&Path) -> bool) -> Vec<Entry> {
    let is_file =
        |part: &str| part.contains(['/', '\\']) || has_jar_ending(part) || exists(Path::new(part));
    let mut entries = Vec::new();
    let parts: Vec<&str> = text.split(':').collect();
    // A classifier cannot be told from a folder's name, so a coordinate with one stands alone.
    if let Ok(coordinate) = text.parse::<Coordinate>()
        && !parts.iter().any(|part| is_file(part))
        && looks_like_version(coordinate.version())
    {
        return vec![Entry::Coordinate(coordinate)];
    }
    let mut rest = parts.as_slice();
    while let Some((&first, after)) = rest.split_first() {
        if let [group, artifact, version, after_coordinate @ ..] = rest
            && [group, artifact, version].iter().all(|part| !is_file(part))
            && looks_like_id(group)
            && looks_like_id(artifact)
            && looks_like_version(version)
            && let Ok(coordinate) = format!("{group}:{artifact}:{version}").parse()
        {
            entries.push(Entry::Coordinate(coordinate));
            rest = after_coordinate;
            continue;
        }
        if !first.is_empty() {
            entries.push(Entry::File(PathBuf::from(first)));
        }
        rest = after;
    }
    entries
}

fn has_jar_ending(part: &str) -> bool {
    Path::new(part)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("jar"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`split`] makes of `text` where only `existing` exist; coordinates in parentheses.
    fn shown(text: &str, existing: &[&str]) -> Vec<String> {
        let entries = split(text, &|path| {
            existing.iter().any(|name| Path::new(name) == path)
        });
        let show = |entry: &Entry| match entry {
            Entry::File(path) => path.display().to_string(),
            Entry::Coordinate(coordinate) => format!("({coordinate})"),
        };
        entries.iter().map(show).collect()
    }

    #[test]
    fn files_alone() {
        assert_eq!(
            shown("a.jar:lib/b.jar:classes", &["classes"]),
            ["a.jar", "lib/b.jar", "classes"]
        );
        assert_eq!(
            shown("one:two:three", &["one", "two", "three"]),
            ["one", "two", "three"]
        );
        assert_eq!(shown("::a.jar:", &[]), ["a.jar"]);
        assert!(shown("", &[]).is_empty());
    }

    #[test]
    fn coordinates_alone_and_among_files() {
        assert_eq!(shown("g:a:1.4", &[]), ["(g:a:1.4)"]);
        assert_eq!(shown("g:a:1.4:jdk15", &[]), ["(g:a:1.4:jdk15)"]);
        assert_eq!(
            shown("x.jar:g.h:a-b:1.4:classes:g:a:2:y.jar", &["classes"]),
            ["x.jar", "(g.h:a-b:1.4)", "classes", "(g:a:2)", "y.jar"]
        );
        assert_eq!(shown("g:a:1:h:b:2", &[]), ["(g:a:1)", "(h:b:2)"]);
    }

    #[test]
    fn what_exists_is_a_file_whatever_it_looks_like() {
        assert_eq!(shown("out:lib:v1", &["out"]), ["out", "lib", "v1"]);
        assert_eq!(shown("g:a:1.4", &["g", "a", "1.4"]), ["g", "a", "1.4"]);
    }

    #[test]
    fn missing_folders_are_not_taken_for_coordinates() {
        assert_eq!(
            shown("bin:classes:resources", &[]),
            ["bin", "classes", "resources"]
        );
    }
}
