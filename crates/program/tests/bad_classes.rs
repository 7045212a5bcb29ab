//! Classes that cannot be used, and names that name none: each answer says what is wrong and what to do.

mod support;

use std::fs;

use raddle_program::container::limits;
use raddle_program::describe;
use raddle_program::error::{ClassError, LookupError};
use raddle_program::program::Program;
use raddle_program::testable::{NotTestable, Testability};
use support::{compile, jar, jdk, jdk_program, name};

#[test]
fn truncated_class() {
    let compiled = compile(&[(
        "A.java",
        "public class A { public int get() { return 1; } }",
    )]);
    let bytes = compiled.read("A");
    let jar_path = compiled.path().join("cut.jar");
    let lengths = [0, 3, 9, bytes.len() / 2, bytes.len() - 1];
    for length in lengths {
        jar(&jar_path, &[("A.class", &bytes[..length])]);
        let program = Program::open(jdk(), std::slice::from_ref(&jar_path)).unwrap();
        let error = program.class(&name("A")).unwrap_err();
        assert!(matches!(error, ClassError::Malformed { .. }), "{error}");
        let message = error.to_string();
        assert!(
            message.contains("class file of A") && message.contains("cut.jar"),
            "{message}"
        );
    }
}

#[test]
fn class_version_too_new() {
    let compiled = compile(&[("A.java", "public class A { }")]);
    let mut bytes = compiled.read("A");
    bytes[6..8].copy_from_slice(&(44 + 99u16).to_be_bytes());
    // A newer format may contain anything.
    bytes.truncate(20);
    fs::write(compiled.path().join("A.class"), bytes).unwrap();
    let program = compiled.program();
    let error = program.class(&name("A")).unwrap_err();
    assert!(
        matches!(error, ClassError::TooNew { needed: 99, .. }),
        "{error}"
    );
    let message = error.to_string();
    let used = format!("JDK in use is {}", jdk().feature().number());
    assert!(
        message.contains("Java 99") && message.contains(&used) && message.contains("--java-home"),
        "{message}"
    );
    let row = &describe::jar(&program, compiled.path()).unwrap().classes[0];
    assert!(matches!(
        &row.testable,
        Testability::NotTestable {
            reason: NotTestable::TooNew,
            ..
        }
    ));
}

#[test]
fn missing_superclass() {
    let compiled = compile(&[
        ("p/Base.java", "package p; public class Base { }"),
        ("p/Face.java", "package p; public interface Face { }"),
        (
            "p/Middle.java",
            "package p; public class Middle extends Base { }",
        ),
        (
            "p/Leaf.java",
            "package p; public class Leaf extends Middle { public void f() { } }",
        ),
        (
            "p/Impl.java",
            "package p; public class Impl implements Face { public void f() { } }",
        ),
    ]);
    fs::remove_file(compiled.path().join("p/Base.class")).unwrap();
    fs::remove_file(compiled.path().join("p/Face.class")).unwrap();
    let program = compiled.program();
    for (class, needs, missing) in [
        ("p.Leaf", "p.Middle", "p.Base"),
        ("p.Impl", "p.Impl", "p.Face"),
    ] {
        let class = program.class(&name(class)).unwrap();
        let error = describe::class(&program, &class).unwrap_err();
        assert!(
            matches!(&error, ClassError::MissingSupertype { .. }),
            "{error}"
        );
        let message = error.to_string();
        assert!(
            message.contains(needs) && message.contains(missing) && message.contains("--classpath"),
            "{message}"
        );
    }
    let described = describe::jar(&program, compiled.path()).unwrap();
    assert_eq!(described.testable, 0);
    for row in &described.classes {
        let Testability::NotTestable {
            reason, message, ..
        } = &row.testable
        else {
            panic!("{row:?}");
        };
        assert_eq!(*reason, NotTestable::MissingSupertype);
        assert!(message.contains("supertype"), "{message}");
    }
    // The others are not harmed: the index has them all.
    assert!(program.index().find(&name("p.Leaf")).is_some());
}

#[test]
fn circular_superclasses() {
    let one = compile(&[
        ("A.java", "public class A extends B { }"),
        ("B.java", "public class B { }"),
    ]);
    let two = compile(&[
        ("A.java", "public class A { }"),
        ("B.java", "public class B extends A { }"),
    ]);
    fs::write(one.path().join("B.class"), two.read("B")).unwrap();
    let program = one.program();
    let class = program.class(&name("A")).unwrap();
    let error = describe::class(&program, &class).unwrap_err();
    assert!(matches!(error, ClassError::Circular { .. }), "{error}");
    assert!(
        !program
            .is_subtype(&name("A"), &name("java.util.List"))
            .unwrap()
    );
    // The index walks in circles, too, and ends.
    let index = program.index();
    let (a, b) = (
        index.find(&name("A")).unwrap(),
        index.find(&name("B")).unwrap(),
    );
    assert_eq!(index.subtypes(a), [b]);
    assert_eq!(index.supertypes(a), [b]);
}

#[test]
fn the_wrong_class_in_a_file() {
    let compiled = compile(&[("p/A.java", "package p; public class A { }")]);
    fs::write(compiled.path().join("A.class"), compiled.read("p/A")).unwrap();
    let program = compiled.program();
    let error = program.class(&name("A")).unwrap_err();
    assert!(matches!(error, ClassError::WrongName { .. }), "{error}");
    assert!(error.to_string().contains("holds class p.A"), "{error}");
    assert_eq!(program.index().broken().len(), 1);
}

#[test]
fn huge_class_files() {
    let compiled = compile(&[("A.java", "public class A { }")]);
    let file = fs::File::create(compiled.path().join("B.class")).unwrap();
    file.set_len(limits::CLASS_BYTES * 1_000).unwrap();
    let program = compiled.program();
    let error = program.class(&name("B")).unwrap_err();
    assert!(matches!(error, ClassError::Container(_)), "{error}");
    assert!(error.to_string().contains("B.class"), "{error}");
    assert_eq!(program.index().broken().len(), 1);
}

#[test]
fn a_name_that_does_not_exist() {
    let program = jdk_program();
    for (typed, meant) in [
        ("java.lang.StringBufer", "java.lang.StringBuffer"),
        (
            "java.util.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentHashMap",
        ),
        ("StringBuffer", "java.lang.StringBuffer"),
        ("java.lang.stringbuffer", "java.lang.StringBuffer"),
        ("java.utli.Vector", "java.util.Vector"),
        ("Entry", "java.util.Map$Entry"),
    ] {
        let error = program.lookup(typed).unwrap_err();
        let LookupError::Unknown(unknown) = &error else {
            panic!("{error}");
        };
        assert!(
            unknown.nearest.contains(&name(meant)),
            "{typed}: {:?}",
            unknown.nearest
        );
        let message = error.to_string();
        assert!(
            message.contains(typed) && message.contains("did you mean"),
            "{message}"
        );
    }
    assert_eq!(
        program.nearest("java.lang.StringBufer")[0],
        name("java.lang.StringBuffer"),
        "the likeliest first"
    );
    for nonsense in [
        "",
        "xyzzy.Plugh.Frobnicate",
        "..",
        "\u{1f9f6}",
        "java.lang.String[]",
    ] {
        let error = program.lookup(nonsense).unwrap_err();
        assert!(matches!(error, LookupError::Unknown(_)), "{error}");
    }
    // Both spellings of a member class are known.
    assert_eq!(
        program.lookup("java.util.Map.Entry").unwrap().name(),
        &name("java.util.Map$Entry")
    );
    assert_eq!(
        program.lookup("java.util.Map$Entry").unwrap().name(),
        &name("java.util.Map$Entry")
    );
}

fn refusal(program: &Program, class: &str) -> (NotTestable, String, Vec<String>) {
    let class = program.lookup(class).unwrap();
    match describe::class(program, &class).unwrap().testable {
        Testability::NotTestable {
            reason,
            message,
            instead,
        } => (
            reason,
            message,
            instead.iter().map(|name| name.binary()).collect(),
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn interfaces_and_abstract_classes() {
    let program = jdk_program();
    let (reason, message, instead) = refusal(program, "java.util.List");
    assert_eq!(reason, NotTestable::Interface);
    assert!(
        message.contains("java.util.List is an interface")
            && message.contains("java.util.ArrayList"),
        "{message}"
    );
    assert!(
        instead.contains(&"java.util.Vector".to_owned()),
        "{instead:?}"
    );
    let (reason, message, instead) = refusal(program, "java.util.AbstractList");
    assert_eq!(reason, NotTestable::Abstract);
    assert!(
        message.contains("abstract") && message.contains("such as"),
        "{message}"
    );
    assert!(
        instead.contains(&"java.util.ArrayList".to_owned()),
        "{instead:?}"
    );

    let compiled = compile(&[
        (
            "p/Lonely.java",
            "package p; public interface Lonely { void f(); }",
        ),
        (
            "p/Base.java",
            "package p; public abstract class Base { public void f() { } public static Base of() { return null; } }",
        ),
        (
            "p/Only.java",
            "package p; public abstract class Only { public void f() { } }",
        ),
        (
            "p/Child.java",
            "package p; public class Child extends Only { }",
        ),
    ]);
    let program = compiled.program();
    let (reason, message, instead) = refusal(&program, "p.Lonely");
    assert_eq!((reason, &instead[..]), (NotTestable::Interface, &[][..]));
    assert!(message.contains("no implementation"), "{message}");
    let (_, message, _) = refusal(&program, "p.Only");
    assert!(
        message.contains("test its subclass p.Child instead"),
        "{message}"
    );
    // An abstract class with a factory of its own is as good as any.
    let base = describe::class(&program, &program.lookup("p.Base").unwrap()).unwrap();
    assert_eq!(base.testable, Testability::Testable);
}
