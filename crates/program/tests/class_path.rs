//! Where classes are found, and which one if there are several.

mod support;

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use raddle_program::origin::Origin;
use raddle_program::program::Program;
use support::{compile, jar, jdk, name};

/// The name of the class's only method, which tells the versions apart.
fn version_of(program: &Program, class: &str) -> String {
    let class = program.class(&name(class)).unwrap();
    let method = class
        .methods()
        .iter()
        .find(|method| method.is_ordinary())
        .expect("a method");
    method.name().trim_end_matches('_').to_owned()
}

/// The class `p.C` with a method of that name, made from one compiled class by writing over the method's name.
fn class_with(method: &str) -> Vec<u8> {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        compile(&[(
            "p/C.java",
            "package p; public class C { public void template() {} }",
        )])
        .read("p/C")
    });
    let mut bytes = template.clone();
    let at = bytes
        .windows(8)
        .position(|window| window == b"template")
        .unwrap();
    bytes[at..at + 8].copy_from_slice(format!("{method:_<8}").as_bytes());
    bytes
}

#[test]
fn the_first_on_the_path_wins() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (
        directory.path().join("one.jar"),
        directory.path().join("two"),
    );
    jar(&one, &[("p/C.class", &class_with("one"))]);
    fs::create_dir_all(two.join("p")).unwrap();
    fs::write(two.join("p/C.class"), class_with("two")).unwrap();

    let program = Program::open(jdk(), &[one.clone(), two.clone()]).unwrap();
    assert_eq!(version_of(&program, "p.C"), "one");
    assert!(
        matches!(program.class(&name("p.C")).unwrap().origin(), Origin::Jar { path } if **path == *one)
    );
    let program = Program::open(jdk(), &[two.clone(), one.clone(), two.clone()]).unwrap();
    assert_eq!(version_of(&program, "p.C"), "two");
    assert!(
        matches!(program.class(&name("p.C")).unwrap().origin(), Origin::Directory { path } if **path == *two)
    );
    assert_eq!(program.containers().len(), 3, "the same entry counts once");
    // The index makes the same choice.
    let id = program.index().find(&name("p.C")).unwrap();
    assert_eq!(program.index().providers(id).len(), 1);
}

#[test]
fn the_jdk_cannot_be_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let patched = directory.path().join("patched.jar");
    jar(
        &patched,
        &[
            ("java/util/ArrayList.class", b"x"),
            ("java/util/Extra.class", b"x"),
        ],
    );
    let program = Program::open(jdk(), &[patched]).unwrap();
    let list = program.class(&name("java.util.ArrayList")).unwrap();
    assert_eq!(
        list.origin(),
        &Origin::Jdk {
            module: "java.base".into()
        }
    );
    // A package of a module is the module's alone, as for the JVM's application loader.
    assert!(program.find(&name("java.util.Extra")).is_none());
    assert!(program.index().find(&name("java.util.Extra")).is_none());
}

#[test]
fn multi_release_jars_follow_the_jdk() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("many.jar");
    let manifest = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    let plain = b"Manifest-Version: 1.0\r\n\r\n";
    let (base, nine, eleven, future) = (
        class_with("base"),
        class_with("nine"),
        class_with("eleven"),
        class_with("future"),
    );
    let entries: Vec<(&str, &[u8])> = vec![
        ("META-INF/versions/11/p/C.class", &eleven),
        ("p/C.class", &base),
        ("META-INF/versions/9/p/C.class", &nine),
        ("META-INF/versions/9/p/New.class", &nine),
        ("META-INF/versions/999/p/C.class", &future),
        ("META-INF/versions/x/p/C.class", &future),
    ];
    let with = |manifest: &'static [u8]| {
        let mut all: Vec<(&str, &[u8])> = vec![("META-INF/MANIFEST.MF", manifest)];
        all.extend(&entries);
        jar(&path, &all);
        Program::open(jdk(), std::slice::from_ref(&path)).unwrap()
    };
    let program = with(manifest);
    assert_eq!(version_of(&program, "p.C"), "eleven");
    assert!(program.containers().last().unwrap().contains("p/New"));
    let program = with(plain);
    assert_eq!(version_of(&program, "p.C"), "base");
    assert!(!program.containers().last().unwrap().contains("p/New"));
    assert!(program.find(&name("META-INF.versions.9.p.C")).is_none());
}

#[test]
fn manifest_class_path_is_followed() {
    let directory = tempfile::tempdir().unwrap();
    let lib = directory.path().join("lib");
    fs::create_dir(&lib).unwrap();
    let manifest = |class_path: &str| {
        format!("Manifest-Version: 1.0\nClass-Path: {class_path}\n\n").into_bytes()
    };
    // app names lib/a.jar, a missing one and itself; a names b; b names app: a circle.
    let app = directory.path().join("app.jar");
    jar(
        &app,
        &[(
            "META-INF/MANIFEST.MF",
            &manifest("lib/a.jar missing.jar app.jar"),
        )],
    );
    jar(
        &lib.join("a.jar"),
        &[
            ("META-INF/MANIFEST.MF", &manifest("b%2ejar")),
            ("p/C.class", &class_with("a")),
        ],
    );
    jar(
        &lib.join("b.jar"),
        &[
            ("META-INF/MANIFEST.MF", &manifest("../app.jar classes/")),
            ("p/C.class", &class_with("b")),
        ],
    );
    fs::create_dir_all(lib.join("classes/p")).unwrap();
    let last = directory.path().join("last.jar");
    jar(&last, &[("p/C.class", &class_with("last"))]);
    let program = Program::open(jdk(), &[app, last]).unwrap();
    assert_eq!(version_of(&program, "p.C"), "a");
    let names: Vec<PathBuf> = program
        .containers()
        .skip(1)
        .map(|container| container.path().file_name().unwrap().into())
        .collect();
    let expected: Vec<PathBuf> = ["app.jar", "a.jar", "b.jar", "classes", "last.jar"]
        .map(PathBuf::from)
        .into();
    assert_eq!(names, expected);
}
