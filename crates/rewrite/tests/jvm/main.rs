//! Rewritten classes in front of a real JVM: every one that is found on this machine.

mod behaviour;
mod hostile;
mod odd;
mod support;
mod tables;
mod trace;
mod verify;

use std::path::PathBuf;

use raddle_program::jdk::Environment;

/// The JDKs found, one a version.
fn homes() -> Vec<(String, PathBuf)> {
    let mut homes: Vec<(String, PathBuf)> = Environment::of_this_process()
        .discover(None)
        .usable()
        .map(|jdk| (jdk.version().to_string(), jdk.home().to_path_buf()))
        .collect();
    homes.sort();
    homes.dedup_by(|a, b| a.0 == b.0);
    assert!(!homes.is_empty(), "these tests need a JDK: set JAVA_HOME");
    homes
}
