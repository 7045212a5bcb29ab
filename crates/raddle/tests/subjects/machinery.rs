//! The subjects compiled, and workers to run them on.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use raddle_program::jdk::{Environment, Jdk};
use raddle_testcase::TestFile;
use raddle_vm::{Bench, Compiler, Handover, Sandbox, Worker, WorkerOptions};
use tempfile::TempDir;

/// A JDK and a way to hand over.
pub struct Ground {
    jdk: Jdk,
    handover: Handover,
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JDK {} with {:?}", self.jdk.version(), self.handover)
    }
}

impl Ground {
    /// A worker that the operating system may move about.
    pub fn worker(&self) -> Worker {
        self.worker_on(None)
    }

    /// A worker on one core, as raddle's commands use them.
    pub fn pinned_worker(&self) -> Worker {
        self.worker_on(Some(0))
    }

    /// A worker that falls back on threads where continuations cannot be suspended.
    pub fn bench(&self) -> Bench {
        Bench::new(self.options(None))
    }

    /// Where the JDK is.
    pub fn java_home(&self) -> &Path {
        self.jdk.home()
    }

    /// The JDK's launcher.
    pub fn java(&self) -> PathBuf {
        self.jdk.java()
    }

    fn worker_on(&self, core: Option<usize>) -> Worker {
        Worker::new(self.options(core))
    }

    fn options(&self, core: Option<usize>) -> WorkerOptions {
        WorkerOptions {
            command: (
                env!("CARGO_BIN_EXE_raddle").into(),
                vec!["worker".to_owned()],
            ),
            libjvm: self.jdk.libjvm().to_owned(),
            class_path: vec![CLASSES.path().to_owned()],
            handover: self.handover,
            compiler: Compiler::Thorough,
            sandbox: Sandbox::On,
            coverage: Vec::new(),
            hang: Duration::from_secs(10),
            core,
        }
    }
}

/// Every JDK found, with every way to hand over that it has.
pub fn grounds() -> Vec<Ground> {
    let discovery = Environment::of_this_process().discover(None);
    let mut grounds = Vec::new();
    for jdk in discovery.usable() {
        grounds.push(Ground {
            jdk: jdk.clone(),
            handover: Handover::Threads,
        });
        if jdk.feature().number() >= Handover::FIRST_WITH_CONTINUATIONS {
            grounds.push(Ground {
                jdk: jdk.clone(),
                handover: Handover::Continuations,
            });
        }
    }
    assert!(
        !grounds.is_empty(),
        "the tests need a JDK; `./dev test` says how to get one"
    );
    grounds
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects")
}

/// Where the subjects' class files are.
pub fn classes() -> &'static Path {
    CLASSES.path()
}

static CLASSES: LazyLock<TempDir> = LazyLock::new(|| {
    let discovery = Environment::of_this_process().discover(None);
    let javac = discovery
        .usable()
        .find_map(Jdk::javac)
        .expect("the tests need a JDK with javac")
        .to_owned();
    let classes = tempfile::tempdir().expect("temporary folder");
    let mut sources = Vec::new();
    collect(&folder().join("src"), &mut sources);
    let mut command = Command::new(javac);
    command
        .args(["--release", "11", "-nowarn", "-Xlint:-options", "-d"])
        .arg(classes.path())
        .args(sources);
    assert!(
        command.status().expect("javac starts").success(),
        "the subjects do not compile"
    );
    classes
});

fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("subjects") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|ending| ending == "java") {
            sources.push(path);
        }
    }
}

/// Where a subject's test is.
pub fn path_of(name: &str) -> PathBuf {
    folder().join("tests").join(format!("{name}.json"))
}

/// The text of a subject's test.
pub fn text_of(name: &str) -> String {
    fs::read_to_string(path_of(name)).expect("a subject's test")
}

/// A subject's test.
pub fn subject(name: &str) -> TestFile {
    TestFile::from_json(&text_of(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All of them, by name.
pub fn subjects() -> Vec<(String, TestFile)> {
    let entries = fs::read_dir(folder().join("tests")).expect("subjects");
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            Some(
                entry
                    .ok()?
                    .file_name()
                    .to_str()?
                    .strip_suffix(".json")?
                    .to_owned(),
            )
        })
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| (name.clone(), subject(&name)))
        .collect()
}
