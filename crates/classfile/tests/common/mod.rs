//! Compiles the Java sources beside this with the JDK at hand.

use std::path::{Path, PathBuf};
use std::process::Command;

/// `javac` of JAVA_HOME, of the usual folder, or of the PATH.
fn javac() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/jvm")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .chain(installed)
        .map(|home| home.join("bin/javac"))
        .find(|javac| javac.is_file())
        .unwrap_or("javac".into())
}

/// The class files that come of `tests/java/<source>`, with their names.
pub fn compile(source: &str) -> Vec<(String, Vec<u8>)> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/java")
        .join(source);
    let output = Command::new(javac())
        .args(["-g", "-parameters", "-nowarn", "--release", "17", "-d"])
        .arg(directory.path())
        .arg(source)
        .output()
        .expect("these tests need a JDK with javac: set JAVA_HOME");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut classes = Vec::new();
    let mut folders = vec![directory.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a readable directory") {
            let path = entry.expect("a readable directory").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .file_stem()
                    .expect("a file name")
                    .to_string_lossy()
                    .into_owned();
                classes.push((name, std::fs::read(path).expect("a readable class")));
            }
        }
    }
    classes.sort();
    classes
}
