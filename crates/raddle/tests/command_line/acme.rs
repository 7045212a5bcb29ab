//! A small Java library, compiled by the JDK the tests run on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use raddle_program::jdk::{Environment, Jdk};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A JDK with a compiler.
pub static JDK: LazyLock<Jdk> = LazyLock::new(|| {
    let discovery = Environment::of_this_process().discover(None);
    let mut with_javac = discovery.usable().filter(|jdk| jdk.javac().is_some());
    with_javac
        .next()
        .expect("the tests need a JDK with javac; `./dev test` says how to get one")
        .clone()
});

struct Compiled {
    folder: TempDir,
}

/// Made once for all tests.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/acme/com/acme");
    let sources: Vec<PathBuf> = fs::read_dir(sources)
        .expect("fixtures")
        .map(|entry| entry.expect("entry").path())
        .collect();
    let classes = folder.path().join("classes");
    let status = Command::new(JDK.javac().expect("chosen for it"))
        .args(["--release", "11", "-d"])
        .arg(&classes)
        .args(sources)
        .status()
        .expect("javac starts");
    assert!(status.success(), "javac failed");
    pack(&classes, &folder.path().join("acme.jar"));
    Compiled { folder }
});

/// The library as a folder of class files.
pub fn classes() -> PathBuf {
    COMPILED.folder.path().join("classes")
}

/// The library as a jar.
pub fn jar() -> PathBuf {
    COMPILED.folder.path().join("acme.jar")
}

fn pack(classes: &Path, jar: &Path) {
    let mut archive = zip::ZipWriter::new(fs::File::create(jar).expect("jar"));
    for entry in fs::read_dir(classes.join("com/acme")).expect("compiled") {
        let path = entry.expect("entry").path();
        let name = path.file_name().expect("a file").to_str().expect("ASCII");
        archive
            .start_file(format!("com/acme/{name}"), SimpleFileOptions::default())
            .expect("entry");
        archive
            .write_all(&fs::read(&path).expect("class file"))
            .expect("written");
    }
    archive.finish().expect("complete");
}
