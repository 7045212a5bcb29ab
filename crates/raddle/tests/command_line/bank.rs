//! A bank whose classes are thread-safe or not, compiled by the JDK the tests run on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::acme::JDK;
use crate::machine::Machine;

/// Made once for all tests.
static COMPILED: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bank/bank");
    let sources: Vec<PathBuf> = fs::read_dir(sources)
        .expect("fixtures")
        .map(|entry| entry.expect("entry").path())
        .collect();
    compile(&sources, folder.path());
    folder
});

/// The bank as a folder of class files.
pub fn classes() -> String {
    COMPILED.path().display().to_string()
}

/// Compiles sources into a folder.
pub fn compile(sources: &[PathBuf], into: &Path) {
    let status = Command::new(JDK.javac().expect("chosen for it"))
        .args(["--release", "11", "-g", "-d"])
        .arg(into)
        .args(sources)
        .status()
        .expect("javac starts");
    assert!(status.success(), "javac failed");
}

/// A machine with the real JDK.
pub fn machine() -> Machine {
    let machine = Machine::new();
    let link = machine.path().join("jdks/jdk");
    std::os::unix::fs::symlink(JDK.home(), link).expect("link");
    machine
}
