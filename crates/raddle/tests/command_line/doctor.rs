//! `raddle doctor`, seen from outside.

use crate::machine::Machine;
use insta::assert_snapshot;

/// What doctor prints, without the lines about the kernel and the cores: those are the machine's.
fn doctor(machine: &Machine, code: i32, java_home: Option<&str>) -> String {
    let mut command = machine.raddle(["doctor"]);
    if let Some(home) = java_home {
        command.env("JAVA_HOME", home);
    }
    let output = command
        .assert()
        .code(code)
        .stderr("")
        .get_output()
        .stdout
        .clone();
    let mut text = String::new();
    let mut dropped = false;
    for line in machine.redact(&output).lines() {
        let kernel = ["  Landlock  ", "  seccomp   ", "  cores     "];
        dropped = kernel.iter().any(|name| line.contains(name))
            || dropped && line.trim_start().starts_with("to do: ");
        if !dropped {
            text += line;
            text += "\n";
        }
    }
    text
}

#[test]
fn a_machine_with_everything() {
    let machine = Machine::new();
    machine.jdk("jdk-17", "17.0.15");
    machine.jdk("jdk-21", "21.0.2");
    machine.jdk("jdk-8", "1.8.0_392");
    machine.program("mvn", "echo 'Apache Maven 3.9.9 (xyz)'");
    assert_snapshot!(doctor(&machine, 0, None), @r"
    raddle 0.1.0
    ok       JDK         21.0.2 (Acme), [machine]/jdks/jdk-21; the newest of 2 found
    ok       libjvm      [machine]/jdks/jdk-21/lib/server/libjvm.so
    ok       javac       [machine]/jdks/jdk-21/bin/javac
    -        other JDK   17.0.15 (Acme), [machine]/jdks/jdk-17
    -        other Java  [machine]/jdks/jdk-8: Java 8 is too old, raddle needs 11 or later
    ok       Maven       3.9.9, [machine]/bin/mvn
    ");
}

#[test]
fn an_empty_machine() {
    assert_snapshot!(doctor(&Machine::new(), 2, None), @r"
    raddle 0.1.0
    missing  JDK       no JDK was found: JAVA_HOME is not set, there is no java on PATH, and none of the usual folders holds one
                       to do: install a JDK, 17 or later (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless), or name the folder of one with --java-home or JAVA_HOME
    limited  Maven     not found; only coordinates that were resolved before can be used as targets
                       to do: install Maven (Debian and Ubuntu: apt-get install maven), or put its mvn on PATH
    ");
}

#[test]
fn java_home_that_leads_nowhere() {
    let machine = Machine::new();
    machine.jdk("jdk-21", "21.0.2");
    assert_snapshot!(doctor(&machine, 2, Some("/no/such/folder")), @r"
    raddle 0.1.0
    missing  JDK        JAVA_HOME names /no/such/folder, which cannot be used: there is no such folder
                        to do: set JAVA_HOME to the folder of a JDK, or unset it to use the newest one found
    -        other JDK  21.0.2 (Acme), [machine]/jdks/jdk-21
    limited  Maven      not found; only coordinates that were resolved before can be used as targets
                        to do: install Maven (Debian and Ubuntu: apt-get install maven), or put its mvn on PATH
    ");
}

#[test]
fn a_runtime_without_a_compiler_and_a_maven_that_does_not_start() {
    let machine = Machine::new();
    let home = machine.jdk("jdk-21", "21.0.2");
    std::fs::remove_file(home.join("bin/javac")).expect("it was there");
    machine.program("mvn", "exit 1");
    assert_snapshot!(doctor(&machine, 0, None), @r"
    raddle 0.1.0
    ok       JDK       21.0.2 (Acme), [machine]/jdks/jdk-21; the only one found
    ok       libjvm    [machine]/jdks/jdk-21/lib/server/libjvm.so
    limited  javac     not in this JDK; raddle needs it only to compile tests it has written as Java source
                       to do: install the full JDK 21 (Debian and Ubuntu: apt-get install openjdk-21-jdk-headless), not the runtime alone
    limited  Maven     [machine]/bin/mvn does not start; only coordinates that were resolved before can be used as targets
                       to do: run `[machine]/bin/mvn -v`, which says what is wrong
    ");
}

#[test]
fn json_has_the_same_and_a_schema() {
    let machine = Machine::new();
    let home = machine.jdk("jdk-21", "21.0.2");
    machine.jdk("jdk-8", "1.8.0_392");
    let arguments = ["doctor", "--format", "json"];
    let output = machine
        .raddle(arguments)
        .assert()
        .code(0)
        .get_output()
        .stdout
        .clone();
    let document: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["ready"], true);
    assert_eq!(document["jdk"]["home"], home.display().to_string());
    assert_eq!(document["jdk"]["feature"], 21);
    assert_eq!(document["jdk"]["why"], "the only one found");
    let jdks = document["jdks"].as_array().expect("a list");
    assert_eq!(jdks.len(), 2);
    assert_eq!(jdks[0]["used"], true);
    assert_eq!(
        jdks[0]["sources"][0],
        machine.path().join("jdks").display().to_string()
    );
    assert_eq!(
        jdks[1]["unusable"],
        "Java 8 is too old, raddle needs 11 or later"
    );
    assert_eq!(document["maven"], serde_json::Value::Null);
    assert!(document["sandbox"]["landlock"]["available"].is_boolean());
    assert!(document["sandbox"]["seccomp"]["actions"].is_array());
    let checks = document["checks"].as_array().expect("a list");
    assert!(
        checks
            .iter()
            .any(|check| check["name"] == "Maven" && check["status"] == "limited")
    );
}

#[test]
fn json_of_an_empty_machine_says_not_ready() {
    let machine = Machine::new();
    let arguments = ["doctor", "--format", "json"];
    let output = machine
        .raddle(arguments)
        .assert()
        .code(2)
        .get_output()
        .stdout
        .clone();
    let document: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!(document["ready"], false);
    assert_eq!(document["jdk"], serde_json::Value::Null);
}

#[test]
fn the_option_wins_over_java_home() {
    let machine = Machine::new();
    let (old, new) = (machine.jdk("jdk-17", "17"), machine.jdk("jdk-21", "21"));
    let old = old.display().to_string();
    let output = machine
        .raddle(["doctor", "--java-home", &old])
        .env("JAVA_HOME", new)
        .assert()
        .code(0)
        .get_output()
        .stdout
        .clone();
    let text = machine.redact(&output);
    assert!(
        text.contains("17 (Acme), [machine]/jdks/jdk-17; --java-home names it"),
        "{text}"
    );
}
