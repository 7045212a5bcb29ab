//! The Maven that resolves coordinates.

use std::path::PathBuf;

use raddle_program::maven::Maven;
use serde::Serialize;

use super::checks::Check;

/// What is known of Maven.
#[derive(Debug, Serialize)]
pub struct MavenEntry {
    launcher: PathBuf,
    /// Missing if Maven does not start.
    version: Option<String>,
}

impl MavenEntry {
    /// Starts Maven once to ask for its version.
    pub fn of(maven: &Maven) -> MavenEntry {
        MavenEntry {
            launcher: maven.launcher().to_owned(),
            version: maven.version(),
        }
    }
}

const WITHOUT: &str = "only coordinates that were resolved before can be used as targets";

pub fn check(maven: Option<&MavenEntry>) -> Check {
    match maven {
        Some(MavenEntry {
            launcher,
            version: Some(version),
        }) => Check::ok("Maven", format!("{version}, {}", launcher.display())),
        Some(MavenEntry {
            launcher,
            version: None,
        }) => Check::limited(
            "Maven",
            format!("{} does not start; {WITHOUT}", launcher.display()),
            format!("run `{} -v`, which says what is wrong", launcher.display()),
        ),
        None => Check::limited(
            "Maven",
            format!("not found; {WITHOUT}"),
            "install Maven (Debian and Ubuntu: apt-get install maven), or put its mvn on PATH",
        ),
    }
}
