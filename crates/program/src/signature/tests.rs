use super::*;

#[test]
fn methods() {
    for (text, shown) in [
        ("()V", "()"),
        ("<T:Ljava/lang/Object;>(TT;I)TT;", "<T> (T, int) -> T"),
        (
            "<T::Ljava/lang/Comparable<-TT;>;>(Ljava/util/List<+TT;>;)V",
            "<T extends java.lang.Comparable<? super T>> (java.util.List<? extends T>)",
        ),
        (
            "<T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;>(Ljava/util/Collection<+TT;>;)TT;",
            "<T extends java.lang.Object & java.lang.Comparable<? super T>> (java.util.Collection<? extends T>) -> T",
        ),
        (
            "([[TT;[J)[Ljava/util/Map<**>;",
            "(T[][], long[]) -> java.util.Map<?, ?>[]",
        ),
        (
            "(LOuter<Ljava/lang/String;>.Inner<TT;>.Leaf;)V",
            "(Outer<java.lang.String>.Inner<T>.Leaf)",
        ),
        ("(LOuter.Inner<TT;>;)V", "(Outer$Inner<T>)"),
    ] {
        let signature = MethodSignature::parse(text).expect(text);
        assert_eq!(signature.to_string(), shown);
    }
}

#[test]
fn throws() {
    let signature =
        MethodSignature::parse("<X:Ljava/lang/Throwable;>()V^TX;^Ljava/io/IOException;").unwrap();
    let throws: Vec<String> = signature
        .throws
        .iter()
        .map(GenericType::to_string)
        .collect();
    assert_eq!(throws, ["X", "java.io.IOException"]);
}

#[test]
fn classes() {
    let signature = ClassSignature::parse(
        "<K:Ljava/lang/Object;V::Ljava/lang/Runnable;>Ljava/util/AbstractMap<TK;TV;>;Ljava/util/Map<TK;TV;>;Ljava/lang/Cloneable;",
    )
    .unwrap();
    assert_eq!(signature.type_parameters[0].to_string(), "K");
    assert_eq!(
        signature.type_parameters[1].to_string(),
        "V extends java.lang.Runnable"
    );
    assert_eq!(
        signature.superclass.to_string(),
        "java.util.AbstractMap<K, V>"
    );
    assert_eq!(signature.interfaces.len(), 2);
}

#[test]
fn an_inner_class_has_the_name_of_its_class_file() {
    let Some(GenericType::Class(class)) = GenericType::parse("Lp/Outer<TT;>.Inner;") else {
        panic!("not a class");
    };
    assert_eq!(class.name.internal(), "p/Outer$Inner");
    assert_eq!(class.outer.unwrap().name.internal(), "p/Outer");
}

#[test]
fn what_is_wrong_is_not_there() {
    for text in [
        "",
        "V",
        "()",
        "(V)V",
        "(I",
        "<T>()V",
        "<>()V",
        "()TT",
        "()L;",
        "()Ljava/util/List<;",
        "()Va",
        "<T:>(",
        "()Ljava//List;",
        "(\u{fc})V",
    ] {
        assert_eq!(MethodSignature::parse(text), None, "{text}");
    }
    assert_eq!(GenericType::parse("I"), None);
    let deep = format!("{}I", "[".repeat(100_000));
    assert_eq!(GenericType::parse(&deep), None);
    let deep = "LA<".repeat(100_000);
    assert_eq!(GenericType::parse(&deep), None);
}
