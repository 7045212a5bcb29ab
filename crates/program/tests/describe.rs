//! Descriptions: the JSON that scripts rely on, and what classes of all sorts say of themselves.

mod support;

use raddle_program::describe::{self, ClassDescription, FactorySearch, NotTestable, Testability};
use raddle_program::program::Program;
use serde_json::json;
use support::{compile, jar, jdk, jdk_program, name};

fn describe(program: &Program, class: &str) -> ClassDescription {
    describe::class(program, &program.lookup(class).unwrap()).unwrap()
}

#[test]
fn the_json_of_a_class() {
    let source = r#"
package p;
import java.util.*;
public class Cache<K extends Comparable<K>> implements Iterable<K> {
    public static final Cache<String> SHARED = new Cache<>(1);
    private volatile int size;
    public Cache(int capacity) { }
    public static <X extends Comparable<X>> Cache<X> of(X... keys) { return null; }
    public synchronized K put(K key, List<? super K> values) throws java.io.IOException { return key; }
    public Iterator<K> iterator() { return null; }
    void internal() { }
}
"#;
    let compiled = compile(&[("p/Cache.java", source)]);
    let program = compiled.program();
    let described = serde_json::to_value(describe(&program, "p.Cache")).unwrap();
    let method = |name: &str, descriptor: &str| {
        json!({
            "name": name,
            "descriptor": descriptor,
            "parameters": [],
            "returns": "void",
            "generic": null,
            "declared_in": "p.Cache",
            "called_on": "p.Cache",
            "synchronized": false,
            "varargs": false,
            "throws": [],
        })
    };
    let with = |mut method: serde_json::Value, fields: serde_json::Value| {
        for (name, value) in fields.as_object().unwrap() {
            method[name] = value.clone();
        }
        method
    };
    let of = with(
        method("of", "([Ljava/lang/Comparable;)Lp/Cache;"),
        json!({
            "parameters": ["java.lang.Comparable[]"],
            "returns": "p.Cache",
            "generic": "<X extends java.lang.Comparable<X>> p.Cache<X> of(X[])",
            "varargs": true,
        }),
    );
    let default = |name: &str, descriptor: &str, fields: serde_json::Value| {
        with(
            with(
                method(name, descriptor),
                json!({"declared_in": "java.lang.Iterable"}),
            ),
            fields,
        )
    };
    let expected = json!({
        "name": "p.Cache",
        "kind": "class",
        "modifiers": ["public"],
        "origin": {"directory": {"path": compiled.path()}},
        "java_release": jdk().feature().number(),
        "superclass": "java.lang.Object",
        "interfaces": ["java.lang.Iterable"],
        "outer_instance": null,
        "permitted_subclasses": null,
        "enum_constants": [],
        "static_instances": ["SHARED"],
        "testable": {"verdict": "testable"},
        "constructors": [with(method("<init>", "(I)V"), json!({"parameters": ["int"], "returns": "p.Cache"}))],
        "factories": [of],
        "factories_searched": "own_class",
        "instance_methods": [
            with(
                method("put", "(Ljava/lang/Comparable;Ljava/util/List;)Ljava/lang/Comparable;"),
                json!({
                    "parameters": ["java.lang.Comparable", "java.util.List"],
                    "returns": "java.lang.Comparable",
                    "generic": "K put(K, java.util.List<? super K>)",
                    "synchronized": true,
                    "throws": ["java.io.IOException"],
                }),
            ),
            with(
                method("iterator", "()Ljava/util/Iterator;"),
                json!({"returns": "java.util.Iterator", "generic": "java.util.Iterator<K> iterator()"}),
            ),
        ],
        "static_methods": [of],
        "default_methods": [
            default("forEach", "(Ljava/util/function/Consumer;)V", json!({
                "parameters": ["java.util.function.Consumer"],
                "generic": "void forEach(java.util.function.Consumer<? super T>)",
            })),
            default("spliterator", "()Ljava/util/Spliterator;", json!({
                "returns": "java.util.Spliterator",
                "generic": "java.util.Spliterator<T> spliterator()",
            })),
        ],
        "abstract_methods": [],
        "pairs": 3,
        "all_pairs": 15,
        "intent": {
            "verdict": "supposedly_thread_safe",
            "evidence": [
                {"kind": "synchronized_methods", "count": 1},
                {"kind": "volatile_fields", "names": ["size"]},
            ],
        },
    });
    assert_eq!(described, expected);
    assert!(
        program.index_if_built().is_none(),
        "one class does not need the whole class path"
    );
}

#[test]
fn classes_of_the_jdk() {
    let program = jdk_program();
    let buffer = describe(program, "java.lang.StringBuffer");
    assert_eq!(buffer.modifiers, ["public", "final"]);
    assert_eq!(buffer.testable, Testability::Testable);
    let n = buffer.instance_methods.len() as u64;
    assert_eq!(buffer.pairs, n * (n + 1) / 2);
    let chars = buffer
        .instance_methods
        .iter()
        .find(|method| method.name == "codePoints")
        .unwrap();
    assert_eq!(chars.called_on, name("java.lang.StringBuffer"));
    assert!(
        !buffer
            .default_methods
            .iter()
            .any(|method| method.name == "codePoints"),
        "each signature once"
    );

    // Abstract, but it has a factory.
    let calendar = describe(program, "java.util.Calendar");
    assert_eq!(calendar.testable, Testability::Testable);
    assert!(
        calendar
            .factories
            .iter()
            .any(|factory| factory.name == "getInstance")
    );
    assert!(!calendar.abstract_methods.is_empty());
    // Nothing but static methods.
    assert_eq!(
        describe(program, "java.util.Collections").testable,
        Testability::StaticOnly
    );
    // No constructor, no factory of its own: somebody else's method gives one.
    let runtime = describe(program, "java.lang.Module");
    assert_eq!(runtime.factories_searched, FactorySearch::ClassPath);
    assert!(
        runtime
            .factories
            .iter()
            .any(|factory| factory.declared_in == name("java.lang.Class")),
        "Class.getModule"
    );
    let days = describe(program, "java.time.DayOfWeek");
    assert_eq!(days.enum_constants.len(), 7);
    assert!(days.static_instances.is_empty());
    let hidden = describe(program, "java.util.Collections$SynchronizedMap");
    assert!(matches!(
        hidden.testable,
        Testability::NotTestable {
            reason: NotTestable::NotPublic,
            ..
        }
    ));
    for method in &hidden.instance_methods {
        let through = if method.name == "toString" {
            "java.lang.Object"
        } else {
            "java.util.Map"
        };
        assert_eq!(method.called_on, name(through), "{}", method.name);
    }
}

#[test]
fn a_jar_as_a_table() {
    let source = r#"
package p;
public class Main {
    public static class Good { public void a() { } public void b() { } }
    public static class Empty { }
    public static class Closed { private Closed() { } public void f() { } }
    public static class Given { Given() { } public void f() { } }
    public static Given given() { return null; }
    public interface Face { void f(); }
    static class Hidden implements Face { public void f() { new Object() { }; } }
}
"#;
    let compiled = compile(&[("p/Main.java", source)]);
    let path = compiled.path().join("app.jar");
    let mut entries = compiled.entries();
    entries.push(("p/Broken.class".into(), b"broken".to_vec()));
    entries.push(("module-info.class".into(), b"not looked at".to_vec()));
    entries.push(("java/util/Mine.class".into(), b"never looked at".to_vec()));
    let borrowed: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, bytes)| (&**name, &**bytes))
        .collect();
    jar(&path, &borrowed);
    let program = Program::open(jdk(), std::slice::from_ref(&path)).unwrap();
    let described = describe::jar(&program, &path).unwrap();
    let table: Vec<(String, String)> = described
        .classes
        .iter()
        .map(|row| {
            let verdict = serde_json::to_value(&row.testable).unwrap();
            let reason = verdict.get("reason").unwrap_or(&verdict["verdict"]);
            (row.name.binary(), reason.as_str().unwrap().to_owned())
        })
        .collect();
    let expected = [
        ("java.util.Mine", "shadowed"),
        ("p.Broken", "malformed"),
        ("p.Main", "static_only"),
        ("p.Main$Closed", "no_instance"),
        ("p.Main$Empty", "no_methods"),
        ("p.Main$Face", "interface"),
        ("p.Main$Given", "testable"),
        ("p.Main$Good", "testable"),
        ("p.Main$Hidden", "not_public"),
        ("p.Main$Hidden$1", "unnamed"),
    ];
    assert_eq!(
        table,
        expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned()))
    );
    assert_eq!(described.testable, 3);
    let good = described
        .classes
        .iter()
        .find(|row| row.name == name("p.Main$Good"))
        .unwrap();
    assert_eq!((good.instance_methods, good.pairs), (2, 3));
}
