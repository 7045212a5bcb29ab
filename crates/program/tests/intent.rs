//! "Supposedly thread-safe", with its evidence.

mod support;

use raddle_program::intent::{Evidence, Intent, IntentVerdict};
use raddle_program::program::Program;
use support::{compile, jdk_program, name};

fn intent(program: &Program, class: &str) -> Intent {
    program
        .intent(&program.class(&name(class)).unwrap())
        .unwrap()
}

const ANNOTATIONS: [(&str, &str); 6] = [
    (
        "net/jcip/annotations/ThreadSafe.java",
        "package net.jcip.annotations; public @interface ThreadSafe { }",
    ),
    (
        "net/jcip/annotations/NotThreadSafe.java",
        "package net.jcip.annotations; public @interface NotThreadSafe { }",
    ),
    (
        "javax/annotation/concurrent/Immutable.java",
        "package javax.annotation.concurrent; public @interface Immutable { }",
    ),
    (
        "javax/annotation/concurrent/GuardedBy.java",
        "package javax.annotation.concurrent; public @interface GuardedBy { String value(); }",
    ),
    (
        "com/google/errorprone/annotations/concurrent/GuardedBy.java",
        "package com.google.errorprone.annotations.concurrent; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface GuardedBy { String[] value(); }",
    ),
    (
        "orm/Immutable.java",
        "package orm; public @interface Immutable { }",
    ),
];

#[test]
fn declared() {
    let classes = r#"
package p;
import com.google.errorprone.annotations.concurrent.GuardedBy;
@net.jcip.annotations.ThreadSafe class Safe { }
@net.jcip.annotations.NotThreadSafe class Unsafe { synchronized void f() { } }
@javax.annotation.concurrent.Immutable class Fixed { }
@orm.Immutable class Entity { }
class Guarded { @GuardedBy({"this", "lock"}) int count; @javax.annotation.concurrent.GuardedBy("this") void bump() { } }
class Plain extends Safe { int x; }
"#;
    let mut sources = ANNOTATIONS.to_vec();
    sources.push(("p/All.java", classes));
    let compiled = compile(&sources);
    let program = compiled.program();
    let verdict = |class: &str| intent(&program, class).verdict;
    assert_eq!(verdict("p.Safe"), IntentVerdict::DeclaredThreadSafe);
    assert_eq!(
        verdict("p.Unsafe"),
        IntentVerdict::DeclaredNotThreadSafe,
        "the author's word outweighs the lock"
    );
    assert_eq!(verdict("p.Fixed"), IntentVerdict::DeclaredThreadSafe);
    assert_eq!(
        verdict("p.Entity"),
        IntentVerdict::Unknown,
        "an entity that is never updated is something else"
    );
    assert_eq!(
        verdict("p.Plain"),
        IntentVerdict::Unknown,
        "declarations are not inherited"
    );
    let guarded = intent(&program, "p.Guarded");
    assert_eq!(guarded.verdict, IntentVerdict::DeclaredThreadSafe);
    assert_eq!(
        guarded.evidence,
        [
            Evidence::Annotation {
                annotation: name("com.google.errorprone.annotations.concurrent.GuardedBy"),
                on: "field count".into(),
                lock: Some("this, lock".into()),
            },
            Evidence::Annotation {
                annotation: name("javax.annotation.concurrent.GuardedBy"),
                on: "method bump".into(),
                lock: Some("this".into()),
            },
        ]
    );
}

#[test]
fn shown_by_the_code() {
    let classes = r#"
package p;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
class Nothing { int x; void f() { TimeUnit.SECONDS.toMillis(1); } }
class Base { synchronized void a() { } void b() { synchronized (this) { } } }
class Derived extends Base { volatile int flag; private final ReadWriteLock lock = new ReentrantReadWriteLock(); }
"#;
    let compiled = compile(&[("p/All.java", classes)]);
    let program = compiled.program();
    assert_eq!(
        intent(&program, "p.Nothing"),
        Intent {
            verdict: IntentVerdict::Unknown,
            evidence: vec![],
        }
    );
    let derived = intent(&program, "p.Derived");
    assert_eq!(derived.verdict, IntentVerdict::SupposedlyThreadSafe);
    assert_eq!(
        derived.evidence,
        [
            Evidence::SynchronizedMethods { count: 1 },
            Evidence::SynchronizedBlocks { count: 1 },
            Evidence::VolatileFields {
                names: vec!["flag".into()]
            },
            Evidence::ConcurrentLibrary {
                classes: vec![
                    name("java.util.concurrent.locks.ReadWriteLock"),
                    name("java.util.concurrent.locks.ReentrantReadWriteLock"),
                ],
            },
        ]
    );
}

#[test]
fn in_the_jdk() {
    let program = jdk_program();
    for class in [
        "java.lang.StringBuffer",
        "java.util.Hashtable",
        "java.util.concurrent.ConcurrentHashMap",
        "java.util.Vector",
    ] {
        assert_eq!(
            intent(program, class).verdict,
            IntentVerdict::SupposedlyThreadSafe,
            "{class}"
        );
    }
    for class in [
        "java.lang.StringBuilder",
        "java.util.ArrayList",
        "java.util.BitSet",
    ] {
        assert_eq!(
            intent(program, class).verdict,
            IntentVerdict::Unknown,
            "{class}"
        );
    }
}
