//! What raddle finds, and how soon, beside what ConTeGe as published finds: `cargo bench -p raddle --bench generators -- SECONDS CLASS…`.
//!
//! Both get the same classes, seed, workers and seconds a class, one after the other in one run. ConTeGe has its own generator and
//! the JVM's own threads; the default has raddle's of both. Without classes: JDK classes that are not thread-safe, and the models of
//! the bugs in ConTeGe's Table 1.

#[path = "../tests/subjects/machinery.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod machinery;

use std::process::Command;

use serde_json::Value;

const SECONDS: u64 = 300;

const CLASSES: &[&str] = &[
    "java.lang.StringBuffer",
    "java.util.Vector",
    "java.util.Hashtable",
    "java.util.BitSet",
    "java.text.SimpleDateFormat",
    "subjects.models.LegacyAxis",
    "subjects.models.LegacyBufferedInput",
    "subjects.models.LegacyLogger",
    "subjects.models.PooledSource",
    "subjects.models.SegmentedMap",
];

const MODES: [(&str, &[&str]); 2] = [
    ("default", &[]),
    ("contege", &["--generator", "contege", "--scheduler", "jvm"]),
];

fn main() {
    let mut arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let seconds = match arguments.first().map(|first| first.parse()) {
        Some(Ok(seconds)) => {
            arguments.remove(0);
            seconds
        }
        _ => SECONDS,
    };
    if arguments.is_empty() {
        arguments = CLASSES.iter().map(|class| (*class).to_owned()).collect();
    }
    println!(
        "{seconds} s a class, seed 1; seconds until a violation is confirmed, and tests until then"
    );
    println!("{:<40} {:>22} {:>22}", "", MODES[0].0, MODES[1].0);
    for class in &arguments {
        let [ours, theirs] = MODES.map(|(_, options)| check(class, seconds, options));
        println!("{class:<40} {ours:>22} {theirs:>22}");
    }
}

/// How a class fares, in a few words.
fn check(class: &str, seconds: u64, options: &[&str]) -> String {
    let found = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", class, "--format", "json", "--report"])
        .arg(found.path())
        .arg("--budget")
        .arg(format!("{seconds}s"))
        .arg("-cp")
        .arg(machinery::classes())
        .args(options)
        .output()
        .expect("raddle starts");
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return String::from_utf8_lossy(&output.stderr)
            .lines()
            .next()
            .unwrap_or("no answer")
            .to_owned();
    };
    let class = &report["classes"][0];
    let effort = &class["effort"];
    let (took, tests) = (&effort["seconds"], &effort["tests"]);
    match class["verdict"].as_str() {
        Some("unsafe") => format!("{:.1} s, {tests}", took.as_f64().unwrap_or_default()),
        _ => format!("no, {tests}"),
    }
}
