//! The JDK's own image: everything in it is found and read, and counts are the ones known.

mod support;

use raddle_program::container::Container;
use support::{jdk, jdk_program, name};

#[test]
fn every_class_of_the_image_parses() {
    let program = jdk_program();
    let image = program.containers().next().expect("the image comes first");
    assert!(matches!(image, Container::Image(_)));
    let classes = image.classes().unwrap();
    assert!(classes.len() > 20_000, "{} classes", classes.len());
    let mut methods = 0;
    image.scan(&classes, |located, bytes| {
        let file = raddle_classfile::ClassFile::parse(bytes.unwrap()).unwrap();
        assert_eq!(file.name(), &*located.name);
        methods += file.methods().len();
    });
    assert!(methods > 100_000, "{methods} methods");
}

#[test]
fn lookup_by_name_finds_what_the_list_has() {
    let program = jdk_program();
    let image = program.containers().next().unwrap();
    for located in image.classes().unwrap().iter().step_by(97) {
        let found = program
            .class(&raddle_program::name::ClassName::from_internal(
                &located.name,
            ))
            .unwrap();
        assert_eq!(found.name().internal(), &*located.name);
    }
    for missing in [
        "java.lang.Missing",
        "Object",
        "java.lang",
        "java.lang.module-info",
        "no.such.Class",
        "",
    ] {
        assert!(program.find(&name(missing)).is_none(), "{missing}");
    }
}

#[test]
fn instance_method_counts_of_jdk_17() {
    if jdk().feature().number() != 17 {
        return;
    }
    let program = jdk_program();
    for (class, count) in [
        ("java.lang.StringBuffer", 53),
        ("java.util.Hashtable", 30),
        ("java.io.BufferedInputStream", 14),
        ("java.util.Vector", 49),
        ("java.util.Collections$SynchronizedMap", 26),
    ] {
        let class = program.class(&name(class)).unwrap();
        let api = program.api(&class).unwrap();
        assert_eq!(api.instance_methods.len(), count, "{}", class.name());
    }
}
