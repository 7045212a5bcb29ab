//! Compiles raddle's Java runtime and lists its classes for embedding.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=java");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let classes = out.join("classes");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("the output folder can be written");

    let mut sources = Vec::new();
    for root in ["java/src", "java/stubs"] {
        files(Path::new(root), "java", &mut sources);
    }
    // The language level of the oldest JDK raddle runs on. Strings are concatenated without invokedynamic, because the
    // runtime is at work before and beneath its linkage.
    let status = Command::new(javac())
        .args([
            "-nowarn",
            "-Xlint:-options",
            "-source",
            "11",
            "-target",
            "11",
        ])
        .args(["-g:source,lines", "-XDstringConcat=inline"])
        .args(["--patch-module", "java.base=java/src:java/stubs", "-d"])
        .arg(&classes)
        .args(&sources)
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "raddle's Java runtime did not compile: a JDK with javac is needed, found through JAVA_HOME, PATH or /usr/lib/jvm"
    );

    let mut compiled = Vec::new();
    files(&classes, "class", &mut compiled);
    let mut list = String::from("[\n");
    for file in &compiled {
        let name = file
            .strip_prefix(&classes)
            .expect("found below")
            .with_extension("");
        let name = name.to_str().expect("our own names are ASCII");
        if name.starts_with("java/lang/Raddle") || name == "java/util/EventListenerProxy" {
            writeln!(list, "    ({name:?}, include_bytes!({file:?})),")
                .expect("writing to a string");
        }
    }
    list.push(']');
    fs::write(out.join("classes.rs"), list).expect("the output folder can be written");
}

fn javac() -> PathBuf {
    let in_home = |home: PathBuf| Some(home.join("bin/javac")).filter(|javac| javac.is_file());
    env::var_os("JAVA_HOME")
        .and_then(|home| in_home(home.into()))
        .or_else(|| {
            let path = env::var_os("PATH")?;
            env::split_paths(&path)
                .map(|folder| folder.join("javac"))
                .find(|javac| javac.is_file())
        })
        .or_else(|| {
            let mut homes: Vec<_> = fs::read_dir("/usr/lib/jvm")
                .ok()?
                .flatten()
                .map(|entry| entry.path())
                .collect();
            homes.sort();
            homes.into_iter().rev().find_map(in_home)
        })
        .unwrap_or_else(|| PathBuf::from("javac"))
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .expect("a folder of ours")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}
