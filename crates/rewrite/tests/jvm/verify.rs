//! The JVM's verifier takes what the rewriter makes.
//!
//! The packages here are those whose classes are tested most. All of java.base takes one command: see `examples/verify.rs`.

use crate::homes;
use crate::support::{EVERYTHING, HOST, Tally, dotted, host, jvm, module_classes, write_class};
use raddle_rewrite::{Level, Options};

const PACKAGES: [&str; 8] = [
    "java/util",
    "java/util/concurrent",
    "java/util/concurrent/atomic",
    "java/util/concurrent/locks",
    "java/io",
    "java/text",
    "java/time",
    "java/lang/ref",
];

const CLASSES: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Thread",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/AbstractStringBuilder",
    "java/lang/invoke/MethodHandleNatives",
];

fn wanted(name: &str) -> bool {
    CLASSES.contains(&name)
        || name
            .rsplit_once('/')
            .is_some_and(|(package, _)| PACKAGES.contains(&package))
}

#[test]
fn the_verifier_takes_rewritten_classes() {
    for (version, home) in homes() {
        for level in [Level::Full, Level::Locks] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let (patch, main) = (folder.path().join("patch"), folder.path().join("main"));
            jvm::compile(&home, "Link.java", &main);
            write_class(&patch, HOST, &host::idle(HOST));
            let options = Options {
                level,
                coverage: level == Level::Full,
                ..EVERYTHING
            };
            let mut tally = Tally::default();
            let classes = module_classes(&home, "java.base", wanted);
            for (name, bytes) in &classes {
                tally.rewrite(name, bytes, &options, &patch);
            }
            assert!(tally.errors.is_empty(), "{:?}", tally.errors);
            assert!(tally.changed > 200, "{tally:?}");

            // A class that is wrong must be noticed, or this shows nothing: this one returns without a value.
            let broken = "java/util/StringJoiner";
            let (_, bytes) = classes
                .iter()
                .find(|(name, _)| name == broken)
                .expect("a JDK has it");
            let mut bytes = bytes.clone();
            let class = raddle_classfile::ClassFile::parse(&bytes).expect("a good class");
            let length = class
                .methods()
                .find(|method| method.name() == "length")
                .expect("it has one");
            let end = length
                .code()
                .expect("good code")
                .expect("some code")
                .bytes_span()
                .end;
            bytes[end - 1] = raddle_classfile::Opcode::Return.byte();
            write_class(&patch, broken, &bytes);

            let names = classes.iter().map(|(name, _)| dotted(name));
            let linked = jvm::link(&home, &[("java.base", &patch)], &main, names, &[]);
            assert_eq!(linked.missing.len(), 0, "JDK {version}: {linked:?}");
            assert_eq!(linked.failed.len(), 1, "JDK {version}: {linked:?}");
            assert!(
                linked
                    .failed
                    .iter()
                    .all(|line| line.contains("StringJoiner")),
                "{linked:?}"
            );
        }
    }
}
