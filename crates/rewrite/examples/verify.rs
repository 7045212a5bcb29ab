//! Has a JVM verify rewritten classes: all of java.base, and of any jars.
//!
//! ```text
//! cargo run --release -p raddle-rewrite --example verify -- JAVA_HOME [jar…]
//! ```
//!
//! Everything is done twice: with every hook there is, and with those that classes get when a test is run
//! ([`raddle_rewrite::policy`]). All of java.base is rewritten, and a JVM is started on it that links every class of it with
//! verification on. Then the same for the classes of the jars, which may use each other. Then javac, rewritten together with
//! java.base, compiles the tests' subjects, and must make the same files as the original. Hooks do nothing, so what runs must
//! run as ever.
//!
//! A class that needs another one that is not there is linked in its original form too: that must need it as well.

#[path = "../tests/jvm/support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use raddle_program::container::Container;
use raddle_rewrite::{Options, Origin, Stage, policy};
use support::{EVERYTHING, HOST, Tally, dotted, host, jvm, write_class};

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(home) = arguments.next() else {
        eprintln!("usage: verify JAVA_HOME [jar…]");
        std::process::exit(2);
    };
    let jars: Vec<PathBuf> = arguments.collect();
    let mut good = true;
    for hooks in [Hooks::All, Hooks::AsTestsRun] {
        println!("{}", hooks.title());
        good &= verify(&home, &jars, hooks);
    }
    std::process::exit(i32::from(!good));
}

/// How much is put into the classes.
#[derive(Clone, Copy)]
enum Hooks {
    /// Whatever can be.
    All,
    /// What a worker's classes get.
    AsTestsRun,
}

impl Hooks {
    fn title(self) -> &'static str {
        match self {
            Self::All => "With every hook:",
            Self::AsTestsRun => "With the hooks of a test run:",
        }
    }

    fn options(self, name: &str, origin: Origin) -> Options<'static> {
        match self {
            Self::All => Options {
                reset_statics: origin == Origin::Program,
                ..EVERYTHING
            },
            // Brackets that the very first classes do without are more, not less.
            Self::AsTestsRun => policy(HOST, name, origin, Stage::Running),
        }
    }
}

fn verify(home: &Path, jars: &[PathBuf], hooks: Hooks) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (base, compiler) = (
        folder.path().join("java.base"),
        folder.path().join("jdk.compiler"),
    );
    let main = folder.path().join("main");
    jvm::compile(home, "Link.java", &main);
    write_class(&base, HOST, &host::idle(HOST));
    let patches = [("java.base", base.as_path())];

    let classes = support::module_classes(home, "java.base", |_| true);
    rewrite_all("java.base", &classes, hooks, Origin::Jdk, &base);
    let names = classes.iter().map(|(name, _)| dotted(name));
    let mut good = report(&jvm::link(home, &patches, &main, names, &[]), None);

    let rewritten: Vec<PathBuf> = (0..jars.len())
        .map(|number| folder.path().join(format!("jar{number}")))
        .collect();
    let originals: Vec<&OsStr> = jars.iter().map(|jar| jar.as_os_str()).collect();
    let mut path: Vec<&OsStr> = rewritten.iter().map(|folder| folder.as_os_str()).collect();
    path.extend(&originals);
    for folder in &rewritten {
        fs::create_dir_all(folder).expect("a writable folder");
    }
    for (jar, folder) in jars.iter().zip(&rewritten) {
        let classes = support::classes(&Container::open(jar, 17).expect("a jar"), |_| true);
        let title = jar.file_name().unwrap_or_default().to_string_lossy();
        rewrite_all(&title, &classes, hooks, Origin::Program, folder);
        let names = || classes.iter().map(|(name, _)| dotted(name));
        let linked = jvm::link(home, &patches, &main, names(), &path);
        let original = if linked.missing.is_empty() && linked.failed.is_empty() {
            None
        } else {
            Some(jvm::link(home, &[], &main, names(), &originals))
        };
        good &= report(&linked, original.as_ref());
    }

    // The loader that has javac is the one that has the program.
    let classes = support::module_classes(home, "jdk.compiler", |_| true);
    rewrite_all("jdk.compiler", &classes, hooks, Origin::Program, &compiler);
    good & javac_is_the_same(home, folder.path(), &base, &compiler)
}

/// Rewrites the classes into `folder` and says what came of it.
fn rewrite_all(
    title: &str,
    classes: &[(String, Vec<u8>)],
    hooks: Hooks,
    origin: Origin,
    folder: &Path,
) {
    let mut tally = Tally::default();
    for (name, bytes) in classes {
        let rewritten = tally.rewrite(name, bytes, &hooks.options(name, origin), folder);
        // What stays in its jar is signed or of another version, and does not go together with what left it.
        if rewritten.is_none() && origin == Origin::Program {
            write_class(folder, name, bytes);
        }
    }
    println!(
        "{title}: {} classes, {} changed, {} sites",
        tally.classes, tally.changed, tally.sites
    );
    println!("  {:?}", tally.stats);
    for (name, error) in &tally.errors {
        println!("  not rewritten: {name}: {error}");
    }
}

/// Says what came of linking. Returns whether all is well: nothing failed that did not fail in the original.
fn report(linked: &jvm::Linked, original: Option<&jvm::Linked>) -> bool {
    println!(
        "  verified {}, missing dependencies {}, failed {}",
        linked.linked,
        linked.missing.len(),
        linked.failed.len()
    );
    // Which of several missing classes is found to be missing first is left to chance.
    let class = |line: &String| line.split(':').next().map(str::to_owned);
    let none = jvm::Linked::default();
    let original = original.unwrap_or(&none);
    let failed: BTreeSet<_> = original.failed.iter().map(class).collect();
    let missing: BTreeSet<_> = original.missing.iter().map(class).collect();
    let new_failed = linked
        .failed
        .iter()
        .filter(|line| !failed.contains(&class(line)));
    let new_missing = linked
        .missing
        .iter()
        .filter(|line| !missing.contains(&class(line)));
    let new: Vec<_> = new_failed.chain(new_missing).collect();
    for line in &new {
        println!("  not so in the original: {line}");
    }
    new.is_empty()
}

/// Compiles the tests' subjects with the original and the rewritten javac.
fn javac_is_the_same(home: &Path, folder: &Path, base: &Path, compiler: &Path) -> bool {
    let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/src");
    let sources = sources(&subjects);
    let compile = |mut command: Command, into: &str| {
        let start = Instant::now();
        let output = jvm::run(
            command
                .args([
                    "-m",
                    "jdk.compiler/com.sun.tools.javac.Main",
                    "-nowarn",
                    "-Xlint:none",
                    "-d",
                ])
                .arg(folder.join(into))
                .args(&sources),
        );
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        println!(
            "  compiled by the {into} javac in {:.1} s",
            start.elapsed().as_secs_f64()
        );
        support::folder_classes(&folder.join(into))
            .into_iter()
            .collect::<BTreeMap<_, _>>()
    };
    let original = compile(jvm::java(home, &[]), "original");
    let patches = [("java.base", base), ("jdk.compiler", compiler)];
    let rewritten = compile(jvm::java(home, &patches), "rewritten");
    let same = original == rewritten && !original.is_empty();
    println!(
        "  {} class files, {}",
        original.len(),
        if same { "the same" } else { "NOT the same" }
    );
    same
}

/// The Java sources in a folder and below.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    paths.sort();
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "java");
    let mut sources: Vec<PathBuf> = files.into_iter().filter(is_source).collect();
    sources.extend(folders.iter().flat_map(|folder| self::sources(folder)));
    sources
}
