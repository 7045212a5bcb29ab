//! Thunks of random signatures.

use std::fmt::Write as _;
use std::fs;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_testcase::JavaType;

use crate::script::{Script, VALUES, callee};

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
