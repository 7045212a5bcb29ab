//! Tests as Java source.

use std::fs;

use crate::jdk;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_testcase::{
    Argument, Call, Callee, ClassName, Constant, JavaSource, JavaType, Knowledge, NothingKnown,
    Test, TestFile, VarId, VariableNames,
};

const FIGURE_1: &str = r#"{
  "prefix": [{ "new": "StringBuffer(String)", "args": [{ "string": "abc" }], "let": "sb" }],
  "suffixes": [
    [{ "call": "StringBuffer StringBuffer.insert(int, CharSequence)", "on": "sb", "args": [1, "sb"] }],
    [{ "call": "StringBuffer StringBuffer.deleteCharAt(int)", "on": "sb", "args": [0] },
     { "call": "int StringBuffer.length()", "on": "sb", "let": "length" }]
  ]
}"#;

/// Every kind of call, constants that are hard to write, and two classes of the same simple name.
const EVERYTHING: &str = r#"{
  "imports": ["java.util.List", "java.util.ArrayList", "java.util.Map"],
  "prefix": [
    { "let": "args", "array": "Object[]",
      "args": [null, { "int": -1 }, { "byte": -1 }, { "char": "'" }, { "string": "a\"\\\n\u0000é" }, { "utf16": [55296] }, { "class": "Map$Entry" },
               { "float": "NaN" }, { "double": "-Infinity" }, { "double": 1e300 }, { "long": -9223372036854775808 }] },
    { "let": "list", "call": "interface static List List.of(Object...)", "args": ["args"] },
    { "let": "copy", "new": "ArrayList(java.util.Collection)", "args": ["list"] },
    { "let": "date", "new": "java.sql.Date(long)", "args": [5] },
    { "let": "other", "new": "java.util.Date()" },
    { "let": "stub", "stub": "interface java.util.Comparator", "methods": ["int compare(Object, Object)", "boolean equals(Object)"] },
    { "let": "in", "stub": "java.io.FilterInputStream(java.io.InputStream)", "args": [null] },
    { "array": "int[][]", "args": [null] },
    { "get": "static java.io.PrintStream System.out" },
    { "let": "clone", "call": "Object java.util.Date.clone()", "on": "other" }
  ],
  "suffixes": [
    [{ "call": "int ArrayList.indexOf(Object)", "on": "copy", "args": [{ "int": 3 }], "let": "suffix1" },
     { "call": "String Object.toString()", "on": "stub" }],
    [{ "call": "void java.util.Date.setTime(long)", "on": "clone", "args": [-3] },
     { "call": "static String String.valueOf(Object)", "args": [null] }]
  ]
}"#;

#[test]
fn a_snippet_has_the_suffixes_side_by_side() {
    let file = TestFile::from_json(FIGURE_1).unwrap();
    let source = JavaSource::new(&file.test, &file.names, &NothingKnown);
    insta::assert_snapshot!("figure_1_side_by_side", source.snippet(100));
    insta::assert_snapshot!("figure_1_stacked", source.snippet(60));
    assert_eq!(source.call(&file.test.suffixes[1][0]), "sb.deleteCharAt(0)");
}

#[test]
fn a_class_runs_by_itself() {
    let file = TestFile::from_json(FIGURE_1).unwrap();
    let derived = VariableNames::derived(&file.test);
    let source = JavaSource::new(&file.test, &derived, &NothingKnown);
    insta::assert_snapshot!("figure_1_class", source.class("Figure1"));
}

#[test]
fn everything_can_be_written_and_compiles() {
    let file = TestFile::from_json(EVERYTHING).unwrap();
    let text = JavaSource::new(&file.test, &file.names, &NothingKnown).class("Everything");
    insta::assert_snapshot!("everything", text);
    compile(&[("Everything".to_owned(), text)]);
}

/// Knows the one relation that matters for Figure 1.
struct SomeKnown;

impl Knowledge for SomeKnown {
    fn is_overloaded(&self, callee: &Callee) -> bool {
        !matches!(callee, Callee::Method { name, .. } if name.as_str() == "insert")
    }

    fn is_subtype(&self, sub: &JavaType, supertype: &JavaType) -> bool {
        sub == supertype || supertype.to_string() == "java.lang.CharSequence"
    }

    fn is_inner(&self, class: &ClassName) -> bool {
        class.as_str() == "a.Outer$Inner"
    }
}

#[test]
fn what_is_known_saves_casts() {
    let file = TestFile::from_json(FIGURE_1).unwrap();
    let source = JavaSource::new(&file.test, &file.names, &SomeKnown);
    assert_eq!(source.call(&file.test.suffixes[0][0]), "sb.insert(1, sb)");
    let inner = TestFile::from_json(
        r#"{ "suffixes": [[{ "let": "o", "new": "a.Outer()" },
                           { "new": "a.Outer$Inner(a.Outer, int)", "args": ["o", 1] }]] }"#,
    )
    .unwrap();
    let source = JavaSource::new(&inner.test, &inner.names, &SomeKnown);
    assert_eq!(source.call(&inner.test.suffixes[0][1]), "o.new Inner(1)");
}

/// Compiles sources given by class name, warnings counted as errors.
fn compile(sources: &[(String, String)]) {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = sources
        .iter()
        .map(|(name, text)| {
            let file = folder.path().join(format!("{name}.java"));
            fs::write(&file, text).unwrap();
            file
        })
        .collect();
    for jdk in jdk::compilers() {
        jdk::javac(
            &jdk,
            &files,
            &folder.path().join("classes"),
            &["-Xlint:all,-options", "-Werror"],
        );
    }
}

/// Things that exist in every JDK: constructors first, so that there is something to call methods on.
const API: [&str; 22] = [
    r#"{ "new": "StringBuffer()" }"#,
    r#"{ "new": "java.util.ArrayList()" }"#,
    r#"{ "new": "Object()" }"#,
    r#"{ "new": "Integer(int)", "args": [1] }"#,
    r#"{ "stub": "interface java.util.Comparator", "methods": ["int compare(Object, Object)"] }"#,
    r#"{ "array": "char[]", "args": [1, 2] }"#,
    r#"{ "array": "CharSequence[]", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(Object)", "on": "sb", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(String)", "on": "sb", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(StringBuffer)", "on": "sb", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(CharSequence)", "on": "sb", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(char[])", "on": "sb", "args": [null] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(char)", "on": "sb", "args": [1] }"#,
    r#"{ "call": "StringBuffer StringBuffer.append(float)", "on": "sb", "args": [1] }"#,
    r#"{ "call": "StringBuffer StringBuffer.insert(int, double)", "on": "sb", "args": [1, 1] }"#,
    r#"{ "call": "String StringBuffer.toString()", "on": "sb" }"#,
    r#"{ "call": "interface int java.util.Comparator.compare(Object, Object)", "on": "sb", "args": [null, null] }"#,
    r#"{ "call": "static String String.join(CharSequence, CharSequence[])", "args": [null, null] }"#,
    r#"{ "call": "static Byte Byte.valueOf(byte)", "args": [1] }"#,
    r#"{ "call": "static int Byte.compare(byte, byte)", "args": [1, 1] }"#,
    r#"{ "call": "Object java.util.ArrayList.set(int, Object)", "on": "sb", "args": [1, null] }"#,
    r#"{ "get": "static java.util.Comparator String.CASE_INSENSITIVE_ORDER" }"#,
];

fn api() -> Vec<Callee> {
    let one = |call: &str| {
        let text = format!(
            r#"{{ "prefix": [{{ "let": "sb", "new": "Object()" }}], "suffixes": [[{call}]] }}"#
        );
        TestFile::from_json(&text).unwrap().test.suffixes[0][0]
            .callee
            .clone()
    };
    API.iter().map(|call| one(call)).collect()
}

/// What to call, what to pass (a variable if there is one of that index, else the constant), whether to keep the result.
type Choice = (usize, Vec<(usize, Constant)>, bool);

/// Random choices that a test can be grown from.
fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let constant = prop_oneof![
        Just(Constant::Null),
        any::<bool>().prop_map(Constant::Boolean),
        any::<i8>().prop_map(Constant::Byte),
        any::<u16>().prop_map(Constant::Char),
        any::<i32>().prop_map(Constant::Int),
        any::<f32>().prop_map(Constant::float),
        any::<f64>().prop_map(Constant::double),
        proptest::collection::vec(any::<u16>(), 0..4)
            .prop_map(|units| Constant::String(units.into())),
        Just(Constant::Class(
            ClassName::new("java.util.Map$Entry").unwrap()
        )),
    ];
    let arguments = proptest::collection::vec((0..30_usize, constant), 3);
    proptest::collection::vec((0..API.len(), arguments, any::<bool>()), 4..25)
}

/// Grows a test; calls that cannot be made with what is there are left out.
fn grow(choices: &[Choice], api: &[Callee]) -> Test {
    let mut test = Test {
        prefix: Vec::new(),
        suffixes: vec![Vec::new(), Vec::new()],
        afterwards: Vec::new(),
    };
    let mut known: Vec<(VarId, usize)> = Vec::new();
    for (number, (pick, wanted, kept)) in choices.iter().enumerate() {
        let callee = &api[*pick];
        let part = if number < choices.len() / 2 {
            0
        } else {
            1 + number % 3
        };
        let arguments: Vec<Argument> = callee
            .argument_types()
            .iter()
            .zip(wanted)
            .map(|(_, (index, constant))| {
                let visible: Vec<VarId> = known
                    .iter()
                    .filter(|(_, in_part)| *in_part == 0 || *in_part == part)
                    .map(|(v, _)| *v)
                    .collect();
                match visible.get(*index) {
                    Some(variable) => Argument::Variable(*variable),
                    None => Argument::Constant(constant.clone()),
                }
            })
            .collect();
        let result = VarId(known.len() as u16);
        let result = (*kept && callee.result_type().is_some()).then_some(result);
        let call = Call {
            callee: callee.clone(),
            arguments,
            result,
        };
        calls_of(&mut test, part).push(call);
        if test.check().is_err() || !castable(&test) {
            calls_of(&mut test, part).pop();
        } else if let Some(result) = result {
            known.push((result, part));
        }
    }
    test
}

/// The prefix, one of the two suffixes, or what comes afterwards.
fn calls_of(test: &mut Test, part: usize) -> &mut Vec<Call> {
    match part {
        0 => &mut test.prefix,
        3 => &mut test.afterwards,
        suffix => &mut test.suffixes[suffix - 1],
    }
}

/// Whether `javac` would take the casts of the last calls: it refuses those between unrelated final classes and arrays. A generator
/// passes subtypes only.
fn castable(test: &Test) -> bool {
    let types: Vec<(VarId, JavaType)> = test
        .calls()
        .filter_map(|call| Some((call.result?, call.callee.result_type()?)))
        .collect();
    test.calls().all(|call| {
        call.arguments
            .iter()
            .zip(call.callee.argument_types())
            .all(|(argument, wanted)| {
                let given = match argument {
                    Argument::Variable(variable) => types
                        .iter()
                        .find(|(v, _)| v == variable)
                        .map(|(_, t)| t.clone()),
                    Argument::Constant(constant) => constant.java_type(),
                };
                let object = |java_type: &JavaType| java_type.to_string() == "java.lang.Object";
                let sequence = |java_type: &JavaType| {
                    matches!(
                        java_type.to_string().as_str(),
                        "java.lang.String" | "java.lang.StringBuffer"
                    )
                };
                given.is_none_or(|given| {
                    given == wanted
                        || object(&wanted)
                        || (object(&given) && !wanted.is_primitive())
                        || (sequence(&given) && wanted.to_string() == "java.lang.CharSequence")
                })
            })
    })
}

#[test]
fn random_tests_compile() {
    let api = api();
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let sources: Vec<(String, String)> = (0..120)
        .map(|number| {
            let test = grow(&choices().new_tree(&mut runner).unwrap().current(), &api);
            let names = VariableNames::derived(&test);
            let name = format!("Test{number}");
            let text = JavaSource::new(&test, &names, &NothingKnown).class(&name);
            (name, text)
        })
        .collect();
    compile(&sources);
}

proptest! {
    #[test]
    fn json_gives_the_same_test_back(choices in choices()) {
        let test = grow(&choices, &api());
        let json = TestFile::new(test.clone()).to_json();
        let back = TestFile::from_json(&json).unwrap();
        prop_assert_eq!(&back.test, &test.renumbered());
        prop_assert_eq!(back.names, VariableNames::derived(&test.renumbered()));
    }
}
