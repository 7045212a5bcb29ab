//! The JVM as the judge: what raddle knows from class files must be what reflection and real calls say.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use raddle_program::api::Callable;
use raddle_program::class::Class;
use raddle_program::member::{Method, MethodRef};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use support::{compile, jdk, jdk_program, name};

/// Runs a class of ours in the JVM and returns what it prints.
fn java(class_path: &Path, arguments: &[&str]) -> String {
    let output = Command::new(jdk().java())
        .arg("-cp")
        .arg(class_path)
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1"])
        .args(arguments)
        .output()
        .expect("java starts");
    assert!(
        output.status.success(),
        "java: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

const REFLECTION: &str = r#"
import java.io.*;
import java.lang.invoke.MethodType;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;

public class Reflection {
    static String descriptor(Method m) {
        return m.getName() + MethodType.methodType(m.getReturnType(), m.getParameterTypes()).toMethodDescriptorString();
    }
    static String signature(Method m) {
        String d = descriptor(m);
        return d.substring(0, d.indexOf(')'));
    }
    static boolean accessible(Class<?> c) {
        if (c.isSynthetic() || c.isAnonymousClass() || c.isLocalClass()) return false;
        for (Class<?> k = c; k != null; k = k.getEnclosingClass()) {
            if (!Modifier.isPublic(k.getModifiers()) || k.isAnonymousClass() || k.isLocalClass()) return false;
        }
        return c.getModule().isExported(c.getPackageName());
    }
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        for (String name : Files.readAllLines(Path.of(args[0]))) {
            Class<?> c = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            out.println("class " + name);
            if (!accessible(c)) continue;
            out.println("accessible");
            Set<String> seen = new HashSet<>(), seenStatic = new HashSet<>();
            for (Class<?> k = c; k != null && k != Object.class; k = k.getSuperclass()) {
                for (Method m : k.getDeclaredMethods()) {
                    int mod = m.getModifiers();
                    if (!Modifier.isPublic(mod) || m.isSynthetic()) continue;
                    if (!(Modifier.isStatic(mod) ? seenStatic : seen).add(signature(m))) continue;
                    String kind = Modifier.isStatic(mod) ? "static" : Modifier.isAbstract(mod) ? "abstract" : c.isInterface() ? "default" : "instance";
                    out.println(kind + " " + k.getName() + "." + descriptor(m));
                }
            }
            if (!c.isInterface()) {
                Set<String> defaults = new TreeSet<>();
                for (Method m : c.getMethods()) {
                    if (m.isDefault() && !m.isSynthetic() && !seen.contains(signature(m))) defaults.add(m.getDeclaringClass().getName() + "." + descriptor(m));
                }
                for (String d : defaults) out.println("default " + d);
            }
            if (!Modifier.isAbstract(c.getModifiers())) {
                for (Constructor<?> k : c.getConstructors()) {
                    if (!k.isSynthetic()) out.println("constructor " + MethodType.methodType(void.class, k.getParameterTypes()).toMethodDescriptorString());
                }
            }
        }
        out.flush();
    }
}
"#;

fn lines_of(program: &Program, class: &std::sync::Arc<Class>) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    if !program.is_accessible(class).unwrap() {
        return lines;
    }
    lines.insert("accessible".to_owned());
    let api = program.api(class).unwrap();
    let line = |kind: &str, callable: &Callable| {
        let Callable { method, .. } = callable;
        format!(
            "{kind} {}.{}{}",
            method.owner(),
            method.name(),
            method.descriptor()
        )
    };
    lines.extend(
        api.instance_methods
            .iter()
            .map(|callable| line("instance", callable)),
    );
    lines.extend(
        api.static_methods
            .iter()
            .map(|callable| line("static", callable)),
    );
    lines.extend(
        api.default_methods
            .iter()
            .map(|callable| line("default", callable)),
    );
    lines.extend(
        api.abstract_methods
            .iter()
            .map(|callable| line("abstract", callable)),
    );
    let constructors = api
        .constructors
        .iter()
        .map(|method| format!("constructor {}", method.descriptor()));
    lines.extend(constructors);
    lines
}

/// Every class of java.base: accessible or not, and which members a test can call.
#[test]
fn public_api_of_java_base() {
    let program = jdk_program();
    let image = program.containers().next().unwrap();
    let mut names: Vec<ClassName> = image
        .classes()
        .unwrap()
        .iter()
        .map(|class| ClassName::from_internal(&class.name))
        .filter(|name| program.modules().module_of(name.package()) == Some("java.base"))
        // Classes of the VM's own machinery that cannot be loaded by name.
        .filter(|name| !name.internal().starts_with("jdk/internal/"))
        .collect();
    names.sort();
    assert!(names.len() > 4_000, "{} classes", names.len());

    let compiled = compile(&[("Reflection.java", REFLECTION)]);
    let list = compiled.path().join("names.txt");
    let text: Vec<String> = names.iter().map(ClassName::binary).collect();
    fs::write(&list, text.join("\n")).unwrap();
    let printed = java(compiled.path(), &["Reflection", list.to_str().unwrap()]);
    let mut said: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut at = "";
    for line in printed.lines() {
        match line.strip_prefix("class ") {
            Some(class) => at = class,
            None => {
                said.entry(at).or_default().insert(line.to_owned());
            }
        }
    }
    let mut compared = 0;
    for name in &names {
        let class = program.class(name).unwrap();
        let mut ours = lines_of(program, &class);
        let mut theirs = said.remove(&*name.binary()).unwrap_or_default();
        // What reflection says of interfaces' inherited members differs between releases: compare their own only.
        if class.is_interface() {
            let own = format!("{name}.");
            for lines in [&mut ours, &mut theirs] {
                lines.retain(|line| line == "accessible" || line.contains(&own));
            }
        } else {
            // Abstract methods that only an interface declares are not in reflection's class-by-class walk.
            ours.retain(|line| {
                !line.starts_with("abstract ") || theirs.contains(line) || !class.is_abstract()
            });
        }
        let differ: Vec<&String> = ours.symmetric_difference(&theirs).collect();
        assert!(differ.is_empty(), "{name}: {differ:?}");
        compared += ours.len();
    }
    assert!(compared > 20_000, "{compared} members compared");
}

/// The packages that code on the class path may use.
#[test]
fn exported_packages() {
    let source = r#"
public class Exports {
    public static void main(String[] args) {
        for (Module m : ModuleLayer.boot().modules()) {
            for (String p : m.getPackages()) System.out.println(m.getName() + " " + p + " " + m.isExported(p));
        }
    }
}"#;
    let compiled = compile(&[("Exports.java", source)]);
    let printed = java(compiled.path(), &["Exports"]);
    let modules = jdk_program().modules();
    let mut compared = 0;
    for line in printed.lines() {
        let [module, package, exported] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let package = package.replace('.', "/");
        // Packages with nothing but resources are no packages of classes.
        let Some(ours) = modules.module_of(&package) else {
            continue;
        };
        assert_eq!(ours, module, "{package}");
        assert_eq!(
            modules.is_exported(&package).to_string(),
            exported,
            "{package}"
        );
        compared += 1;
    }
    assert!(compared > 500, "{compared} packages");
    assert!(
        modules.is_exported("com/acme"),
        "what is not the JDK's hides nothing"
    );
}

/// Which method runs: each case is a call in Java that prints the class whose method ran.
#[test]
fn selection() {
    let sources = [
        (
            "p/A.java",
            "package p; public class A { String pkg() { return \"p.A\"; } private String own() { return \"p.A\"; } protected String pro() { return \"p.A\"; } public String pub() { return \"p.A\"; } public static String pkgOf(A a) { return a.pkg(); } public static String ownOf(A a) { return a.own(); } public static String proOf(A a) { return a.pro(); } }",
        ),
        // Another package: does not override the package-private method.
        (
            "q/B.java",
            "package q; public class B extends p.A { String pkg() { return \"q.B\"; } public String own() { return \"q.B\"; } protected String pro() { return \"q.B\"; } public static String pkgOfB(B b) { return b.pkg(); } }",
        ),
        // Back in the package: overrides A's, not B's.
        (
            "p/C.java",
            "package p; public class C extends q.B { public String pkg() { return \"p.C\"; } public String pub() { return \"p.C\"; } }",
        ),
        // And again elsewhere: C's is public, so overriding it overrides A's as well.
        (
            "q/D.java",
            "package q; public class D extends p.C { public String pkg() { return \"q.D\"; } }",
        ),
        (
            "i/I.java",
            "package i; public interface I { default String d() { return \"i.I\"; } default String e() { return \"i.I\"; } }",
        ),
        (
            "i/J.java",
            "package i; public interface J extends I { default String d() { return \"i.J\"; } }",
        ),
        ("i/K.java", "package i; public interface K extends I { }"),
        (
            "i/Both.java",
            "package i; public class Both implements K, J { }",
        ),
        (
            "i/Sub.java",
            "package i; public class Sub extends Both implements I { public String e() { return \"i.Sub\"; } }",
        ),
        (
            "Main.java",
            r#"
public class Main {
    static void say(String call, String ran) { System.out.println(call + " " + ran); }
    public static void main(String[] args) {
        for (p.A a : new p.A[] { new p.A(), new q.B(), new p.C(), new q.D() }) {
            String n = a.getClass().getName();
            say(n + " p.A.pkg", p.A.pkgOf(a));
            say(n + " p.A.own", p.A.ownOf(a));
            say(n + " p.A.pro", p.A.proOf(a));
            say(n + " p.A.pub", a.pub());
            if (a instanceof q.B) say(n + " q.B.pkg", q.B.pkgOfB((q.B) a));
        }
        for (i.I x : new i.I[] { new i.Both(), new i.Sub() }) {
            String n = x.getClass().getName();
            say(n + " i.I.d", x.d());
            say(n + " i.I.e", x.e());
        }
    }
}"#,
        ),
    ];
    let compiled = compile(&sources);
    let printed = java(compiled.path(), &["Main"]);
    let program = compiled.program();
    let mut compared = 0;
    for line in printed.lines() {
        let [receiver, called, ran] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (owner, method) = called.rsplit_once('.').unwrap();
        let reference = MethodRef::new(name(owner), method, "()Ljava/lang/String;");
        let resolved = program.resolve(&reference).unwrap();
        let receiver = program.class(&name(receiver)).unwrap();
        let selected = program.select(&receiver, &resolved).unwrap().expect("runs");
        assert_eq!(selected.owner().binary(), ran, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 4 * 4 + 3 + 4);
    let method = |class: &str| -> std::sync::Arc<Method> {
        let class = program.class(&name(class)).unwrap();
        std::sync::Arc::clone(class.method("pkg", "()Ljava/lang/String;").unwrap())
    };
    assert!(program.overrides(&method("p.C"), &method("p.A")).unwrap());
    assert!(!program.overrides(&method("q.B"), &method("p.A")).unwrap());
    assert!(program.overrides(&method("q.D"), &method("p.A")).unwrap());
    assert!(!program.overrides(&method("p.C"), &method("q.B")).unwrap());
}
