//! `raddle describe`, seen from outside.

use insta::assert_snapshot;

use crate::acme;
use crate::machine::Machine;

/// A machine with the real JDK.
fn machine() -> Machine {
    let machine = Machine::new();
    let link = machine.path().join("jdks/jdk");
    std::os::unix::fs::symlink(acme::JDK.home(), link).expect("link");
    machine
}

/// What `describe` prints, with paths and the JDK made the same everywhere.
fn describe<const N: usize>(arguments: [&str; N]) -> String {
    let machine = machine();
    let mut command = machine.raddle(["describe"]);
    let output = command
        .args(arguments)
        .assert()
        .code(0)
        .stderr("")
        .get_output()
        .stdout
        .clone();
    redact(&machine, &output)
}

fn redact(machine: &Machine, text: &[u8]) -> String {
    machine
        .redact(text)
        .replace(&acme::JDK.to_string(), "[jdk]")
        .replace(&acme::jar().display().to_string(), "[acme.jar]")
        .replace(&acme::classes().display().to_string(), "[classes]")
}

fn jar() -> String {
    acme::jar().display().to_string()
}

/// What `describe` says on standard error when it fails.
fn failure(machine: &Machine, arguments: &[&str]) -> String {
    let mut command = machine.raddle(["describe"]);
    let output = command
        .args(arguments)
        .assert()
        .code(2)
        .stdout("")
        .get_output()
        .stderr
        .clone();
    redact(machine, &output)
}

#[test]
fn a_class_in_a_jar() {
    assert_snapshot!(describe([&jar(), "com.acme.Counter"]), @r"
    com.acme.Counter
      public class, in [acme.jar], Java 11
      implements java.lang.Comparable
      read with [jdk]: the only one found

    testable: yes

    thread safety: supposedly thread-safe
      1 synchronized method
      1 method with synchronized blocks
      1 volatile field: limit

    2 constructors
      Counter()
      Counter(int)

    1 static factory (the class's own)
      com.acme.Counter sum(int...)

    4 instance methods, 10 pairs
      synchronized int increment()
      int get()
      void setLimit(int)
      int compareTo(com.acme.Counter)

    2 static methods
      com.acme.Counter sum(int...)
      int smaller(int, int)

    21 pairs with static, default and abstract methods
    ");
}

#[test]
fn a_jar() {
    assert_snapshot!(describe([&jar()]), @r"
    [acme.jar]
      6 classes, 3 testable
      read with [jdk]: the only one found

    testable              instance  static  default      pairs  thread safety
    com.acme.Counter             4       2        0         10  supposedly thread-safe
    com.acme.MemoryStore         2       0        1          3  unknown
    com.acme.Tools               0       1        0          0  unknown

    not testable
      com.acme.AbstractStore  is an abstract class, and the class path has no subclass of it that a test could make
      com.acme.Hidden         is not public; if a public static method returns it, test that: CLASS#method
      com.acme.Store          is an interface; test its implementation com.acme.MemoryStore instead
    ");
}

#[test]
fn a_directory_lists_the_same_classes() {
    let classes = acme::classes().display().to_string();
    let directory = describe([&classes]).replace("[classes]", "[acme.jar]");
    assert_eq!(directory, describe([&jar()]));
}

#[test]
fn an_interface_offers_what_implements_it() {
    assert_snapshot!(describe([&jar(), "com.acme.Store"]), @r"
    com.acme.Store
      public interface, in [acme.jar], Java 11
      read with [jdk]: the only one found

    testable: no; com.acme.Store is an interface; test its implementation com.acme.MemoryStore instead

    thread safety: unknown

    1 interface default method
      boolean isEmpty()

    2 abstract methods
      void put(String)
      int size()

    6 pairs with static, default and abstract methods
    ");
}

#[test]
fn an_abstract_class_without_subclasses() {
    assert_snapshot!(describe([&jar(), "com.acme.AbstractStore"]), @r"
    com.acme.AbstractStore
      public abstract class, in [acme.jar], Java 11
      implements com.acme.Store
      read with [jdk]: the only one found

    testable: no; com.acme.AbstractStore is an abstract class, and the class path has no subclass of it that a test could make

    thread safety: unknown

    1 interface default method
      boolean isEmpty()  in com.acme.Store

    2 abstract methods
      void put(String)  in com.acme.Store
      int size()  in com.acme.Store

    6 pairs with static, default and abstract methods
    ");
}

#[test]
fn an_enum() {
    let text = describe(["java.util.concurrent.TimeUnit"]);
    for part in [
        "  public enum, in",
        "\n  constants NANOSECONDS, MICROSECONDS, ",
        "\ntestable: yes\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

#[test]
fn a_class_of_the_jdk() {
    let text = describe(["java.util.Vector"]);
    for part in [
        "java.util.Vector\n  public class, in the JDK's module java.base, Java ",
        "\n  extends java.util.AbstractList\n",
        "\n  read with [jdk]: the only one found\n",
        "\ntestable: yes\n",
        "\nthread safety: supposedly thread-safe\n",
        "\n4 constructors\n  Vector(int, int)\n",
        "\n  synchronized void addElement(Object)\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

#[test]
fn a_class_of_the_class_path() {
    let text = describe(["com.acme.Counter", "-cp", &jar()]);
    assert!(text.starts_with("com.acme.Counter\n"), "{text}");
}

#[test]
fn json_of_a_class() {
    let text = describe([&jar(), "com.acme.Counter", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["raddle"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["jdk"]["feature"], acme::JDK.feature().number());
    let class = &document["class"];
    assert_eq!(class["name"], "com.acme.Counter");
    assert_eq!(class["pairs"], 10);
    assert_eq!(class["instance_methods"].as_array().map(Vec::len), Some(4));
    assert_eq!(class["testable"]["verdict"], "testable");
    assert_eq!(class["intent"]["verdict"], "supposedly_thread_safe");
    assert!(document.get("jar").is_none());
}

#[test]
fn json_of_a_jar() {
    let text = describe([&jar(), "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let classes = document["jar"]["classes"].as_array().expect("a list");
    let names: Vec<_> = classes
        .iter()
        .filter_map(|class| class["name"].as_str())
        .collect();
    assert!(names.is_sorted());
    assert_eq!(names.len(), 6);
    assert_eq!(document["jar"]["testable"], 3);
}

#[test]
fn an_unknown_class_offers_the_nearest() {
    assert_snapshot!(failure(&machine(), &[&jar(), "com.acme.Couter"]), @r"
    error: there is no class com.acme.Couter in the JDK or on the class path
    help: did you mean com.acme.Counter?
    ");
    let text = failure(&machine(), &["java.lang.StringBufer"]);
    assert!(
        text.contains("help: did you mean") && text.contains("java.lang.StringBuffer"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_opened_is_named() {
    let machine = machine();
    machine.file("text.jar", b"This is no jar.");
    let whole = std::fs::read(acme::jar()).expect("a jar");
    machine.file("half.jar", &whole[..whole.len() / 2]);
    let messages: Vec<_> = [
        &["missing.jar"] as &[&str],
        &["text.jar"],
        &["half.jar"],
        &["java.util.Vector", "-cp", "missing-too.jar"],
        &["java.util.Vector", "-cp", "gone/*"],
    ]
    .map(|arguments| failure(&machine, arguments))
    .into();
    assert_snapshot!(messages.join("\n"), @r"
    error: missing.jar does not exist
    help: check the spelling, or build it first

    error: text.jar is not a jar: it does not start like a zip archive
    help: give a jar, or the root directory of compiled classes

    error: half.jar is cut off: the jar's table of contents at its end is missing
    help: download or build it again

    error: missing-too.jar does not exist
    help: check the spelling, or build it first

    error: the class path names all jars in gone: No such file or directory (os error 2)
    help: check the spelling of the folder
    ");
}

#[test]
fn what_makes_no_sense_is_explained() {
    let machine = machine();
    let messages: Vec<_> = [
        &["java.util.Vector", "java.util.List"] as &[&str],
        &["java.util.Collections#synchronizedMap"],
        &["commons-dbcp:commons-dbcp"],
        &["commons-dbcp:commons-dbcp:LATEST"],
        &["a:b c:1"],
    ]
    .map(|arguments| failure(&machine, arguments))
    .into();
    assert_snapshot!(messages.join("\n"), @r"
    error: java.util.Vector is a class already, so java.util.List cannot be looked up in it
    help: name one class; other jars go behind -cp

    error: java.util.Collections#synchronizedMap names a method
    help: describe the class that has it: raddle describe java.util.Collections

    error: commons-dbcp:commons-dbcp is not a Maven coordinate: it needs three parts, or four with a classifier
    help: write group:artifact:version, as in commons-dbcp:commons-dbcp:1.4, or group:artifact:version:classifier

    error: commons-dbcp:commons-dbcp:LATEST is not a Maven coordinate: it must name one version, not whatever is the newest
    help: write group:artifact:version, as in commons-dbcp:commons-dbcp:1.4, or group:artifact:version:classifier

    error: a:b c:1 is not a Maven coordinate: ' ' is not allowed in it
    help: write group:artifact:version, as in commons-dbcp:commons-dbcp:1.4, or group:artifact:version:classifier
    ");
}

#[test]
fn no_jdk() {
    let machine = Machine::new();
    assert_snapshot!(failure(&machine, &["java.util.Vector"]), @r"
    error: no JDK was found: JAVA_HOME is not set, there is no java on PATH, and none of the usual folders holds one
    help: install a JDK, 17 or later (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless), or name the folder of one with --java-home or JAVA_HOME
    ");
    assert_snapshot!(failure(&machine, &["java.util.Vector", "--java-home", "nowhere"]), @r"
    error: --java-home names nowhere, which cannot be used: there is no such folder
    help: name the folder of a JDK, the one that has bin/java in it; `raddle doctor` lists what was found
    ");
}

#[test]
fn no_maven() {
    assert_snapshot!(failure(&machine(), &["g:a:1.4"]), @r"
    error: g:a:1.4 is to be resolved by Maven, and Maven was not found: there is no mvn on PATH
    help: install Maven (Debian and Ubuntu: apt-get install maven), or give the jar's file instead of the coordinate
    ");
}

#[test]
fn a_coordinate_is_resolved_once() {
    let machine = machine();
    machine.file("bin/count", b"");
    let script = format!(
        "echo x >> \"$(dirname \"$0\")/count\"\nfor a; do case $a in -Dmdep.outputFile=*) \
         printf '{}' > \"${{a#-Dmdep.outputFile=}}\" ;; esac; done",
        acme::jar().display()
    );
    machine.program("mvn", &script.replace("dirname", "/usr/bin/dirname"));
    let first = machine
        .raddle(["describe", "com.acme:acme:1.0", "com.acme.Counter"])
        .assert()
        .code(0);
    assert_eq!(
        machine.redact(&first.get_output().stderr),
        "raddle: resolving com.acme:acme:1.0 with Maven\n"
    );
    let again = ["describe", "java.util.Vector", "-cp", "com.acme:acme:1.0"];
    machine.raddle(again).assert().code(0).stderr("");
    let calls = std::fs::read_to_string(machine.path().join("bin/count")).expect("counted");
    assert_eq!(calls, "x\n");
    assert!(
        machine
            .path()
            .join("home/.cache/raddle/maven/com.acme@acme@1.0.json")
            .is_file()
    );
}

#[test]
fn an_unknown_coordinate() {
    let machine = machine();
    machine.program(
        "mvn",
        "echo '[ERROR] Could not find artifact g:a:jar:1.4 in central'; exit 1",
    );
    assert_snapshot!(failure(&machine, &["g:a:1.4"]), @r"
    raddle: resolving g:a:1.4 with Maven
    error: Maven knows no g:a:1.4: none of its repositories has such a jar
    help: check the spelling (group:artifact:version), and the repositories in your Maven settings
    ");
}
