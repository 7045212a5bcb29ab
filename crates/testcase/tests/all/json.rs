//! Tests as people write them.

use raddle_testcase::{Argument, Callee, Constant, Dispatch, Outcome, StubKind, TestFile, VarId};

const STRING_BUFFER: &str = r#"{
  "about": "ConTeGe's Figure 1",
  "imports": ["java.util.List"],
  "prefix": [
    { "let": "sb", "new": "StringBuffer(String)", "args": [{ "string": "abc" }] }
  ],
  "suffixes": [
    [{ "call": "StringBuffer StringBuffer.insert(int, CharSequence)", "on": "sb", "args": [1, "sb"] }],
    [{ "call": "StringBuffer StringBuffer.deleteCharAt(int)", "on": "sb", "args": [0] }]
  ]
}"#;

#[test]
fn a_written_test_becomes_the_value() {
    let file = TestFile::from_json(STRING_BUFFER).unwrap();
    let insert = &file.test.suffixes[0][0];
    let Callee::Method {
        class,
        name,
        descriptor,
        dispatch,
    } = &insert.callee
    else {
        panic!("{:?}", insert.callee)
    };
    assert_eq!(class.as_str(), "java.lang.StringBuffer");
    assert_eq!(name.as_str(), "insert");
    assert_eq!(
        descriptor.as_str(),
        "(ILjava/lang/CharSequence;)Ljava/lang/StringBuffer;"
    );
    assert_eq!(*dispatch, Dispatch::Virtual);
    assert_eq!(
        insert.arguments,
        [
            Argument::Variable(VarId(0)),
            Argument::Constant(Constant::Int(1)),
            Argument::Variable(VarId(0))
        ]
    );
    assert_eq!(file.names.of(VarId(0)), "sb");
    let again = TestFile::from_json(&file.to_json()).unwrap();
    assert_eq!(again, file);
}

#[test]
fn what_comes_afterwards_sees_the_prefix_and_itself() {
    let with = |afterwards: &str| {
        let calls = r#"{ "let": "n", "call": "int StringBuffer.length()", "on": "sb" }"#;
        let text = STRING_BUFFER.replace(
            r#""on": "sb", "args": [0] }]
  ]"#,
            &format!(r#""on": "sb", "args": [0] }}, {calls}] ], "afterwards": [{afterwards}]"#),
        );
        TestFile::from_json(&text)
    };
    let file = with(
        r#"{ "let": "s", "call": "String StringBuffer.toString()", "on": "sb" },
           { "call": "int String.length()", "on": "s" }"#,
    )
    .unwrap();
    assert_eq!(file.test.afterwards.len(), 2);
    assert_eq!(file.test.calls().count(), 6);
    assert_eq!(TestFile::from_json(&file.to_json()).unwrap(), file);
    let error = with(r#"{ "call": "static String String.valueOf(int)", "args": ["n"] }"#);
    assert_eq!(
        error.unwrap_err().to_string(),
        "call 1 of what comes afterwards: no variable 'n' is defined before (a string constant is written {\"string\": \"n\"})"
    );
}

#[test]
fn every_kind_of_call_can_be_written() {
    let file = TestFile::from_json(
        r#"{
          "imports": ["java.util.List", "java.util.Map$Entry"],
          "prefix": [
            { "let": "out", "get": "static java.io.PrintStream System.out" },
            { "let": "a", "array": "Object[]", "args": [{ "int": 1 }, "out", null, { "char": "x" }, { "class": "List" }] },
            { "let": "list", "call": "interface static List List.of(Object...)", "args": ["a"] },
            { "let": "comparator", "stub": "interface java.util.Comparator", "methods": ["int compare(Object, Object)"] },
            { "let": "in", "stub": "java.io.FilterInputStream(java.io.InputStream)", "args": [null] },
            { "let": "p", "new": "java.awt.Point()" },
            { "get": "int java.awt.Point.x", "on": "p" }
          ],
          "suffixes": [[
            { "call": "interface int List.size()", "on": "list" },
            { "call": "void a.B.put(Map$Entry, Entry, long, double, char)", "on": "p",
              "args": ["out", null, 7, { "double": "NaN" }, { "char": 55296 }] },
            { "call": { "class": "a.B", "name": "a test", "descriptor": "()V" }, "on": "p" }
          ]]
        }"#,
    )
    .unwrap();
    let callees: Vec<&Callee> = file.test.calls().map(|call| &call.callee).collect();
    assert!(matches!(callees[1], Callee::NewArray { length: 5, .. }));
    assert!(
        matches!(callees[2], Callee::Method { dispatch: Dispatch::InterfaceStatic, descriptor, .. }
            if descriptor.as_str() == "([Ljava/lang/Object;)Ljava/util/List;")
    );
    assert!(matches!(callees[3], Callee::Stub(shape)
        if shape.kind == StubKind::Interface && shape.methods.len() == 1));
    assert!(matches!(callees[4], Callee::Stub(shape)
        if matches!(&shape.kind, StubKind::AbstractClass { constructor } if constructor.as_str() == "(Ljava/io/InputStream;)V")));
    assert!(matches!(callees[8], Callee::Method { descriptor, .. }
        if descriptor.as_str() == "(Ljava/util/Map$Entry;LEntry;JDC)V"));
    let again = TestFile::from_json(&file.to_json()).unwrap();
    assert_eq!(again, file);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let with = |suffix: &str| {
        let text = format!(
            r#"{{ "prefix": [{{ "let": "sb", "new": "StringBuffer()" }}], "suffixes": [[{suffix}]] }}"#
        );
        TestFile::from_json(&text).unwrap_err().to_string()
    };
    assert_eq!(
        with(r#"{ "call": "int StringBuffer.length()", "on": "buffer" }"#),
        "call 1 of suffix 1: no variable 'buffer' is defined before (a string constant is written {\"string\": \"buffer\"})"
    );
    assert_eq!(
        with(r#"{ "call": "int StringBuffer.length()" }"#),
        "call 1 of suffix 1: needs a receiver in \"on\" (begin the signature with \"static\" if it is static)"
    );
    assert_eq!(
        with(r#"{ "call": "int StringBuffer.length()", "on": "sb", "args": [1] }"#),
        "call 1 of suffix 1: takes 0 arguments in \"args\", but 1 are given"
    );
    assert_eq!(
        with(r#"{ "new": "StringBuffer(int)", "args": [3000000000] }"#),
        "call 1 of suffix 1: argument 1: 3000000000 is no int"
    );
    assert_eq!(
        with(r#"{ "call": "length()", "on": "sb" }"#),
        "call 1 of suffix 1: cannot read 'length()'; write it as in int java.util.Vector.indexOf(Object, int)"
    );
    assert_eq!(
        with(
            r#"{ "let": "x", "call": "void StringBuffer.setLength(int)", "on": "sb", "args": [1] }"#
        ),
        "call 1 of suffix 1: returns void, so no variable can keep its result"
    );
    assert_eq!(
        with(r#"{ "new": "StringBuffer()", "get": "int StringBuffer.count" }"#),
        "call 1 of suffix 1: give exactly one of \"new\", \"call\", \"get\", \"array\" and \"stub\""
    );
    assert!(with(r#"{ "knew": "StringBuffer()" }"#).contains("unknown field `knew`"));
    assert_eq!(
        TestFile::from_json(r#"{ "suffixes": [] }"#)
            .unwrap_err()
            .to_string(),
        "the test has no suffix; give at least one"
    );
}

#[test]
fn a_suffix_does_not_see_another_suffixes_variables() {
    let text = r#"{ "suffixes": [[{ "let": "x", "new": "Object()" }],
                                 [{ "call": "int Object.hashCode()", "on": "x" }]] }"#;
    assert!(
        TestFile::from_json(text)
            .unwrap_err()
            .to_string()
            .starts_with("call 1 of suffix 2: no variable 'x'")
    );
}

#[test]
fn expectations_are_sets_of_outcomes_that_fit_the_test() {
    let text = |outcomes: &str| {
        format!(
            r#"{{ "prefix": [{{ "let": "o", "new": "Object()" }}],
                 "suffixes": [[{{ "call": "String Object.toString()", "on": "o" }},
                               {{ "call": "int Object.hashCode()", "on": "o" }}]],
                 "expect": {{ "preemptions": 1, "outcomes": {outcomes} }} }}"#
        )
    };
    let file = TestFile::from_json(&text(
        r#"[ [[{ "string": "a" }, 1]], [["\"a\"", 1]], [["stuck"]], [[null, "throws java.lang.Error"]],
             { "suffixes": [["null", "endless"]], "uncaught": ["java.lang.Error"] }, { "worker": "exited" } ]"#,
    ))
    .unwrap();
    let shown: Vec<String> = file
        .expect
        .as_ref()
        .unwrap()
        .outcomes
        .iter()
        .map(Outcome::to_string)
        .collect();
    assert_eq!(
        shown,
        [
            "\"a\", 1",
            "null, throws java.lang.Error",
            "null, endless | uncaught java.lang.Error",
            "stuck",
            "the JVM exited"
        ]
    );
    assert_eq!(TestFile::from_json(&file.to_json()).unwrap(), file);
    for bad in ["[[[1]]]", "[[[1, 2, 3]]]", "[[]]", "[[[\"stuck\", 1]]]"] {
        assert!(TestFile::from_json(&text(bad)).is_err(), "{bad}");
    }
}
