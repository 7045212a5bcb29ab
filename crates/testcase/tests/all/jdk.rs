//! The JDKs of this machine, for tests that need `javac` and `java`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use raddle_program::jdk::{Environment, Jdk};

/// The JDKs with a compiler: `JAVA_HOME` alone if it is set, else the newest and the oldest found.
pub fn compilers() -> Vec<Jdk> {
    let environment = Environment::of_this_process();
    let mut found: Vec<Jdk> = match &environment.java_home {
        Some(_) => environment
            .choose(None)
            .into_iter()
            .map(|choice| choice.jdk)
            .collect(),
        None => environment.discover(None).usable().cloned().collect(),
    };
    found.retain(|jdk| jdk.javac().is_some());
    assert!(
        !found.is_empty(),
        "no JDK with javac found; install one or set JAVA_HOME"
    );
    if found.len() > 2 {
        let oldest = found.remove(found.len() - 1);
        found.truncate(1);
        found.push(oldest);
    }
    found
}

/// Compiles sources into a folder for Java 11 and panics with the compiler's words if that fails.
pub fn javac(jdk: &Jdk, sources: &[PathBuf], into: &Path, options: &[&str]) {
    let mut command = Command::new(jdk.javac().expect("only JDKs with a compiler are used"));
    command
        .args([
            "--release",
            "11",
            "-nowarn",
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-d",
        ])
        .arg(into)
        .args(options)
        .args(sources);
    expect_success(&command.output().expect("javac starts"));
}

/// Runs a main class and gives what it printed.
pub fn java(jdk: &Jdk, class_path: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(jdk.java());
    command
        .args([
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-Xverify:all",
            "-cp",
        ])
        .arg(class_path)
        .args(arguments);
    let output = command.output().expect("java starts");
    expect_success(&output);
    String::from_utf8(output.stdout).expect("the harness prints ASCII")
}

fn expect_success(output: &Output) {
    assert!(
        output.status.success(),
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
