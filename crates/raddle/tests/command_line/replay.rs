//! `raddle replay`, seen from outside.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bank::{self, machine};
use crate::machine::Machine;

/// A violation in a class of its own, and its file.
fn violation(machine: &Machine) -> PathBuf {
    let source = machine.file(
        "src/shop/Stock.java",
        b"package shop;
public class Stock {
    private int items = 1;
    public void take() {
        if (items > 0) {
            items--;
            if (items < 0) throw new IllegalStateException();
        }
    }
}
",
    );
    compile(machine, &source);
    let arguments = [
        "classes",
        "shop.Stock",
        "--report",
        "found",
        "--handover",
        "threads",
    ];
    machine.raddle(["check"]).args(arguments).assert().code(1);
    let files: Vec<PathBuf> = fs::read_dir(machine.path().join("found"))
        .expect("the folder was made")
        .map(|entry| entry.expect("entry").path())
        .collect();
    assert_eq!(files.len(), 1);
    files[0].clone()
}

fn compile(machine: &Machine, source: &Path) {
    bank::compile(&[source.to_owned()], &machine.path().join("classes"));
}

fn replay(machine: &Machine, file: &Path, code: i32, arguments: &[&str]) -> (String, String) {
    let mut command = machine.raddle(["replay"]);
    let output = command
        .arg(file)
        .args(arguments)
        .assert()
        .code(code)
        .get_output()
        .clone();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn it_happens_again_every_time() {
    let machine = machine();
    let file = violation(&machine);
    let (text, notes) = replay(&machine, &file, 1, &["--times", "500"]);
    assert!(
        text.contains("shop.Stock is not thread-safe: take() throws IllegalStateException"),
        "{text}"
    );
    assert!(
        text.contains("it happened again in 500 of 500 executions"),
        "{text}"
    );
    assert_eq!(notes, "");
    let (text, _) = replay(&machine, &file, 1, &["--format", "json"]);
    let replayed: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&replayed["happened"], &replayed["times"]),
        (&Value::from(10), &Value::from(10))
    );
    assert_eq!(replayed["explained"], false);
    assert_eq!(replayed["changes"], Value::Array(Vec::new()));
}

#[test]
fn a_corrected_class_is_noticed_and_does_not_fail() {
    let machine = machine();
    let file = violation(&machine);
    let source = machine.path().join("src/shop/Stock.java");
    let corrected = fs::read_to_string(&source)
        .expect("source")
        .replace("void take", "synchronized void take");
    fs::write(&source, corrected).expect("written");
    compile(&machine, &source);
    let (text, notes) = replay(&machine, &file, 0, &[]);
    assert!(
        text.contains("it did not happen again in 10 executions"),
        "{text}"
    );
    assert!(
        notes.contains("the class shop.Stock has changed since the violation was found"),
        "{notes}"
    );
}

#[test]
fn what_is_missing_is_told() {
    let machine = machine();
    let file = violation(&machine);
    fs::rename(machine.path().join("classes"), machine.path().join("gone")).expect("renamed");
    let (text, notes) = replay(&machine, &file, 2, &[]);
    assert_eq!(text, "");
    assert!(notes.contains("classes"), "{notes}");
    let broken = machine.file("broken.json", b"{\"schema\": 1}");
    let (_, notes) = replay(&machine, &broken, 2, &[]);
    assert!(
        notes.contains("not a violation as raddle writes it"),
        "{notes}"
    );
    let newer = machine.file("newer.json", b"{\"schema\": 99}");
    let (_, notes) = replay(&machine, &newer, 2, &[]);
    assert!(notes.contains("written by a newer raddle"), "{notes}");
    let (_, notes) = replay(&machine, Path::new("none.json"), 2, &[]);
    assert!(notes.contains("none.json cannot be read"), "{notes}");
}
