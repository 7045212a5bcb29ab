//! The JDK's own image: everything in it is found and read, and counts are the ones known.

mod support;

use std::process::Command;

use raddle_program::class::Class;
use raddle_program::container::{Container, JdkImage};
use raddle_program::jdk::Environment;
use raddle_program::origin::Origin;
use raddle_program::program::Program;
use support::{jdk_program, name};

#[test]
fn every_class_of_the_image_parses() {
    let program = jdk_program();
    let image = program.containers().next().expect("the image comes first");
    assert!(matches!(image, Container::Image(_)));
    let classes = image.classes().unwrap();
    assert!(classes.len() > 20_000, "{} classes", classes.len());
    let (mut methods, mut constants) = (0, 0);
    let origin = Origin::Jdk {
        module: "any".into(),
    };
    image.scan(&classes, |located, bytes| {
        let class = Class::read(bytes.unwrap().to_vec(), origin.clone()).unwrap();
        assert_eq!(class.name().internal(), &*located.name);
        methods += class.methods().len();
        // Decodes every instruction.
        constants += class.constants().unwrap().ints.len();
    });
    assert!(
        methods > 100_000 && constants > 10_000,
        "{methods} methods, {constants} constants"
    );
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
    // The JDK in use may be another; any JDK 17 that the machine has will do.
    let discovery = Environment::of_this_process().discover(None);
    let Some(jdk) = discovery.usable().find(|jdk| jdk.feature().number() == 17) else {
        return;
    };
    let program = Program::open(jdk, &[]).unwrap();
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

/// Images that jlink packed. JDKs without `jmods` cannot make one of another, so this needs one that has them.
#[test]
fn a_packed_image() {
    let discovery = Environment::of_this_process().discover(None);
    let Some(jdk) = discovery
        .usable()
        .find(|jdk| jdk.home().join("jmods/java.base.jmod").is_file())
    else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("packed");
    let status = Command::new(jdk.home().join("bin/jlink"))
        .args(["--add-modules", "java.base", "--compress", "2", "--output"])
        .arg(&output)
        .output()
        .expect("jlink starts");
    assert!(
        status.status.success(),
        "{}",
        String::from_utf8_lossy(&status.stderr)
    );
    let plain = Container::Image(JdkImage::open(jdk.modules()).unwrap());
    let packed = Container::Image(JdkImage::open(&output.join("lib/modules")).unwrap());
    let classes = packed.classes().unwrap();
    assert!(classes.len() > 5_000);
    let mut compared = 0;
    packed.scan(classes.iter().step_by(20), |class, bytes| {
        let expected = plain.read(&class.name).unwrap().expect("in both");
        // jlink rewrites a few of its own classes.
        compared += usize::from(bytes.unwrap() == expected);
    });
    assert!(
        compared > classes.len() / 25,
        "{compared} of {} are the same",
        classes.len() / 20
    );
}
