//! Thunks and stubs, defined and called in real JVMs.

use crate::script::{Script, callee};

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
