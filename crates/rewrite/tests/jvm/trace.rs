//! Hooks are called for what happens, in order, with what they need to know.

use crate::homes;
use crate::support::{EVERYTHING, folder_classes, jvm, write_class};
use raddle_rewrite::{Options, RESET_METHOD, SiteKind, SiteTable, relocate};

/// What the sections of `Traced`'s output must be. A site is written as its line and what is there.
const EXPECTED: &str = "\
-- field falsefalse
enter Traced @24 SynchronizedMethod
method @24 Method
getfield Traced @24 GetField x
method end @24 Method
exit Traced
-- classLock falsefalse
enter class Traced @28 SynchronizedMethod
method @28 Method
putstatic @28 PutStatic shared
touch @28 PutStatic shared
method end @28 Method
exit class Traced
-- block falsefalse
method @32 Method
touch @32 GetStatic LOCK
enter int[] @32 MonitorEnter
putfield Traced @33 PutField wide
exit int[]
method end @32 Method
-- arrays falsefalse
method @38 Method
load int[] 2 @38 ArrayLoad
store double[] 1 @38 ArrayStore
method end @38 Method
-- loop falsefalse
method @42 Method
backward
backward
method end @42 Method
-- throwing falsefalse
enter Traced @50 SynchronizedMethod
method @50 Method
method end @50 Method
exit Traced
-- calls falsefalse
method @54 Method
touch @54 GetStatic LOCK
notifyAll int[]
wait int[] 7
nanoTime
exit 42
method end @54 Method
-- atomics falsefalse
method @60 Method
touch @60 GetStatic WIDE
varHandle Traced @60 VarHandle compareAndSet
touch @60 GetStatic INTS
varHandle int[][2] @60 VarHandle getVolatile
method end @60 Method
-- alive
method @65 Method
isAlive
method end @65 Method
-- reset
5 null 0 false true
";

/// Writes sites in the recorder's output as what they are.
fn named(output: &str, tables: &[(u32, SiteTable)]) -> String {
    let mut text = String::new();
    for line in output.lines() {
        match line.split_once('#') {
            None => text += line,
            Some((event, number)) => {
                let number: u32 = number.parse().expect("a site's number");
                let (base, table) = tables
                    .iter()
                    .rfind(|(base, _)| *base <= number)
                    .expect("a site of some class");
                let site = &table.sites[(number - base) as usize];
                let member = table
                    .member(site)
                    .map_or(String::new(), |member| format!(" {}", member.name));
                text += &format!("{event}@{} {:?}{member}", site.line, site.kind);
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn hooks_see_what_happens() {
    for (version, home) in homes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let sources = format!("java.base={}", jvm::source("recorder").display());
        let recorder = "recorder/java/util/RaddleRecorder.java";
        jvm::compile_with(
            &home,
            recorder,
            &path("patch"),
            &["--patch-module", &sources],
        );
        jvm::compile(&home, "Traced.java", &path("original"));
        let options = Options {
            host: "java/util/RaddleRecorder",
            site_base: 0,
            reset_statics: true,
            ..EVERYTHING
        };
        let mut tables = Vec::new();
        for (name, bytes) in folder_classes(&path("original")) {
            let mut rewritten = raddle_rewrite::rewrite(&bytes, &options)
                .expect("a good class")
                .expect("hooks");
            assert!(rewritten.resettable == (name != "Traced$Runner"), "{name}");
            // The sites of all classes get numbers of their own.
            let base = 100_000 * (tables.len() as u32 + 1);
            relocate(&mut rewritten.bytes, rewritten.site_constants.clone(), base);
            write_class(&path("rewritten"), &name, &rewritten.bytes);
            let kept =
                SiteTable::from_bytes(&rewritten.sites.to_bytes()).expect("what was written");
            assert_eq!(kept, rewritten.sites);
            tables.push((base, kept));
        }
        let mut command = jvm::java(&home, &[("java.base", &path("patch"))]);
        command.arg("-cp").arg(path("rewritten")).arg("Traced");
        let printed = named(&jvm::text(&jvm::run(&mut command)), &tables);
        let (start, rest) = printed
            .split_once("-- ")
            .unwrap_or_else(|| panic!("{printed}"));
        assert!(start.starts_with("pause\n"), "JDK {version}:\n{printed}");
        assert!(
            start.contains("initialised Traced\nresume\n"),
            "JDK {version}:\n{printed}"
        );
        assert_eq!(format!("-- {rest}"), EXPECTED, "JDK {version}");
        assert!(!printed.contains(RESET_METHOD));
    }
}

#[test]
fn sites_name_their_methods() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, home) = homes().remove(0);
    jvm::compile(&home, "Traced.java", folder.path());
    let classes = folder_classes(folder.path());
    let (_, bytes) = classes
        .iter()
        .find(|(name, _)| name == "Traced")
        .expect("it was compiled");
    let rewritten = raddle_rewrite::rewrite(bytes, &EVERYTHING)
        .expect("a good class")
        .expect("hooks");
    let table = &rewritten.sites;
    assert_eq!(
        (table.class.as_str(), table.source_file.as_deref()),
        ("Traced", Some("Traced.java"))
    );
    let class = raddle_classfile::ClassFile::parse(bytes).expect("a good class");
    for site in &table.sites {
        let method = class.methods().nth(site.method.into()).expect("a method");
        assert_eq!(method.name(), *table.method(site).expect("its name").name);
        let code = method.code().expect("good code").expect("some code");
        let at = code
            .instructions()
            .map(|i| i.expect("good code"))
            .find(|i| i.pc == site.pc)
            .expect("an instruction");
        let expected = match site.kind {
            SiteKind::GetField => "getfield",
            SiteKind::PutField => "putfield",
            SiteKind::GetStatic => "getstatic",
            SiteKind::PutStatic => "putstatic",
            SiteKind::MonitorEnter => "monitorenter",
            SiteKind::Atomic | SiteKind::VarHandle => "invokevirtual",
            SiteKind::ArrayLoad
            | SiteKind::ArrayStore
            | SiteKind::SynchronizedMethod
            | SiteKind::Method => continue,
        };
        assert_eq!(at.opcode.mnemonic(), expected);
    }
    // The constants stand where they are said to be, with consecutive numbers.
    let constants = &rewritten.bytes[rewritten.site_constants.clone()];
    assert_eq!(constants.len(), 5 * table.sites.len());
    for (number, constant) in constants.chunks(5).enumerate() {
        assert_eq!(constant[0], 3);
        assert_eq!(constant[1..], (1_000_000 + number as u32).to_be_bytes());
    }
}
