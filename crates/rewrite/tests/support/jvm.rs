//! The JDKs of this machine, and running them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use raddle_program::jdk::Environment;

/// The JDKs found, one a version.
pub fn homes() -> Vec<(String, PathBuf)> {
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

/// Compiles a source of `tests/java` into `folder`.
pub fn compile(home: &Path, source: &str, folder: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/java")
        .join(source);
    let output = Command::new(home.join("bin/javac"))
        .args(["-g", "-nowarn", "-Xlint:none", "-d"])
        .arg(folder)
        .arg(source)
        .output()
        .expect("a JDK has javac");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Flags for a JVM whose java.base is partly replaced by the classes in `patch`, and that verifies everything.
pub fn java(home: &Path, patch: &Path) -> Command {
    let mut command = Command::new(home.join("bin/java"));
    let mut module = std::ffi::OsString::from("java.base=");
    module.push(patch);
    command
        .args([
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-CheckIntrinsics",
            "-XX:+BytecodeVerificationLocal",
        ])
        .args(["-XX:+BytecodeVerificationRemote", "-Xshare:off"])
        .arg("--patch-module")
        .arg(module);
    command
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{:?}: {error}", command.get_program()))
}

/// What a run printed, with a note if it failed.
pub fn text(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        text += &format!(
            "[{}]\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    text
}

/// Has a JVM link the classes named in the file `names`, from the boot loader or from `class_path`; returns what it
/// printed: a line a failure, then the numbers.
pub fn link(home: &Path, patch: &Path, main: &Path, names: &Path, class_path: &[&OsStr]) -> String {
    let mut command = java(home, patch);
    command
        .arg("-cp")
        .arg(main)
        .arg("Link")
        .arg(names)
        .args(class_path);
    text(&run(&mut command))
}
