//! `raddle check`, seen from outside.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::bank::{self, machine};
use crate::machine::Machine;

/// What `check` prints, which must end with this exit code.
fn check(machine: &Machine, code: i32, arguments: &[&str]) -> String {
    let mut command = machine.raddle(["check"]);
    let output = command
        .args(arguments)
        .assert()
        .code(code)
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("UTF-8")
}

fn json(machine: &Machine, code: i32, arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.extend(["--format", "json"]);
    serde_json::from_str(&check(machine, code, &all)).expect("JSON")
}

#[test]
fn a_race_is_found_and_told() {
    let text = check(&machine(), 1, &[&bank::classes(), "bank.Account"]);
    for part in [
        "bank.Account is not thread-safe: withdraw() throws IllegalStateException",
        "Account account1 = new Account();",
        "// main thread          // thread 2",
        "account1.withdraw();    account1.withdraw();",
        "reads account1.balance = 10  Account.java:8",
        "writes account1.balance = -10  Account.java:9",
        "throws IllegalStateException",
        "java.lang.IllegalStateException: overdrawn: -10",
        "at bank.Account.withdraw (Account.java:10)",
        "Both linearizations:",
        "every call returns",
        "raddle replay ",
        "bank.Account: 1 violation in",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_deadlock_is_found_and_told() {
    let text = check(&machine(), 1, &[&bank::classes(), "bank.Teller"]);
    for part in [
        "help(Teller) and help(Teller), run at the same time, wait forever",
        "locks teller",
        "waits forever for the lock of teller",
        ", which main thread holds",
        ", which thread 2 holds",
        "at bank.Teller.helped (Teller.java:12)",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_builder_is_told_what_to_build() {
    let text = check(&machine(), 1, &[&bank::classes(), "bank.Vault"]);
    for part in [
        "fill() throws IllegalStateException when it runs at the same time as itself",
        ".capacity(",
        ".build();",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_class_that_cannot_be_made_is_an_error() {
    let text = check(&machine(), 2, &[&bank::classes(), "bank.Bankrupt"]);
    let reason = "bank.Bankrupt could not be tested: bank.Bankrupt cannot be instantiated";
    assert!(text.contains(reason), "{text}");
}

#[test]
fn a_correct_class_is_left_alone() {
    let text = check(
        &machine(),
        0,
        &[&bank::classes(), "bank.SafeAccount", "--budget", "2s"],
    );
    assert!(
        text.contains("bank.SafeAccount: nothing found in"),
        "{text}"
    );
    assert!(text.contains("1 of 1 pairs of methods"), "{text}");
}

#[test]
fn the_same_seed_finds_the_same_violation_with_any_number_of_jobs() {
    let machine = machine();
    let found = |jobs: &str| {
        let results = json(
            &machine,
            1,
            &[
                &bank::classes(),
                "bank.Teller",
                "--seed",
                "5",
                "--jobs",
                jobs,
            ],
        );
        let violation = &results["classes"][0]["violations"][0];
        assert_eq!(results["seed"], 5);
        (
            violation["test"].clone(),
            violation["schedule"].clone(),
            violation["found"].clone(),
        )
    };
    let alone = found("1");
    assert_ne!(alone.0, Value::Null);
    assert_eq!(alone, found("3"));
}

#[test]
fn a_folder_of_classes_becomes_a_table() {
    let text = check(&machine(), 1, &[&bank::classes(), "--budget", "20s"]);
    let line = |class: &str| {
        let found = text.lines().rfind(|line| line.starts_with(class));
        found
            .unwrap_or_else(|| panic!("{class} in\n{text}"))
            .to_owned()
    };
    assert!(
        line("bank.Account ").contains("unsafe         withdraw() throws IllegalStateException")
    );
    assert!(line("bank.Teller ").contains("unsafe         help(Teller) and help(Teller)"));
    assert!(line("bank.SafeAccount ").contains("nothing found"));
    assert!(line("bank.Branch$Hidden ").contains("not testable"));
    // What synchronizes is supposed to be thread-safe, and comes first.
    let place = |class: &str| text.rfind(&format!("\n{class} ")).expect("a line");
    assert!(place("bank.SafeAccount") < place("bank.Account"));
    assert!(text.contains(" unsafe, "), "{text}");
}

#[test]
fn what_a_factory_makes_is_tested_through_its_interface() {
    let target = "bank.Branch#counter()";
    let text = check(&machine(), 1, &[target, "-cp", &bank::classes()]);
    for part in [
        "bank.Branch#counter() is not thread-safe: next() throws ArrayIndexOutOfBoundsException",
        "Counter counter1 = Branch.counter();",
        "Branch.java:17",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn several_violations_are_collected_if_wanted() {
    let machine = machine();
    let arguments = [
        &bank::classes(),
        "bank.Account",
        "--keep-going",
        "--budget",
        "2s",
    ];
    let results = json(&machine, 1, &arguments);
    let violations = results["classes"][0]["violations"]
        .as_array()
        .expect("a list");
    assert_eq!(
        violations.len(),
        1,
        "there is only one, however often it is met"
    );
    assert!(
        results["classes"][0]["effort"]["seconds"]
            .as_f64()
            .expect("a number")
            > 1.5
    );
}

#[test]
fn methods_can_be_chosen() {
    let machine = machine();
    let arguments = [&bank::classes(), "bank.Account", "--exclude", "withdraw"];
    let mut command = machine.raddle(["check"]);
    let output = command
        .args(arguments)
        .assert()
        .code(2)
        .stdout("")
        .get_output()
        .stderr
        .clone();
    let text = String::from_utf8(output).expect("UTF-8");
    assert!(
        text.contains("no method of bank.Account is left to test"),
        "{text}"
    );
}

#[test]
fn bad_usage_is_told() {
    let machine = machine();
    for (arguments, message) in [
        (vec!["no.such.Thing"], "no.such.Thing"),
        (
            vec!["java.lang.String", "--budget", "soon"],
            "`soon` is no time",
        ),
        (
            vec!["java.lang.String", "--scheduler", "fifo"],
            "there is no scheduler `fifo`",
        ),
        (vec!["java.lang.Runnable"], "java.lang.Runnable"),
    ] {
        let mut command = machine.raddle(["check"]);
        let output = command
            .args(&arguments)
            .assert()
            .code(2)
            .stdout("")
            .get_output()
            .stderr
            .clone();
        let text = String::from_utf8(output).expect("UTF-8");
        assert!(text.contains(message), "{message} in\n{text}");
    }
}

#[test]
fn ctrl_c_ends_it_within_a_second_and_leaves_nothing_behind() {
    let machine = machine();
    let temporary = tempfile::tempdir().expect("a folder");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_raddle"));
    let mut child = command
        .args([
            "check",
            &bank::classes(),
            "bank.SafeAccount",
            "--budget",
            "10m",
        ])
        .env_clear()
        .env("HOME", machine.path().join("home"))
        .env("RADDLE_JDK_FOLDERS", machine.path().join("jdks"))
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    std::thread::sleep(Duration::from_secs(3));
    let left = || {
        std::fs::read_dir(temporary.path())
            .expect("readable")
            .count()
    };
    assert_ne!(left(), 0, "workers have folders of their own");
    let interrupted = Instant::now();
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
    let status = child.wait().expect("it ends");
    let took = interrupted.elapsed();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().expect("piped"), &mut text)
        .expect("UTF-8");
    assert_eq!(status.code(), Some(0), "{text}");
    assert!(
        text.contains("bank.SafeAccount: nothing found in"),
        "{text}"
    );
    assert!(took < Duration::from_millis(1500), "{took:?}");
    assert_eq!(left(), 0);
}
