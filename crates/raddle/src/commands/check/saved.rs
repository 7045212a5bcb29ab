//! Violations as files, so that they can be replayed.

use std::path::{Path, PathBuf};

use raddle_engine::Oracle;
use raddle_report::Document;

use crate::output;

/// A violation, and its file if it could be written.
#[derive(Debug)]
pub struct Saved {
    /// The violation.
    pub document: Document,
    /// Where it is.
    pub file: Option<PathBuf>,
}

impl Saved {
    /// Whether something fails, and not only comes to other results.
    pub fn is_failure(&self) -> bool {
        self.document.unexplained.oracle() == Oracle::Failures
    }
}

/// The folder for violations.
pub struct Folder {
    path: Option<PathBuf>,
    complained: bool,
}

impl Folder {
    /// The folder that the user named, or the one in the user's state folder.
    pub fn new(named: Option<PathBuf>) -> Self {
        Self {
            path: named.or_else(default_folder),
            complained: false,
        }
    }

    /// Writes a violation to a file of its own. Its name comes from its content: the same violation is the same file.
    pub fn save(&mut self, document: Document) -> Saved {
        let Some(folder) = &self.path else {
            return Saved {
                document,
                file: None,
            };
        };
        let text = document.to_json();
        let file = folder.join(format!(
            "{}-{}.json",
            plain(&document.subject.name),
            document.id()
        ));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, text));
        match written {
            Ok(()) => Saved {
                document,
                file: Some(file),
            },
            Err(error) => {
                if !self.complained {
                    output::note(format_args!(
                        "violations cannot be written to {}: {error}",
                        folder.display()
                    ));
                    self.complained = true;
                }
                Saved {
                    document,
                    file: None,
                }
            }
        }
    }
}

/// A name for a file: letters, digits and dots as they are, every other run of characters a dash.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '.' || c == '_' {
            plain.push(c);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    plain.trim_matches('-').chars().take(120).collect()
}

fn default_folder() -> Option<PathBuf> {
    let absolute = |variable: &str| {
        std::env::var_os(variable)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = absolute("XDG_STATE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("raddle").join("violations"))
}

/// A path as it can be typed into a shell.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let harmless = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%".contains(c);
    if text.chars().all(harmless) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_need_no_quotes() {
        assert_eq!(plain("java.util.Map$Entry"), "java.util.Map-Entry");
        assert_eq!(
            plain("java.util.Collections#synchronizedMap(java.util.Map)"),
            "java.util.Collections-synchronizedMap-java.util.Map"
        );
    }

    #[test]
    fn paths_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted(Path::new("/tmp/a-b.json")), "/tmp/a-b.json");
        assert_eq!(quoted(Path::new("/tmp/it's")), r"'/tmp/it'\''s'");
    }
}
