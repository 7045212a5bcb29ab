//! Scripts for the harness in `tests/java`, which calls thunks in real JVMs with full verification.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_testcase::{Callee, GeneratedClass, TestFile, ThunkBase};

use crate::jdk;

const BASE: ThunkBase<'static> = ThunkBase {
    class: "ThunkBase",
    method: "apply",
};

/// The table of values that the harness starts with, by type.
pub const VALUES: [(&str, usize); 13] = [
    ("null", 0),
    ("Z", 1),
    ("B", 2),
    ("S", 3),
    ("C", 4),
    ("I", 5),
    ("J", 6),
    ("F", 7),
    ("D", 8),
    ("Ljava/lang/String;", 9),
    ("[I", 10),
    ("[[Ljava/lang/String;", 11),
    ("Ljava/util/List;", 12),
];

/// A script for the harness, with the classes it needs.
pub struct Script {
    /// Where the classes are.
    pub folder: tempfile::TempDir,
    lines: String,
    expected: Vec<String>,
}

impl Script {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("thunks")).unwrap();
        Self {
            folder,
            lines: String::new(),
            expected: Vec::new(),
        }
    }

    /// Calls the callee with values of the table; gives the index of the result in the table.
    pub fn call(&mut self, callee: &Callee, arguments: &[usize], expected: &str) -> usize {
        let name = format!("raddle/Thunk${}", self.expected.len());
        let thunk = callee.thunk(&name, BASE).unwrap();
        for GeneratedClass { name, bytes } in thunk.stub.iter().chain([&thunk.class]) {
            let file = format!("thunks/{}.class", name.replace('/', "."));
            fs::write(self.folder.path().join(file), bytes).unwrap();
        }
        self.lines.push_str(&name.replace('/', "."));
        for argument in arguments {
            write!(self.lines, " {argument}").unwrap();
        }
        self.lines.push('\n');
        self.expected.push(expected.to_owned());
        VALUES.len() + self.expected.len() - 1
    }

    /// Runs the script on every JDK under test and compares what is printed.
    pub fn run(&self, more_sources: &[PathBuf]) {
        let folder = self.folder.path();
        let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let mut sources = ["ThunkBase.java", "Harness.java", "Targets.java"]
            .map(|name| java.join(name))
            .to_vec();
        sources.extend_from_slice(more_sources);
        fs::write(folder.join("script"), &self.lines).unwrap();
        for jdk in jdk::compilers() {
            let classes = folder.join(format!("classes{}", jdk.version().as_str()));
            jdk::javac(&jdk, &sources, &classes, &[]);
            let (thunks, script) = (folder.join("thunks"), folder.join("script"));
            let arguments = [
                "Harness",
                thunks.to_str().unwrap(),
                script.to_str().unwrap(),
            ];
            let printed = jdk::java(&jdk, &classes, &arguments);
            for (number, (line, expected)) in printed.lines().zip(&self.expected).enumerate() {
                assert_eq!(
                    line,
                    expected,
                    "line {number} on {}",
                    jdk.version().as_str()
                );
            }
            assert_eq!(printed.lines().count(), self.expected.len());
        }
    }
}

/// Reads one call in the form people write.
pub fn callee(json: &str) -> Callee {
    let prefix = r#"{ "let": "x", "new": "Object()" }"#;
    let file = TestFile::from_json(&format!(
        r#"{{ "imports": ["java.util.List"], "prefix": [{prefix}], "suffixes": [[{json}]] }}"#
    ));
    file.unwrap().test.suffixes[0][0].callee.clone()
}
