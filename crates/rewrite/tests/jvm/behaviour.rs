//! A program does the same with hooks that do nothing as without hooks, and its methods are still compiled.

use std::path::{Path, PathBuf};

use crate::homes;
use crate::support::{EVERYTHING, HOST, Tally, folder_classes, host, jvm, write_class};
use raddle_rewrite::{Level, Options};

const RESET: Options<'static> = Options {
    reset_statics: true,
    ..EVERYTHING
};

const LOCKS: Options<'static> = Options {
    level: Level::Locks,
    coverage: false,
    ..RESET
};

/// `Program`, compiled for a JDK.
struct Program {
    home: PathBuf,
    folder: tempfile::TempDir,
}

impl Program {
    fn compile(home: PathBuf) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        jvm::compile(&home, "Program.java", &folder.path().join("original"));
        write_class(&folder.path().join("patch"), HOST, &host::idle(HOST));
        Self { home, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Rewrites it into the folder `name`.
    fn rewrite(&self, options: &Options<'_>, name: &str) -> Tally {
        let mut tally = Tally::default();
        for (class, bytes) in folder_classes(&self.path("original")) {
            if tally
                .rewrite(&class, &bytes, options, &self.path(name))
                .is_none()
            {
                write_class(&self.path(name), &class, &bytes);
            }
        }
        assert!(tally.errors.is_empty(), "{:?}", tally.errors);
        tally
    }

    /// Runs the classes in the folder `name`; returns what it prints.
    fn run(&self, name: &str, flags: &[&str]) -> String {
        let patch: &Path = &self.path("patch");
        let mut command = jvm::java(&self.home, &[("java.base", patch)]);
        command
            .args(flags)
            .arg("-cp")
            .arg(self.path(name))
            .arg("Program");
        let output = jvm::run(&mut command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("IllegalStateException: uncaught"),
            "{errors}"
        );
        jvm::text(&output)
    }
}

#[test]
fn a_program_prints_the_same_and_is_compiled() {
    for (version, home) in homes() {
        let program = Program::compile(home);
        let expected = program.run("original", &[]);
        assert!(expected.lines().count() > 30, "{expected}");
        for options in [RESET, LOCKS] {
            let folder = format!("{:?}", options.level);
            let stats = program.rewrite(&options, &folder).stats;
            assert!(stats.synchronized >= 5 && stats.replaced >= 12, "{stats:?}");
            assert_eq!(
                (stats.resettable, stats.enums_not_reset),
                (1, 1),
                "{stats:?}"
            );
            assert_eq!(
                program.run(&folder, &[]),
                expected,
                "JDK {version}, {folder}"
            );
        }
        for compiler in ["-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"] {
            compiles(&program, compiler, &version);
        }
    }
}

/// Code whose monitors a compiler takes for unbalanced is only ever interpreted: silently, and very slowly.
fn compiles(program: &Program, compiler: &str, version: &str) {
    let only = "-XX:CompileCommand=compileonly,Program::*";
    let flags = [compiler, only, "-Xcomp", "-Xbatch", "-XX:+PrintCompilation"];
    let printed = program.run("Full", &flags);
    for method in [
        "locked",
        "lockedStatic",
        "throwing",
        "nested",
        "whereLocked",
    ] {
        let name = format!("Program::{method} ");
        assert!(
            printed.contains(&name),
            "JDK {version} {compiler}: {method}:\n{printed}"
        );
    }
    let skipped: Vec<_> = printed
        .lines()
        .filter(|line| line.contains("SKIPPED"))
        .collect();
    assert!(skipped.is_empty(), "JDK {version} {compiler}: {skipped:#?}");
}
