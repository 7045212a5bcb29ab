//! `raddle check --oracle results`, seen from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::bank::{self, machine};
use crate::machine::Machine;

/// The subjects that only results tell about, compiled once for all tests.
static SUBJECTS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/src/subjects/results");
    let sources: Vec<PathBuf> = fs::read_dir(sources)
        .expect("subjects")
        .map(|entry| entry.expect("entry").path())
        .collect();
    bank::compile(&sources, folder.path());
    folder
});

fn subjects() -> String {
    SUBJECTS.path().display().to_string()
}

/// What `check --oracle results` prints, which must end with this exit code.
fn check(machine: &Machine, code: i32, arguments: &[&str]) -> String {
    let mut command = machine.raddle(["check", "--oracle", "results"]);
    let output = command
        .args(arguments)
        .assert()
        .code(code)
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("UTF-8")
}

#[test]
fn a_lost_update_is_seen_afterwards() {
    let text = check(&machine(), 1, &[&subjects(), "subjects.results.RacyTally"]);
    for part in [
        "subjects.results.RacyTally is not linearizable: add(int) and add(int), run at the same time, come to",
        "// afterwards, main thread",
        "racyTally1.total();",
        "What the calls come to:",
        "main thread  racyTally1.add(",
        "void",
        "afterwards   racyTally1.total()",
        "Both linearizations:",
        "main thread: void; thread 2: void;",
        "raddle replay ",
        "subjects.results.RacyTally: 1 violation in",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("thread-safe"), "{text}");
}

#[test]
fn two_who_are_both_the_first_are_found_and_repeated() {
    let machine = machine();
    let report = machine.path().join("found");
    let report = report.to_str().expect("UTF-8");
    let arguments = [
        &subjects(),
        "subjects.results.TwoStepCache",
        "--format",
        "json",
        "--report",
        report,
    ];
    let results: Value = serde_json::from_str(&check(&machine, 1, &arguments)).expect("JSON");
    let class = &results["classes"][0];
    assert_eq!(class["verdict"], "not-linearizable");
    let violation = &class["violations"][0];
    assert_eq!(violation["schema"], 1);
    assert!(
        violation["unexplained"]["results"].is_object(),
        "{violation}"
    );
    let file = violation["file"].as_str().expect("a file");
    let replayed = machine
        .raddle(["replay", file])
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let text = String::from_utf8(replayed).expect("UTF-8");
    assert!(text.contains("is not linearizable"), "{text}");
    assert!(
        text.contains("it happened again in 10 of 10 executions"),
        "{text}"
    );
    assert!(!text.contains("no violation any more"), "{text}");
}

#[test]
fn a_folder_tells_the_broken_from_the_correct() {
    let text = check(&machine(), 1, &[&subjects(), "--budget", "27s"]);
    let line = |class: &str| {
        let start = format!("subjects.results.{class} ");
        let found = text.lines().rfind(|line| line.starts_with(&start));
        found
            .unwrap_or_else(|| panic!("{class} in\n{text}"))
            .to_owned()
    };
    for class in ["RacyTally", "TwoStepCache"] {
        let line = line(class);
        assert!(line.contains("not linearizable  "), "{line}");
    }
    for class in [
        "LockedTally",
        "OneStepCache",
        "PromptCount",
        "Stopwatch",
        "TwoDice",
        "Nameless",
    ] {
        let line = line(class);
        assert!(line.contains("nothing found"), "{line}");
    }
    assert!(text.contains(" 0 unsafe, "), "{text}");
    assert!(text.contains(" not linearizable, "), "{text}");
}

#[test]
fn a_size_that_does_not_fit_is_found() {
    let text = check(&machine(), 1, &[&subjects(), "subjects.results.LateCount"]);
    assert!(
        text.contains("subjects.results.LateCount is not linearizable: "),
        "{text}"
    );
    assert!(text.contains("size()"), "{text}");
}

#[test]
fn failures_are_still_failures() {
    let text = check(&machine(), 1, &[&bank::classes(), "bank.Account"]);
    assert!(
        text.contains("bank.Account is not thread-safe: withdraw() throws IllegalStateException"),
        "{text}"
    );
    assert!(!text.contains("afterwards"), "{text}");
}

#[test]
fn correct_classes_of_the_jdk_are_left_alone() {
    let atomic = "java.util.concurrent.atomic.AtomicLong";
    check(&machine(), 0, &[atomic, "--budget", "3s"]);
    let queue = "java.util.concurrent.ConcurrentLinkedQueue";
    let methods = ["offer", "poll", "peek", "isEmpty"];
    let mut arguments = vec![queue, "--budget", "3s"];
    arguments.extend(methods.iter().flat_map(|method| ["--methods", *method]));
    let text = check(&machine(), 0, &arguments);
    assert!(text.contains("nothing found in"), "{text}");
}

#[test]
fn without_the_option_results_do_not_matter() {
    machine()
        .raddle([
            "check",
            &subjects(),
            "subjects.results.RacyTally",
            "--budget",
            "1s",
        ])
        .assert()
        .code(0);
}
