//! Has a JVM verify rewritten classes: all of java.base, and of any jars.
//!
//! ```text
//! cargo run --release -p raddle-rewrite --example verify -- JAVA_HOME [jar…]
//! ```
//!
//! All of java.base is rewritten with every hook, and a JVM is started on it that links every class of it with verification on.
//! Then the same for the classes of the jars, which may use each other. Hooks do nothing, so what runs must run as ever. A class that
//! fails is linked in its original form too: what fails there is not our doing.

#[path = "../tests/support/mod.rs"]
mod support;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use raddle_program::container::{Container, JdkImage};
use raddle_rewrite::Options;
use support::{EVERYTHING, HOST, Tally, host, jvm, write_class};

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(home) = arguments.next() else {
        eprintln!("usage: verify JAVA_HOME [jar…]");
        std::process::exit(2);
    };
    let jars: Vec<PathBuf> = arguments.collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let patch = folder.path().join("java.base");
    let main = folder.path().join("main");
    jvm::compile(&home, "Link.java", &main);
    write_class(&patch, HOST, &host::idle(HOST));

    let image = JdkImage::open(&home.join("lib/modules")).expect("the JDK's image");
    let base: Vec<String> = image
        .packages_with_modules()
        .filter(|(_, module)| *module == "java.base")
        .map(|(package, _)| package.replace('.', "/"))
        .collect();
    let container = Container::Image(image);
    let in_base = |name: &str| {
        name.rsplit_once('/')
            .is_some_and(|(package, _)| base.iter().any(|p| p == package))
    };
    let names = rewrite_all(&container, in_base, &EVERYTHING, &patch, "java.base");
    let mut failed = link(&home, &patch, &main, folder.path(), &names, &[]);

    let rewritten: Vec<PathBuf> = (0..jars.len())
        .map(|number| folder.path().join(format!("jar{number}")))
        .collect();
    let path: Vec<&OsStr> = rewritten
        .iter()
        .zip(&jars)
        .flat_map(|(a, b)| [a.as_os_str(), b.as_os_str()])
        .collect();
    for classes in &rewritten {
        fs::create_dir_all(classes).expect("a writable folder");
    }
    for (jar, classes) in jars.iter().zip(&rewritten) {
        let title = jar
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let container = Container::open(jar, 17).expect("a jar");
        let options = Options {
            reset_statics: true,
            ..EVERYTHING
        };
        let names = rewrite_all(&container, |_| true, &options, classes, &title);
        failed |= link(&home, &patch, &main, folder.path(), &names, &path);
    }
    std::process::exit(i32::from(failed));
}

/// Rewrites the classes that are `wanted` into `folder`; returns the names of all of them.
fn rewrite_all(
    container: &Container,
    wanted: impl Fn(&str) -> bool,
    options: &Options<'_>,
    folder: &Path,
    title: &str,
) -> Vec<String> {
    let located = container.classes().expect("a readable container");
    let mut classes = Vec::new();
    container.scan(
        located.iter().filter(|class| wanted(&class.name)),
        |class, bytes| {
            classes.push((
                class.name.to_string(),
                bytes.expect("a readable class").to_vec(),
            ));
        },
    );
    let start = Instant::now();
    for (_, bytes) in &classes {
        let _ = std::hint::black_box(raddle_rewrite::rewrite(bytes, options));
    }
    let time = start.elapsed();
    let mut tally = Tally::default();
    for (name, bytes) in &classes {
        let opened = (name == "java/lang/Thread").then(|| {
            let mut bytes = bytes.clone();
            host::open_thread(&mut bytes);
            bytes
        });
        tally.rewrite(name, opened.as_ref().unwrap_or(bytes), options, folder);
    }
    println!(
        "{title}: {} classes, {} changed, {} sites, {:.1} us a class",
        tally.classes,
        tally.changed,
        tally.sites,
        time.as_secs_f64() * 1e6 / tally.classes.max(1) as f64
    );
    println!("  {:?}", tally.stats);
    for (name, error) in &tally.errors {
        println!("  not rewritten: {name}: {error}");
    }
    classes
        .into_iter()
        .map(|(name, _)| name.replace('/', "."))
        .collect()
}

/// Links the classes and prints what came of it. Returns whether one failed.
fn link(
    home: &Path,
    patch: &Path,
    main: &Path,
    folder: &Path,
    names: &[String],
    path: &[&OsStr],
) -> bool {
    let list = folder.join("names");
    fs::write(&list, names.join("\n")).expect("a writable folder");
    let start = Instant::now();
    let printed = jvm::link(home, patch, main, &list, path);
    print!("{printed}");
    println!("  linked in {:.1} s", start.elapsed().as_secs_f64());
    !printed.contains("failed 0\n")
}
