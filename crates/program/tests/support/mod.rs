//! What the tests need: the JDK in use, classes compiled on the spot, jars made of them.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use raddle_program::jdk::{Environment, Jdk};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use tempfile::TempDir;

/// The JDK that raddle would use here.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| {
        let choice = Environment::of_this_process().choose(None);
        choice.expect("the tests need a JDK").jdk
    })
}

/// The JDK alone, opened once a test binary.
pub fn jdk_program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| Program::open(jdk(), &[]).expect("the JDK's image opens"))
}

pub fn name(binary: &str) -> ClassName {
    ClassName::from_binary(binary)
}

/// Compiled classes in a directory of their own.
pub struct Compiled {
    directory: TempDir,
}

impl Compiled {
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn program(&self) -> Program {
        self.program_with(&[])
    }

    pub fn program_with(&self, more: &[PathBuf]) -> Program {
        let mut path = vec![self.path().to_owned()];
        path.extend_from_slice(more);
        Program::open(jdk(), &path).expect("opens")
    }

    pub fn read(&self, class: &str) -> Vec<u8> {
        fs::read(self.path().join(class).with_extension("class")).expect("compiled")
    }

    /// All class files as entries of a jar.
    pub fn entries(&self) -> Vec<(String, Vec<u8>)> {
        let mut entries = Vec::new();
        let mut waiting = vec![self.path().to_owned()];
        while let Some(directory) = waiting.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    let name = path
                        .strip_prefix(self.path())
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned();
                    entries.push((name, fs::read(&path).unwrap()));
                }
            }
        }
        entries.sort();
        entries
    }
}

/// Compiles Java sources, given as file name and text, with the JDK's javac.
pub fn compile(sources: &[(&str, &str)]) -> Compiled {
    compile_with(sources, &[])
}

/// The same with options for javac.
pub fn compile_with(sources: &[(&str, &str)], options: &[&str]) -> Compiled {
    let text = tempfile::tempdir().expect("temporary directory");
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut command = Command::new(jdk().javac().expect("the tests need javac"));
    command
        .args(["-nowarn", "-Xlint:none", "-d"])
        .arg(directory.path())
        .args(options);
    for (file, source) in sources {
        let path = text.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, source).unwrap();
        command.arg(path);
    }
    let output = command.output().expect("javac starts");
    assert!(
        output.status.success(),
        "javac: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Compiled { directory }
}

/// Writes a jar of these entries.
pub fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut writer = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in entries {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap();
}
