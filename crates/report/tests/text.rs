//! Reports as people read them.

use std::path::PathBuf;

use insta::assert_snapshot;
use raddle_engine::{CallId, Found, Unexplained};
use raddle_report::{Access, Document, Jdk, Linearization, Place, Source, Step, StepKind, Subject};
use raddle_testcase::{Part, Position, TestFile};
use raddle_vm::{
    End, Frame, Handover, Outcome, Stuck, SuffixEnd, SuffixOutcome, Thrown, Value, Waits,
};

fn at(file: &str, line: u32) -> Option<Place> {
    Some(Place {
        class: "a.B".to_owned(),
        method: "m".to_owned(),
        file: Some(file.to_owned()),
        line: Some(line),
    })
}

fn step(thread: u8, what: StepKind, at: Option<Place>) -> Step {
    Step { thread, what, at }
}

fn access(thread: u8, access: Access, target: &str, times: u32, line: u32) -> Step {
    let target = target.to_owned();
    step(
        thread,
        StepKind::Access {
            access,
            target,
            value: (line < 20).then(|| line.to_string()),
            times,
        },
        at("B.java", line),
    )
}

fn frame(method: &str, line: Option<u32>) -> Frame {
    Frame {
        class: "a.B".to_owned(),
        method: method.to_owned(),
        file: Some("B.java".to_owned()),
        line,
    }
}

fn suffix(end: SuffixEnd) -> SuffixOutcome {
    SuffixOutcome {
        results: Vec::new(),
        end,
    }
}

/// A made-up violation of `a.B.put(int)` beside `a.B.clear()`.
fn document() -> Document {
    let test = r#"{
        "prefix": [{ "let": "b", "new": "a.B()" }],
        "suffixes": [
            [{ "call": "int a.B.put(int)", "on": "b", "args": [1] }],
            [{ "call": "void a.B.clear()", "on": "b" }]
        ]
    }"#;
    let thrown = Thrown {
        class: "java.lang.ArrayIndexOutOfBoundsException".to_owned(),
        message: Some("Index 3 out of bounds for length 0".to_owned()),
        frames: vec![frame("slot", None), frame("put", Some(12))],
    };
    Document {
        schema: 1,
        raddle: "0.1.0".to_owned(),
        message: "a.B is not thread-safe: put(int) throws ArrayIndexOutOfBoundsException when it runs at the same \
                  time as clear(); neither of the 2 orders in which the calls can run one after the other does."
            .to_owned(),
        subject: Subject {
            name: "a.B".to_owned(),
            class: "a.B".to_owned(),
            hash: None,
        },
        jdk: Jdk {
            home: PathBuf::from("/jdk"),
            version: "25".to_owned(),
            vendor: None,
        },
        class_path: Vec::new(),
        test: TestFile::from_json(test).expect("a test"),
        source: Source {
            prefix: vec!["B b = new B();".to_owned()],
            suffixes: vec![vec!["b.put(1)".to_owned()], vec!["b.clear()".to_owned()]],
            statements: vec![vec!["b.put(1);".to_owned()], vec!["b.clear();".to_owned()]],
            afterwards: Vec::new(),
        },
        schedule: "0x3 1x3 0x1".parse().expect("a schedule"),
        handover: Handover::Threads,
        unexplained: Unexplained::Exception {
            class: thrown.class.clone(),
            call: CallId { suffix: 0, call: 0 },
        },
        outcome: Outcome {
            end: End::Completed,
            exit_status: None,
            prefix: None,
            prefix_returned: 1,
            suffixes: vec![
                suffix(SuffixEnd::Threw(thrown.clone())),
                SuffixOutcome {
                    results: vec![Value::Null],
                    end: SuffixEnd::Finished,
                },
            ],
            afterwards: None,
            helpers: Vec::new(),
        },
        interleaving: vec![
            step(
                0,
                StepKind::Call {
                    text: "b.put(1)".to_owned(),
                },
                None,
            ),
            access(0, Access::Read, "b.used", 2, 10),
            step(
                1,
                StepKind::Call {
                    text: "b.clear()".to_owned(),
                },
                None,
            ),
            access(1, Access::Write, "b.slots", 1, 20),
            step(
                1,
                StepKind::Folded {
                    class: "java.util.Arrays".to_owned(),
                    reads: ["x".to_owned()].into(),
                    writes: ["y".to_owned(), "z".to_owned()].into(),
                },
                None,
            ),
            step(1, StepKind::Returned { value: None }, None),
            step(0, StepKind::Omitted { steps: 7 }, None),
            access(0, Access::Atomic, "b.slots", 1, 12),
            step(
                0,
                StepKind::Threw {
                    class: thrown.class,
                    message: thrown.message,
                },
                at("B.java", 12),
            ),
        ],
        linearizations: vec![
            Linearization {
                count: 1,
                order: vec!["put(int)".to_owned(), "clear()".to_owned()],
                ending: "every call returns".to_owned(),
            },
            Linearization {
                count: 1,
                order: vec!["clear()".to_owned(), "put(int)".to_owned()],
                ending: "put(int) throws IllegalStateException".to_owned(),
            },
        ],
        found: Found {
            seed: 1,
            stream: 2,
            test: 3,
            strategy: "bounded:1".parse().expect("a strategy"),
        },
    }
}

#[test]
fn an_exception() {
    assert_snapshot!(document().text(100, Some("raddle replay b.json")));
}

#[test]
fn narrow_terminals_break_lines() {
    assert_snapshot!(document().text(60, None));
}

#[test]
fn a_deadlock_says_who_holds_what() {
    let mut document = document();
    let stuck = |variable: u16, owner: u8, line: u32| {
        suffix(SuffixEnd::Stuck(Stuck {
            waits: Waits::Lock,
            object: Some(Value::Object {
                class: "a.B".to_owned(),
                variable: Some(raddle_testcase::VarId(variable)),
            }),
            owner: Some(raddle_schedule::ThreadId(owner)),
            frames: vec![frame("put", Some(line))],
        }))
    };
    document.outcome.end = End::Deadlock;
    document.outcome.suffixes = vec![stuck(0, 1, 5), stuck(7, 0, 6)];
    document.interleaving.clear();
    assert_snapshot!(document.text(100, None));
}

/// The same calls, which all return, but not what they should.
fn odd_results() -> Document {
    let mut document = document();
    document.message = "a.B is not linearizable: put(int) and clear(), run at the same time, come to results that do not fit together; the only order in which the calls can run one after the other does not come to them.".to_owned();
    let test = document.test.to_json().replace(
        "\"suffixes\"",
        r#""afterwards": [
            { "call": "int a.B.size()", "on": "b" },
            { "call": "Object[] a.B.toArray()", "on": "b" },
            { "call": "long a.B.age()", "on": "b" }
        ], "suffixes""#,
    );
    document.test = TestFile::from_json(&test).expect("a test");
    document.source.afterwards = ["b.size();", "b.toArray();", "b.age();"]
        .map(str::to_owned)
        .to_vec();
    let plain = |class: &str, text: &str| Value::Plain {
        class: format!("java.lang.{class}"),
        text: text.to_owned(),
    };
    let finished = |results| SuffixOutcome {
        results,
        end: SuffixEnd::Finished,
    };
    document.outcome.suffixes[0] = finished(vec![plain("Integer", "3")]);
    let contents = Value::Collection {
        class: "[Ljava.lang.Object;".to_owned(),
        elements: vec![plain("String", "a"), Value::Null],
        length: 2,
    };
    let afterwards = vec![plain("Integer", "1"), contents, plain("Long", "99")];
    document.outcome.afterwards = Some(finished(afterwards));
    document.unexplained = Unexplained::Results {
        left_out: [Position {
            part: Part::Afterwards,
            index: 2,
        }]
        .into(),
    };
    document.interleaving.clear();
    document.linearizations.truncate(1);
    document.linearizations[0].ending =
        "main thread: 3; thread 2: void; afterwards: 0, Object[] {}, 98".to_owned();
    document
}

#[test]
fn results_are_told_call_by_call() {
    assert_snapshot!(odd_results().text(100, None));
}

#[test]
fn results_survive_being_written_down() {
    let document = odd_results();
    let again = Document::from_json(&document.to_json()).expect("readable");
    assert_eq!(again, document);
}

#[test]
fn a_document_survives_being_written_down() {
    let document = document();
    let again = Document::from_json(&document.to_json()).expect("readable");
    assert_eq!(again, document);
    assert_eq!(again.id(), document.id());
    let newer = document
        .to_json()
        .replacen("\"schema\": 1", "\"schema\": 2", 1);
    let error = Document::from_json(&newer).expect_err("newer");
    assert_eq!(
        error.to_string(),
        "written by a newer raddle (schema 2, this one knows 1)"
    );
}
