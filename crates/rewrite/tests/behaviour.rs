//! A program does the same with hooks that do nothing as without hooks, and its methods are still compiled.

mod support;

use std::path::Path;

use raddle_rewrite::{Level, Options};
use support::{EVERYTHING, HOST, Tally, folder_classes, host, jvm, write_class};

struct Case {
    _folder: tempfile::TempDir,
    patch: std::path::PathBuf,
    original: std::path::PathBuf,
    rewritten: std::path::PathBuf,
    tally: Tally,
}

/// `Program`, compiled and rewritten.
fn program(home: &Path, options: &Options<'_>) -> Case {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let (patch, original, rewritten) = (path("patch"), path("original"), path("rewritten"));
    jvm::compile(home, "Program.java", &original);
    write_class(&patch, HOST, &host::idle(HOST));
    let mut tally = Tally::default();
    for (name, bytes) in folder_classes(&original) {
        if tally.rewrite(&name, &bytes, options, &rewritten).is_none() {
            write_class(&rewritten, &name, &bytes);
        }
    }
    assert!(tally.errors.is_empty(), "{:?}", tally.errors);
    Case {
        _folder: folder,
        patch,
        original,
        rewritten,
        tally,
    }
}

#[test]
fn a_program_prints_the_same() {
    for (version, home) in jvm::homes() {
        let options = Options {
            reset_statics: true,
            ..EVERYTHING
        };
        for options in [
            options,
            Options {
                level: Level::Locks,
                coverage: false,
                ..options
            },
        ] {
            let case = program(&home, &options);
            let run = |classes: &Path| {
                let mut command = jvm::java(&home, &[("java.base", &case.patch)]);
                let output = jvm::run(command.arg("-cp").arg(classes).arg("Program"));
                let uncaught = String::from_utf8_lossy(&output.stderr).contains("uncaught");
                assert!(uncaught, "{}", String::from_utf8_lossy(&output.stderr));
                jvm::text(&output)
            };
            let expected = run(&case.original);
            assert!(expected.lines().count() > 30, "{expected}");
            assert_eq!(
                run(&case.rewritten),
                expected,
                "JDK {version}, {:?}",
                options.level
            );
            assert!(case.tally.stats.synchronized >= 5, "{:?}", case.tally.stats);
            assert!(case.tally.stats.replaced >= 12, "{:?}", case.tally.stats);
            assert!(case.tally.stats.resettable >= 1, "{:?}", case.tally.stats);
            assert_eq!(
                case.tally.stats.enums_not_reset, 1,
                "{:?}",
                case.tally.stats
            );
        }
    }
}

/// Code whose monitors the compilers take for unbalanced is only ever interpreted: silently, and very slowly.
#[test]
fn synchronized_methods_are_compiled() {
    for (version, home) in jvm::homes() {
        let case = program(&home, &EVERYTHING);
        for tier in ["-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"] {
            let mut command = jvm::java(&home, &[("java.base", &case.patch)]);
            command.args(["-Xbatch", "-XX:+PrintCompilation", tier]);
            command
                .arg("-XX:CompileCommand=quiet")
                .arg("-XX:CompileCommand=compileonly,Program::*");
            command
                .arg("-Xcomp")
                .arg("-cp")
                .arg(&case.rewritten)
                .arg("Program");
            let printed = jvm::text(&jvm::run(&mut command));
            for method in [
                "Program::locked ",
                "Program::lockedStatic ",
                "Program::throwing ",
                "Program::nested ",
            ] {
                assert!(
                    printed.contains(method),
                    "JDK {version} {tier}: {method} not compiled:\n{printed}"
                );
            }
            let skipped: Vec<_> = printed
                .lines()
                .filter(|line| line.contains("COMPILE SKIPPED"))
                .collect();
            assert_eq!(skipped, Vec::<&str>::new(), "JDK {version} {tier}");
        }
    }
}
