//! Which classes get which hooks when a test is to be run, by who they are.
//!
//! This stands here and not where classes are loaded, so that what is verified and compared (`examples/verify.rs`) is what runs.

use crate::{BRACKETED, Level, Options};

/// Who loads a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The boot loader or the platform loader: the class is the JDK's own.
    Jdk,
    /// Any other loader: the class is the program's.
    Program,
}

/// How far the JVM is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is still building itself, before it can run Java code of everybody's.
    Primordial,
    /// It runs.
    Running,
}

/// Packages of the JDK in which every access is an event: its public API, which users test. The rest of the JDK only has its locks
/// modelled, java.lang and what lies below, too: the JVM itself runs that at any time, and events there would be noise to everybody who
/// tests anything else.
const FULL: &[&str] = &["java/", "javax/"];
/// What management knows of classes, the garbage collector makes it forget at any time.
const NOT_FULL: &[&str] = &["java/lang/", "javax/management/"];
/// Below java.lang, what users share.
const FULL_CLASSES: &[&str] = &[
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/AbstractStringBuilder",
];

/// Classes of the JDK that keep pools of threads in static fields: the threads end with the execution that started them, so
/// the pools have to begin anew, too.
const RESET: &[&str] = &[
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/CompletableFuture",
    "java/util/concurrent/CompletableFuture$Delayer",
];

/// Classes that the JDK makes for reflection have loaders of their own, and names with a running number.
const REFLECTION: &str = "jdk/internal/reflect/";

fn level(name: &str, origin: Origin) -> Level {
    let is_in = |packages: &[&str]| packages.iter().any(|package| name.starts_with(package));
    let is_api = is_in(FULL) && !is_in(NOT_FULL);
    let full = origin == Origin::Program || is_api || FULL_CLASSES.contains(&name);
    if full { Level::Full } else { Level::Locks }
}

/// What to do with a class of this internal name. Its sites are numbered from 0, and its methods do not announce their entry and
/// exit, unless the caller says otherwise.
pub fn policy<'a>(host: &'a str, name: &str, origin: Origin, stage: Stage) -> Options<'a> {
    let origin = if name.starts_with(REFLECTION) {
        Origin::Jdk
    } else {
        origin
    };
    Options {
        host,
        level: level(name, origin),
        site_base: 0,
        reset_statics: origin == Origin::Program || RESET.contains(&name),
        touches: Some(RESET),
        coverage: false,
        // The hooks cannot be reached yet from the initialisers of the very first classes.
        brackets: stage == Stage::Running
            || !name.starts_with("java/lang/")
            || BRACKETED.iter().any(|(class, _)| *class == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_hooked_and_reset_and_most_of_the_jdk_is_neither() {
        let of = |name, origin| policy("host", name, origin, Stage::Running);
        for (name, origin, level, reset) in [
            ("app/Main", Origin::Program, Level::Full, true),
            ("java/util/Vector", Origin::Jdk, Level::Full, false),
            ("java/nio/CharBuffer", Origin::Jdk, Level::Full, false),
            ("javax/swing/Timer", Origin::Jdk, Level::Full, false),
            ("java/lang/ref/Reference", Origin::Jdk, Level::Locks, false),
            ("sun/nio/cs/UTF_8", Origin::Jdk, Level::Locks, false),
            ("java/lang/StringBuffer", Origin::Jdk, Level::Full, false),
            ("java/lang/String", Origin::Jdk, Level::Locks, false),
            (
                "jdk/internal/reflect/GeneratedMethodAccessor1",
                Origin::Program,
                Level::Locks,
                false,
            ),
            (
                "java/util/concurrent/ForkJoinPool",
                Origin::Jdk,
                Level::Full,
                true,
            ),
        ] {
            let options = of(name, origin);
            assert_eq!((options.level, options.reset_statics), (level, reset));
        }
    }

    #[test]
    fn the_first_classes_cannot_reach_the_hooks_from_their_initialisers() {
        let brackets = |name, stage| policy("host", name, Origin::Jdk, stage).brackets;
        assert!(!brackets("java/lang/String", Stage::Primordial));
        assert!(brackets("java/lang/String", Stage::Running));
        assert!(brackets("java/lang/ClassLoader", Stage::Primordial));
        assert!(brackets("java/util/HashMap", Stage::Primordial));
    }
}
