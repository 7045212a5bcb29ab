//! Classes known as what they are: kinds, nesting, access, varargs, generics, constants.

mod support;

use std::sync::Arc;

use raddle_program::access::Accessibility;
use raddle_program::class::{Class, ClassKind, Nesting};
use raddle_program::member::{FieldRef, MethodRef};
use raddle_program::program::Program;
use raddle_program::resolve::ResolveError;
use raddle_program::signature::{ClassSignature, MethodSignature};
use raddle_program::types::JavaType;
use support::{compile, jdk, jdk_program, name};

fn class(program: &Program, binary: &str) -> Arc<Class> {
    program.class(&name(binary)).unwrap()
}

#[test]
fn kinds() {
    let source = r#"
package p;
public class Kinds {
    public enum Plain { A, B; public static final Plain DEFAULT = A; }
    public enum Bodies { X { public int f() { return 1; } }; public abstract int f(); }
    public interface Face { }
    public @interface Note { }
    public abstract static class Base { }
    public class Inner { public Inner(int x) { } }
    public static class Nested { public class Deep { } }
    static class Hidden { public static class Open { } }
    protected static class Prot { }
    private static class Priv { }
    public void local(String... args) { class Local { } new Local(); new Object() { }; }
}
"#;
    let compiled = compile(&[("p/Kinds.java", source)]);
    let program = compiled.program();
    let of = |simple: &str| class(&program, &format!("p.Kinds{simple}"));
    assert_eq!(of("").kind(), ClassKind::Class);
    assert_eq!(of("$Plain").kind(), ClassKind::Enum);
    assert_eq!(of("$Bodies").kind(), ClassKind::Enum);
    assert_eq!(
        of("$Bodies$1").kind(),
        ClassKind::Class,
        "a constant's body is no enum"
    );
    assert_eq!(of("$Face").kind(), ClassKind::Interface);
    assert_eq!(of("$Note").kind(), ClassKind::Annotation);
    assert!(of("$Base").is_abstract());
    let constants: Vec<String> = of("$Plain")
        .enum_constants()
        .map(|field| field.name().to_owned())
        .collect();
    assert_eq!(constants, ["A", "B"]);

    assert_eq!(*of("").nesting(), Nesting::TopLevel);
    assert!(matches!(of("$1Local").nesting(), Nesting::Local));
    assert!(matches!(of("$1").nesting(), Nesting::Anonymous));
    assert_eq!(of("$Inner").outer_instance(), Some(&name("p.Kinds")));
    assert_eq!(of("$Nested").outer_instance(), None);
    assert_eq!(
        of("$Nested$Deep").outer_instance(),
        Some(&name("p.Kinds$Nested"))
    );
    let constructor = &program.api(&of("$Inner")).unwrap().constructors[0];
    assert_eq!(
        constructor.parameters()[0],
        JavaType::Class(name("p.Kinds")),
        "the outer instance comes first"
    );

    let access = |simple: &str| program.accessibility(&of(simple)).unwrap();
    assert_eq!(access(""), Accessibility::Accessible);
    assert_eq!(access("$Nested$Deep"), Accessibility::Accessible);
    assert_eq!(access("$Hidden"), Accessibility::NotPublic);
    assert_eq!(access("$Hidden$Open"), Accessibility::EnclosingNotPublic);
    // In the class file a protected class is public: only `InnerClasses` knows better.
    assert_eq!(access("$Prot"), Accessibility::NotPublic);
    assert_eq!(access("$Priv"), Accessibility::NotPublic);
    assert_eq!(access("$1Local"), Accessibility::Unnamed);
    assert_eq!(access("$1"), Accessibility::Unnamed);
    let internal = class(&program, "jdk.internal.misc.Unsafe");
    assert_eq!(
        program.accessibility(&internal).unwrap(),
        Accessibility::NotExported
    );

    let local = Arc::clone(of("").method("local", "([Ljava/lang/String;)V").unwrap());
    assert!(local.is_varargs());
    // The index sees the same.
    let index = program.index();
    for simple in [
        "",
        "$Nested$Deep",
        "$Hidden",
        "$Hidden$Open",
        "$Prot",
        "$Priv",
        "$1Local",
        "$1",
    ] {
        let id = index.find(of(simple).name()).unwrap();
        assert_eq!(
            index.is_accessible(id),
            access(simple) == Accessibility::Accessible,
            "{simple}"
        );
    }
}

#[test]
fn records_and_sealed_types() {
    if jdk().feature().number() < 17 {
        return;
    }
    let source = r#"
package p;
public sealed interface Shape permits Shape.Circle, Shape.Square {
    record Circle(double radius, int... tags) implements Shape { }
    final class Square implements Shape { }
}
"#;
    let compiled = compile(&[("p/Shape.java", source)]);
    let program = compiled.program();
    let shape = class(&program, "p.Shape");
    assert_eq!(
        shape.permitted_subclasses().unwrap(),
        [name("p.Shape$Circle"), name("p.Shape$Square")]
    );
    let circle = class(&program, "p.Shape$Circle");
    assert_eq!(circle.kind(), ClassKind::Record);
    let components: Vec<String> = circle
        .record_components()
        .unwrap()
        .iter()
        .map(|component| format!("{} {}", component.component_type, component.name))
        .collect();
    assert_eq!(components, ["double radius", "int[] tags"]);
    assert!(
        class(&program, "p.Shape$Square")
            .permitted_subclasses()
            .is_none()
    );
}

#[test]
fn hidden_superclasses_and_hidden_classes() {
    let base = r#"
package p;
abstract class Base<T> {
    public T get() { return null; }
    public String inherited() { return ""; }
    public static int count() { return 0; }
    protected void kept() { }
    void pkg() { }
}
"#;
    let open = r#"
package p;
public class Open extends Base<String> implements Comparable<Open> {
    @Override public String get() { return "x"; }
    @Override public int compareTo(Open other) { return 0; }
    public static Object make() { return new Secret(); }
    protected Open() { }
}
class Secret extends Open implements Runnable {
    public void run() { }
    public void extra() { }
    @Override public String inherited() { return "secret"; }
}
"#;
    let compiled = compile(&[("p/Base.java", base), ("p/Open.java", open)]);
    let program = compiled.program();
    let api = program.api(&class(&program, "p.Open")).unwrap();
    let shown = |callables: &[raddle_program::api::Callable]| -> Vec<String> {
        callables
            .iter()
            .map(|callable| format!("{} by {}", callable.named, callable.method.owner()))
            .collect()
    };
    assert_eq!(
        shown(&api.instance_methods),
        [
            "p.Open.get()Ljava/lang/String; by p.Open",
            "p.Open.compareTo(Lp/Open;)I by p.Open",
            "p.Open.inherited()Ljava/lang/String; by p.Base",
        ]
    );
    assert_eq!(
        shown(&api.static_methods),
        [
            "p.Open.make()Ljava/lang/Object; by p.Open",
            "p.Open.count()I by p.Base",
        ]
    );
    assert!(api.constructors.is_empty(), "protected");

    // A hidden class is used through its visible supertypes, and only as far as they know.
    let api = program.api(&class(&program, "p.Secret")).unwrap();
    assert_eq!(
        shown(&api.instance_methods),
        [
            "java.lang.Runnable.run()V by p.Secret",
            "p.Open.inherited()Ljava/lang/String; by p.Secret",
            "p.Open.get()Ljava/lang/String; by p.Open",
            "p.Open.compareTo(Lp/Open;)I by p.Open",
        ]
    );
    assert!(api.instance_methods[0].through_interface);
    assert!(api.constructors.is_empty() && api.static_methods.is_empty());
}

#[test]
fn resolution() {
    let program = jdk_program();
    let method = |owner: &str, method: &str, descriptor: &str| {
        program.resolve(&MethodRef::new(name(owner), method, descriptor))
    };
    let owner = |owner: &str, name: &str, descriptor: &str| {
        method(owner, name, descriptor).unwrap().owner().binary()
    };
    assert_eq!(
        owner("java.lang.StringBuffer", "hashCode", "()I"),
        "java.lang.Object"
    );
    assert_eq!(
        owner(
            "java.util.ArrayList",
            "containsAll",
            "(Ljava/util/Collection;)Z"
        ),
        "java.util.AbstractCollection"
    );
    assert_eq!(
        owner(
            "java.util.ArrayList",
            "stream",
            "()Ljava/util/stream/Stream;"
        ),
        "java.util.Collection"
    );
    assert_eq!(owner("java.util.List", "isEmpty", "()Z"), "java.util.List");
    assert_eq!(
        owner("java.util.List", "getClass", "()Ljava/lang/Class;"),
        "java.lang.Object"
    );
    assert_eq!(
        owner("java.lang.invoke.MethodHandle", "invokeExact", "(IJ)V"),
        "java.lang.invoke.MethodHandle"
    );
    // Interfaces do not inherit what is not public in `Object`.
    assert!(matches!(
        method("java.util.List", "clone", "()Ljava/lang/Object;"),
        Err(ResolveError::NoSuchMethod(_))
    ));
    assert!(matches!(
        method("java.util.ArrayList", "nope", "()V"),
        Err(ResolveError::NoSuchMethod(_))
    ));
    let list = MethodRef::new(name("java.util.List"), "size", "()I");
    assert!(matches!(
        program.resolve_method(&list),
        Err(ResolveError::OwnerIsInterface(_))
    ));
    let array_list = list.on(name("java.util.ArrayList"));
    assert!(matches!(
        program.resolve_interface_method(&array_list),
        Err(ResolveError::OwnerIsClass(_))
    ));

    let field = |owner: &str, field: &str, descriptor: &str| {
        program.resolve_field(&FieldRef::new(name(owner), field, descriptor))
    };
    assert_eq!(
        field("java.util.ArrayList", "modCount", "I")
            .unwrap()
            .owner(),
        &name("java.util.AbstractList")
    );
    assert!(matches!(
        field("java.util.ArrayList", "modCount", "J"),
        Err(ResolveError::NoSuchField(_))
    ));
    // A constant of an interface, found through a class.
    assert_eq!(
        field("java.io.ObjectOutputStream", "SC_WRITE_METHOD", "B")
            .unwrap()
            .owner(),
        &name("java.io.ObjectStreamConstants")
    );
}

#[test]
fn subtypes_and_assignment() {
    let program = jdk_program();
    let java_type = |source: &str| JavaType::from_source(source).unwrap();
    let yes = |from: &str, to: &str| {
        program
            .is_assignable(&java_type(from), &java_type(to))
            .unwrap()
    };
    assert!(yes("java.util.ArrayList", "java.util.Collection"));
    assert!(yes("java.util.List", "java.lang.Object"));
    assert!(!yes("java.util.Collection", "java.util.List"));
    assert!(yes("java.lang.String[]", "java.lang.Object[]"));
    assert!(yes("int[]", "java.lang.Cloneable"));
    assert!(yes("int[][]", "java.lang.Object[]"));
    assert!(!yes("int[]", "java.lang.Object[]"));
    assert!(!yes("int[]", "long[]"));
    assert!(!yes("int", "long") && yes("int", "int") && !yes("int", "java.lang.Object"));
}

/// Every generic signature that javac wrote into java.base is understood.
#[test]
fn generic_signatures_of_the_jdk() {
    let program = jdk_program();
    let image = program.containers().next().unwrap();
    let (mut classes, mut methods) = (0, 0);
    for located in image
        .classes()
        .unwrap()
        .iter()
        .filter(|class| class.name.starts_with("java/"))
    {
        let class = class(program, &located.name);
        if let Some(text) = class.generic_text() {
            ClassSignature::parse(text).unwrap_or_else(|| panic!("{}: {text}", class.name()));
            classes += 1;
        }
        for method in class.methods() {
            if let Some(text) = method.generic_text() {
                let signature = MethodSignature::parse(text)
                    .unwrap_or_else(|| panic!("{}: {text}", method.id()));
                assert!(signature.parameters.len() <= method.parameters().len());
                methods += 1;
            }
        }
    }
    assert!(
        classes > 1_000 && methods > 5_000,
        "{classes} classes, {methods} methods"
    );
}

#[test]
fn constants() {
    let source = r#"
public class Numbers {
    static final long BIG = 1L << 40;
    int f(int x, String s) {
        if (x == 77) return 70_000;
        switch (x) { case 1000: return 1; case -5: return 2; default: }
        if (s.equals("magic")) return 3;
        return (float) x > 2.5f ? 4 : (double) x > 3.25 ? (int) (BIG + x) : -200;
    }
}
"#;
    let compiled = compile(&[("Numbers.java", source)]);
    let program = compiled.program();
    let constants = class(&program, "Numbers").constants().unwrap();
    for value in [77, 70_000, 1000, -5, -200] {
        assert!(
            constants.ints.contains(&value),
            "{value} in {:?}",
            constants.ints
        );
    }
    assert_eq!(constants.longs, [1 << 40]);
    assert_eq!(constants.floats, [2.5]);
    assert_eq!(constants.doubles, [3.25]);
    assert_eq!(constants.strings, ["magic"]);
}
