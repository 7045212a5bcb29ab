//! The command line as such: usage, exit codes, colours, pipes.

use crate::machine::Machine;

#[test]
fn help_has_examples_and_exit_codes() {
    let output = Machine::new()
        .raddle(["--help"])
        .assert()
        .code(0)
        .get_output()
        .stdout
        .clone();
    let text = String::from_utf8(output).expect("UTF-8");
    for part in [
        "Examples:",
        "Exit codes:",
        "doctor",
        "1  a violation was found",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn bad_usage_is_exit_code_2_with_nothing_on_standard_output() {
    let machine = Machine::new();
    for arguments in [["frobnicate", "x"], ["doctor", "--bogus"], ["describe", ""]] {
        machine.raddle(arguments).assert().code(2).stdout("");
    }
    machine.raddle([]).assert().code(2).stdout("");
}

#[test]
fn colours_only_where_asked_for() {
    let machine = Machine::new();
    let coloured = |variable: &str| {
        let mut command = machine.raddle(["doctor"]);
        let output = command
            .env(variable, "1")
            .assert()
            .code(2)
            .get_output()
            .stdout
            .clone();
        output.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE"));
    assert!(!coloured("NO_COLOR"));
    assert!(!coloured("CLICOLOR"), "a pipe is no terminal");
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let machine = Machine::new();
    machine.jdk("jdk-21", "21.0.2");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_raddle"));
    let output = command
        .args(["doctor", "--format", "json"])
        .env("RADDLE_JDK_FOLDERS", machine.path().join("jdks"))
        .env_remove("JAVA_HOME")
        .stdout(writer)
        .stderr(std::process::Stdio::piped())
        .output()
        .expect("started");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let machine = Machine::new();
    machine.jdk("jdk-21", "21.0.2");
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_raddle"))
        .arg("doctor")
        .env("RADDLE_JDK_FOLDERS", machine.path().join("jdks"))
        .env_remove("JAVA_HOME")
        .stdout(full)
        .output()
        .expect("started");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.starts_with("error: the results cannot be written"),
        "{error}"
    );
}
