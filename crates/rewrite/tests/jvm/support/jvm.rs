//! Running a JDK.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A source of `tests/jvm/java`.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/jvm/java")
        .join(name)
}

/// Compiles a source of `tests/jvm/java` into `folder`, with more options for javac.
pub fn compile_with(home: &Path, name: &str, folder: &Path, options: &[&str]) {
    let output = Command::new(home.join("bin/javac"))
        .args(["-g", "-nowarn", "-Xlint:none", "-d"])
        .arg(folder)
        .args(options)
        .arg(source(name))
        .output()
        .expect("a JDK has javac");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Compiles a source of `tests/jvm/java` into `folder`.
pub fn compile(home: &Path, name: &str, folder: &Path) {
    compile_with(home, name, folder, &[]);
}

/// A JVM that verifies everything, with some modules partly replaced by the classes in a folder.
pub fn java(home: &Path, patches: &[(&str, &Path)]) -> Command {
    let mut command = Command::new(home.join("bin/java"));
    command.args([
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:-CheckIntrinsics",
        "-XX:+BytecodeVerificationLocal",
        "-XX:+BytecodeVerificationRemote",
        "-Xshare:off",
    ]);
    for (module, folder) in patches {
        let mut patch = OsString::from(format!("{module}="));
        patch.push(folder);
        command.arg("--patch-module").arg(patch);
    }
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

/// What came of linking classes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// How many were linked.
    pub linked: usize,
    /// Those that need a class that is not there.
    pub missing: BTreeSet<String>,
    /// Those that failed, with the error.
    pub failed: BTreeSet<String>,
}

/// Has a JVM link the classes of the boot loader, or of `class_path` if that is not empty. `main` is where `Link` is compiled.
pub fn link(
    home: &Path,
    patches: &[(&str, &Path)],
    main: &Path,
    names: impl IntoIterator<Item = String>,
    class_path: &[&OsStr],
) -> Linked {
    let list = main.join("names");
    let names: Vec<String> = names.into_iter().collect();
    std::fs::write(&list, names.join("\n")).expect("a writable folder");
    let mut command = java(home, patches);
    command
        .arg("-cp")
        .arg(main)
        .arg("Link")
        .arg(&list)
        .args(class_path);
    let output = run(&mut command);
    let printed = text(&output);
    let mut linked = Linked::default();
    for line in printed.lines() {
        match line.split_once(' ') {
            Some(("LINKED", count)) => linked.linked = count.parse().expect("a number"),
            Some(("MISSING", what)) => _ = linked.missing.insert(what.to_owned()),
            Some(("FAILED", what)) => _ = linked.failed.insert(what.to_owned()),
            _ => {}
        }
    }
    assert!(output.status.success(), "the JVM failed:\n{printed}");
    assert_eq!(
        linked.linked + linked.missing.len() + linked.failed.len(),
        names.len(),
        "{printed}"
    );
    linked
}
