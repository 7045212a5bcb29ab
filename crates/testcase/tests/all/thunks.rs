//! Thunks and stubs, defined and called in real JVMs with full verification.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::jdk;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_testcase::{Callee, GeneratedClass, JavaType, TestFile, ThunkBase};

const BASE: ThunkBase<'static> = ThunkBase {
    class: "ThunkBase",
    method: "apply",
};

/// The table of values that the harness starts with, by type.
const VALUES: [(&str, usize); 13] = [
    ("null", 0),
    ("Z", 1),
    ("B", 2),
    ("S", 3),
    ("C", 4),
    ("I", 5),
    ("J", 6),
    ("F", 7),
    ("D", 8),
    ("Ljava/lang/String;", 9),
    ("[I", 10),
    ("[[Ljava/lang/String;", 11),
    ("Ljava/util/List;", 12),
];

/// A script for the harness, with the classes it needs.
struct Script {
    folder: tempfile::TempDir,
    lines: String,
    expected: Vec<String>,
}

impl Script {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("thunks")).unwrap();
        Self {
            folder,
            lines: String::new(),
            expected: Vec::new(),
        }
    }

    /// Calls the callee with values of the table; gives the index of the result in the table.
    fn call(&mut self, callee: &Callee, arguments: &[usize], expected: &str) -> usize {
        let name = format!("raddle/Thunk${}", self.expected.len());
        let thunk = callee.thunk(&name, BASE).unwrap();
        for GeneratedClass { name, bytes } in thunk.stub.iter().chain([&thunk.class]) {
            let file = format!("thunks/{}.class", name.replace('/', "."));
            fs::write(self.folder.path().join(file), bytes).unwrap();
        }
        self.lines.push_str(&name.replace('/', "."));
        for argument in arguments {
            write!(self.lines, " {argument}").unwrap();
        }
        self.lines.push('\n');
        self.expected.push(expected.to_owned());
        VALUES.len() + self.expected.len() - 1
    }

    fn run(&self, more_sources: &[PathBuf]) {
        let folder = self.folder.path();
        let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let mut sources = ["ThunkBase.java", "Harness.java", "Targets.java"]
            .map(|name| java.join(name))
            .to_vec();
        sources.extend_from_slice(more_sources);
        fs::write(folder.join("script"), &self.lines).unwrap();
        for jdk in jdk::compilers() {
            let classes = folder.join(format!("classes{}", jdk.version().as_str()));
            jdk::javac(&jdk, &sources, &classes, &[]);
            let (thunks, script) = (folder.join("thunks"), folder.join("script"));
            let arguments = [
                "Harness",
                thunks.to_str().unwrap(),
                script.to_str().unwrap(),
            ];
            let printed = jdk::java(&jdk, &classes, &arguments);
            for (number, (line, expected)) in printed.lines().zip(&self.expected).enumerate() {
                assert_eq!(
                    line,
                    expected,
                    "line {number} on {}",
                    jdk.version().as_str()
                );
            }
            assert_eq!(printed.lines().count(), self.expected.len());
        }
    }
}

/// Reads one call in the form people write.
fn callee(json: &str) -> Callee {
    let prefix = r#"{ "let": "x", "new": "Object()" }"#;
    let file = TestFile::from_json(&format!(
        r#"{{ "imports": ["java.util.List"], "prefix": [{prefix}], "suffixes": [[{json}]] }}"#
    ));
    file.unwrap().test.suffixes[0][0].callee.clone()
}

#[test]
fn every_kind_of_callee_is_called() {
    let mut script = Script::new();
    let created = script.call(
        &callee(r#"{ "new": "Targets(int, double, byte)", "args": [1, 1, 1] }"#),
        &[5, 8, 2],
        "Targets with 69992",
    );
    let all = callee(
        r#"{ "call": "String Targets.all(boolean, byte, short, char, int, long, float, double, String, int[], Object)",
             "on": "x", "args": [true, 1, 1, 1, 1, 1, 1, 1, null, null, null] }"#,
    );
    script.call(
        &all,
        &[created, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4],
        "String true -8 300 c 70000 1099511627776 1.5 -0.25 text 2 c",
    );
    script.call(
        &all,
        &[created, 1, 2, 3, 4, 6, 6, 7, 8, 9, 10, 4],
        "throws java.lang.ClassCastException",
    );
    script.call(
        &all,
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4],
        "throws java.lang.NullPointerException",
    );
    script.call(
        &callee(r#"{ "get": "int Targets.field", "on": "x" }"#),
        &[created],
        "Integer 69992",
    );
    script.call(
        &callee(r#"{ "get": "static long Targets.counter" }"#),
        &[],
        "Long 5",
    );
    script.call(
        &callee(r#"{ "call": "static void Targets.fail(String)", "args": [null] }"#),
        &[9],
        "throws java.lang.Exception",
    );
    script.call(
        &callee(r#"{ "call": "static int Targets.twice(Integer)", "args": [1] }"#),
        &[5],
        "Integer 140000",
    );
    script.call(
        &callee(r#"{ "call": "interface int List.size()", "on": "x" }"#),
        &[12],
        "Integer 1",
    );
    script.call(
        &callee(r#"{ "call": "interface static List Targets$Box.ofNothing(long, double)", "args": [1, 1] }"#),
        &[6, 8],
        "ListN []",
    );
    script.call(
        &callee(r#"{ "call": "void Thread.setName(String)", "on": "x", "args": [null] }"#),
        &[9, 9],
        "throws java.lang.ClassCastException",
    );
    let array = |element: &str, length: usize| {
        callee(&format!(
            r#"{{ "array": "{element}[]", "args": [{}] }}"#,
            vec!["null"; length].join(", ")
        ))
    };
    script.call(
        &array("Object", 3),
        &[0, 5, 9],
        "Object[] [[null, 70000, text]]",
    );
    script.call(&array("int[]", 1), &[10], "int[][] [[[1, 2]]]");
    script.call(&array("String", 0), &[], "String[] [[]]");
    script.call(
        &array("String", 1),
        &[5],
        "throws java.lang.ClassCastException",
    );
    script.call(
        &array("Object", 255),
        &[5; 255],
        &format!("Object[] [[{}]]", ["70000"; 255].join(", ")),
    );
    for (element, index, shown) in [
        ("boolean", 1, "true"),
        ("byte", 2, "-8"),
        ("short", 3, "300"),
        ("char", 4, "c"),
        ("int", 5, "70000"),
        ("long", 6, "1099511627776"),
        ("float", 7, "1.5"),
        ("double", 8, "-0.25"),
    ] {
        let zero = if element == "boolean" { "true" } else { "1" };
        let new = callee(&format!(
            r#"{{ "array": "{element}[]", "args": [{zero}, {zero}] }}"#
        ));
        script.call(
            &new,
            &[index, index],
            &format!("{element}[] [[{shown}, {shown}]]"),
        );
    }
    script.run(&[]);
}

#[test]
fn stubs_remember_and_return() {
    let mut script = Script::new();
    let methods = [
        "void put(Object)",
        "Object take()",
        "boolean setSize(long, String)",
        "long size()",
        "String name()",
        "int other(String)",
        "double half()",
        "float quarter()",
        "char letter()",
        "int[] array()",
        "boolean equals(Object)",
    ];
    let quoted: Vec<String> = methods
        .iter()
        .map(|method| format!("\"{method}\""))
        .collect();
    let stub = callee(&format!(
        r#"{{ "stub": "interface Targets$Box", "methods": [{}] }}"#,
        quoted.join(", ")
    ));
    let first = script.call(&stub, &[], "Stub stub of Targets$Box");
    let second = script.call(&stub, &[], "Stub stub of Targets$Box");
    let method = |signature: &str, args: &str| {
        callee(&format!(
            r#"{{ "call": "interface {signature}", "on": "x", "args": [{args}] }}"#
        ))
    };
    let take = method("Object Targets$Box.take()", "");
    let name = method("String Targets$Box.name()", "");
    let size = method("long Targets$Box.size()", "");
    script.call(&take, &[first], "null");
    script.call(&size, &[first], "Long 0");
    script.call(
        &method("void Targets$Box.put(Object)", "null"),
        &[first, 5],
        "null",
    );
    script.call(
        &method("boolean Targets$Box.setSize(long, String)", "1, null"),
        &[first, 6, 9],
        "Boolean false",
    );
    script.call(&take, &[first], "Integer 70000");
    script.call(&take, &[second], "null");
    script.call(&size, &[first], "Long 1099511627776");
    script.call(&name, &[first], "String text");
    script.call(
        &method("int Targets$Box.other(String)", "null"),
        &[second, 9],
        "Integer 0",
    );
    script.call(&name, &[second], "null");
    script.call(
        &method("double Targets$Box.half()", ""),
        &[first],
        "Double 0.0",
    );
    script.call(
        &method("float Targets$Box.quarter()", ""),
        &[first],
        "Float 0.0",
    );
    script.call(
        &method("char Targets$Box.letter()", ""),
        &[first],
        "Character \u{0}",
    );
    script.call(&method("int[] Targets$Box.array()", ""), &[first], "null");
    script.call(
        &method("String Targets$Box.viaDefault()", ""),
        &[first],
        "String default text",
    );
    let equals = method("boolean Targets$Box.equals(Object)", "null");
    script.call(&equals, &[first, first], "Boolean true");
    script.call(&equals, &[first, second], "Boolean false");
    script.call(&take, &[first], "Integer 70000");
    script.call(
        &callee(r#"{ "call": "int Object.hashCode()", "on": "x" }"#),
        &[first],
        "Integer 17",
    );
    let partial = callee(
        r#"{ "stub": "Targets$Partial(long, String, double)", "args": [1, null, 1],
             "methods": ["int number()", "boolean equals(Object)", "int hashCode()"] }"#,
    );
    script.call(
        &partial,
        &[6, 9, 8],
        "Stub 1099511627776text-0.250truefalse17",
    );
    script.run(&[]);
}

/// Random signatures: the source of methods that print what they get, and thunks that call them.
#[test]
fn any_signature_is_called_with_the_values_given() {
    let types: Vec<JavaType> = VALUES[1..]
        .iter()
        .map(|(descriptor, _)| JavaType::from_descriptor(descriptor).unwrap())
        .collect();
    let shown = [
        "null",
        "true",
        "-8",
        "300",
        "c",
        "70000",
        "1099511627776",
        "1.5",
        "-0.25",
        "text",
        "[1, 2]",
        "[[x]]",
        "[e]",
    ];
    let returned = [
        "null",
        "Boolean true",
        "Byte -8",
        "Short 300",
        "Character c",
        "Integer 70000",
        "Long 1099511627776",
        "Float 1.5",
        "Double -0.25",
        "String text",
        "int[] [[1, 2]]",
        "String[][] [[[x]]]",
        "ArrayList [e]",
    ];
    let config = Config {
        rng_algorithm: RngAlgorithm::ChaCha,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let signature = (
        proptest::collection::vec(1..VALUES.len(), 0..12),
        0..VALUES.len(),
    );
    let mut script = Script::new();
    let mut source = String::from("public class Many {\n    public static String last;\n");
    for number in 0..150 {
        let (parameters, result) = signature.new_tree(&mut runner).unwrap().current();
        let java_types: Vec<&JavaType> =
            parameters.iter().map(|&index| &types[index - 1]).collect();
        let declared: Vec<String> = java_types
            .iter()
            .enumerate()
            .map(|(index, java_type)| format!("{java_type} p{index}"))
            .collect();
        let names: Vec<String> = (0..parameters.len())
            .map(|index| format!("p{index}"))
            .collect();
        // Returns its last parameter of the result's type, or the type's default.
        let position = parameters.iter().rposition(|&index| index == result);
        let returns = if result == 0 {
            "void".to_owned()
        } else {
            types[result - 1].to_string()
        };
        let default = match result {
            0 => String::new(),
            1 => "false".to_owned(),
            2..=8 => format!("({returns}) 0"),
            _ => "null".to_owned(),
        };
        let expression = position.map_or(default, |index| format!("p{index}"));
        writeln!(
            source,
            "    public static {returns} m{number}({}) {{\n        \
             last = java.util.Arrays.deepToString(new Object[] {{{}}});\n        return {expression};\n    }}",
            declared.join(", "),
            names.join(", ")
        )
        .unwrap();
        let signature = format!(
            "static {returns} Many.m{number}({})",
            java_types
                .iter()
                .map(|java_type| java_type.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        );
        let zeros: Vec<&str> = parameters
            .iter()
            .map(|&index| match index {
                1 => "true",
                2..=8 => "1",
                _ => "null",
            })
            .collect();
        let method = callee(&format!(
            r#"{{ "call": "{signature}", "args": [{}] }}"#,
            zeros.join(", ")
        ));
        let expected = match (result, position) {
            (_, Some(_)) => returned[result].to_owned(),
            (1, None) => "Boolean false".to_owned(),
            (2..=8, None) => {
                let class = returned[result].split(' ').next().unwrap();
                let zero = ["0", "0", "\u{0}", "0", "0", "0.0", "0.0"][result - 2];
                format!("{class} {zero}")
            }
            _ => "null".to_owned(),
        };
        script.call(&method, &parameters, &expected);
        let all: Vec<&str> = parameters.iter().map(|&index| shown[index]).collect();
        let last = callee(r#"{ "get": "static String Many.last" }"#);
        script.call(&last, &[], &format!("String [{}]", all.join(", ")));
    }
    source.push_str("}\n");
    let file = script.folder.path().join("Many.java");
    fs::write(&file, source).unwrap();
    script.run(&[file]);
}
