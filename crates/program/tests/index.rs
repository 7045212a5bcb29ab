//! The index of the whole program: who extends whom, who gives what, the same whoever asks.

mod support;

use std::collections::BTreeSet;

use raddle_program::index::{Index, ProviderKind, ProviderMember};
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use support::{compile, jdk, jdk_program, name};

const SOURCES: [(&str, &str); 6] = [
    (
        "p/Thing.java",
        "package p; public class Thing { public Thing() { } protected Thing(int x) { } public Thing self() { return this; } }",
    ),
    (
        "p/Special.java",
        "package p; public class Special extends Thing { public static final Special INSTANCE = null; private Special() { } static Special hidden() { return null; } }",
    ),
    (
        "p/Makers.java",
        "package p; public class Makers { public static Thing thing() { return null; } public Special special(int x) { return null; } public Thing[] things() { return null; } public Thing field; public static class Nested { public Thing nested() { return null; } } static class Closed { public static Thing closed() { return null; } } private Thing no() { return null; } }",
    ),
    (
        "p/Base.java",
        "package p; class Base { public Thing inherited() { return null; } public Object overridden() { return null; } public static Thing fromBase() { return null; } }",
    ),
    (
        "p/Open.java",
        "package p; public class Open extends Base { public Thing overridden() { return null; } }",
    ),
    (
        "p/Further.java",
        "package p; public class Further extends Open { }",
    ),
];

fn givers(program: &Program, class: &str, exactly: bool) -> BTreeSet<String> {
    let index = program.index();
    let id = index.find(&name(class)).unwrap();
    let providers = if exactly {
        index.providers(id).to_vec()
    } else {
        index.providers_of(id).collect()
    };
    let shown = providers.iter().map(|provider| {
        let member = match program.provider_member(provider).unwrap() {
            ProviderMember::Method(method) => method.name().to_owned(),
            ProviderMember::Field(field) => field.name().to_owned(),
        };
        let through = index.name(provider.through);
        assert!(index.is_accessible(provider.through), "{through}");
        format!("{:?} {through}.{member}", provider.kind)
    });
    let set: BTreeSet<String> = shown.collect();
    assert_eq!(
        providers.iter().collect::<BTreeSet<_>>().len(),
        providers.len(),
        "each once"
    );
    set
}

#[test]
fn who_can_give_me_a_thing() {
    let compiled = compile(&SOURCES);
    let program = compiled.program();
    let exactly: BTreeSet<String> = [
        "Constructor p.Thing.<init>",
        "InstanceMethod p.Thing.self",
        "StaticMethod p.Makers.thing",
        "InstanceField p.Makers.field",
        "InstanceMethod p.Makers$Nested.nested",
        // The class that declares it is hidden; the visible subclass is the way to it. What it overrides counts once.
        "InstanceMethod p.Open.inherited",
        "InstanceMethod p.Open.overridden",
        "StaticMethod p.Open.fromBase",
    ]
    .map(str::to_owned)
    .into();
    assert_eq!(givers(&program, "p.Thing", true), exactly);
    let mut subtypes = exactly;
    subtypes.insert("StaticField p.Special.INSTANCE".to_owned());
    subtypes.insert("InstanceMethod p.Makers.special".to_owned());
    assert_eq!(givers(&program, "p.Thing", false), subtypes);

    let array = JavaType::from_source("p.Thing[]").unwrap();
    let [things] = program.index().array_providers(&array) else {
        panic!("one gives arrays");
    };
    assert_eq!(things.kind, ProviderKind::InstanceMethod);
    assert!(
        givers(&program, "java.lang.Object", true)
            .iter()
            .all(|giver| !giver.contains(" p.Open."))
    );
}

#[test]
fn subtypes_and_supertypes() {
    let program = jdk_program();
    let index = program.index();
    let id = |class: &str| index.find(&name(class)).unwrap();
    let names = |ids: Vec<_>| -> Vec<String> {
        ids.into_iter()
            .map(|class| index.name(class).binary())
            .collect()
    };
    let lists = names(index.subtypes(id("java.util.AbstractList")));
    assert!(lists.windows(2).all(|pair| pair[0] < pair[1]), "sorted");
    for class in [
        "java.util.ArrayList",
        "java.util.LinkedList",
        "java.util.Vector",
        "java.util.Stack",
    ] {
        assert!(lists.contains(&class.to_owned()), "{class}");
    }
    assert_eq!(
        names(index.supertypes(id("java.util.RandomAccess"))),
        ["java.lang.Object"]
    );
    assert!(index.is_subtype(id("java.util.Stack"), id("java.util.Collection")));
    assert!(!index.is_subtype(id("java.util.Collection"), id("java.util.Stack")));
    assert_eq!(index.broken().len(), 0, "the JDK has no broken classes");
    // Walking up lazily gives the same answer.
    for class in index.classes().step_by(501) {
        for above in [
            "java.util.Collection",
            "java.lang.Comparable",
            "java.awt.Component",
        ] {
            let Some(above_id) = index.find(&name(above)) else {
                continue;
            };
            let lazily = program.is_subtype(index.name(class), &name(above)).unwrap();
            assert_eq!(
                index.is_subtype(class, above_id),
                lazily,
                "{} {above}",
                index.name(class)
            );
        }
    }
}

/// What a caller can see of an index.
fn everything(index: &Index) -> String {
    let mut text = String::new();
    for class in index.classes() {
        let line = format!(
            "{} {} {:?} {:?} {:?}\n",
            index.name(class),
            index.is_accessible(class),
            index.superclass(class),
            index.direct_subtypes(class),
            index.providers(class),
        );
        text.push_str(&line);
    }
    let strings = JavaType::from_source("java.lang.String[]").unwrap();
    text + &format!("{:?}", index.array_providers(&strings))
}

#[test]
fn the_same_on_any_number_of_threads() {
    let compiled = compile(&SOURCES);
    let built = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let program = Program::open(jdk(), &[compiled.path().to_owned()]).unwrap();
        pool.install(|| everything(program.index()))
    });
    assert!(built[0].len() > 1_000_000);
    assert!(built[0] == built[1], "threads must not matter");
}
