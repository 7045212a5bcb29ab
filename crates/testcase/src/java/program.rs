//! The class that runs a test by itself.

use super::{JavaSource, Writer, scope::Scope};
use crate::classes::{HASH_CODE, ObjectMethod, remembers};
use crate::test::{Call, StubMethod, StubShape};
use crate::types::JavaType;

const INDENT: &str = "    ";

pub(super) fn render(source: &JavaSource<'_>, name: &str) -> String {
    let (body, imports) = Scope::settle(|scope| class(source, name, scope), name);
    let mut text: String = imports
        .iter()
        .map(|import| format!("import {import};\n"))
        .collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&body);
    text
}

fn class(source: &JavaSource<'_>, name: &str, scope: &mut Scope) -> String {
    let suppress = scope.lang("SuppressWarnings");
    let (string, thread) = (scope.lang("String"), scope.lang("Thread"));
    let throwable = scope.lang("Throwable");
    let system = scope.lang("System");
    let taken: Vec<String> = source
        .test
        .calls()
        .filter_map(|call| call.result)
        .map(|result| source.names.of(result))
        .collect();
    let free = |wanted: String| {
        let mut name = wanted;
        while taken.contains(&name) {
            name.push('_');
        }
        name
    };
    let (arguments, failure) = (free("args".to_owned()), free("failure".to_owned()));
    let threads: Vec<String> = (1..=source.test.suffixes.len())
        .map(|number| free(format!("suffix{number}")))
        .collect();

    let mut writer = source.writer(scope);
    let mut unused = 0;
    let mut lines = Lines::default();
    lines.add(
        0,
        &format!("@{suppress}({{\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}})"),
    );
    lines.add(0, &format!("public class {name} {{"));
    lines.add(
        1,
        &format!("public static void main({string}[] {arguments}) throws {throwable} {{"),
    );
    for call in &source.test.prefix {
        lines.add(2, &writer.statement(call, &mut unused));
    }
    for (suffix, thread_name) in source.test.suffixes.iter().zip(&threads) {
        lines.blank();
        lines.add(
            2,
            &format!("{thread} {thread_name} = new {thread}(() -> {{"),
        );
        lines.add(3, "try {");
        for call in suffix {
            lines.add(4, &writer.statement(call, &mut unused));
        }
        lines.add(3, &format!("}} catch ({throwable} {failure}) {{"));
        lines.add(4, &format!("{failure}.printStackTrace();"));
        lines.add(3, "}");
        lines.add(2, "});");
    }
    lines.blank();
    for method in ["start", "join"] {
        for thread_name in &threads {
            lines.add(2, &format!("{thread_name}.{method}();"));
        }
    }
    if !source.test.afterwards.is_empty() {
        lines.blank();
    }
    for call in &source.test.afterwards {
        lines.add(2, &writer.observation(call, &system));
    }
    lines.add(1, "}");
    lines.add(0, "}");
    lines.0
}

/// Text in lines, each indented to its depth.
#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Adds a line, or several that belong together.
    fn add(&mut self, depth: usize, text: &str) {
        for line in text.lines() {
            if !line.is_empty() {
                self.0.push_str(&INDENT.repeat(depth));
                self.0.push_str(line);
            }
            self.0.push('\n');
        }
    }

    /// Adds an empty line, but not at the start of a block.
    fn blank(&mut self) {
        if !self.0.ends_with("{\n") {
            self.0.push('\n');
        }
    }
}

impl Writer<'_> {
    /// A call that comes afterwards: what nobody keeps is printed.
    fn observation(&mut self, call: &Call, system: &str) -> String {
        if call.result.is_none() && call.callee.result_type().is_some() {
            return format!("{system}.out.println({});", self.expression(call).text);
        }
        self.statement(call, &mut 0)
    }

    /// The body of an anonymous class that does what the stub's class file does.
    pub(super) fn stub_body(&mut self, shape: &StubShape) -> String {
        if self.scope.is_simple() {
            return "{}".to_owned();
        }
        let memory = shape.memory();
        let mut lines = Lines::default();
        lines.add(0, "{");
        for (java_type, field) in &memory {
            lines.add(
                1,
                &format!("private {} {field};", self.scope.java_type(java_type)),
            );
        }
        for method in distinct(shape) {
            lines.blank();
            let descriptor = &method.descriptor;
            let returns = match descriptor.returns() {
                Some(java_type) => self.scope.java_type(java_type),
                None => "void".to_owned(),
            };
            let parameters: Vec<String> = (1..)
                .zip(descriptor.parameters())
                .map(|(number, java_type)| format!("{} p{number}", self.scope.java_type(java_type)))
                .collect();
            lines.add(
                1,
                &format!(
                    "public {returns} {}({}) {{",
                    method.name,
                    parameters.join(", ")
                ),
            );
            if remembers(descriptor) {
                for (number, parameter) in (1..).zip(descriptor.parameters()) {
                    lines.add(2, &format!("{} = p{number};", memory[parameter]));
                }
            }
            if let Some(returned) = descriptor.returns() {
                let value = match (memory.get(returned), returned) {
                    (Some(field), _) => field.as_str(),
                    (None, JavaType::Boolean) => "false",
                    (None, JavaType::Object(_) | JavaType::Array(_)) => "null",
                    (None, _) => "0",
                };
                lines.add(2, &format!("return {value};"));
            }
            lines.add(1, "}");
        }
        for method in shape.object_methods() {
            let (head, value) = self.object_method(method, shape);
            lines.blank();
            lines.add(1, &format!("public {head} {{"));
            lines.add(2, &format!("return {value};"));
            lines.add(1, "}");
        }
        if lines.0 == "{\n" {
            return "{}".to_owned();
        }
        lines.add(0, "}");
        lines.0.trim_end().to_owned()
    }

    /// The head and the value of a method of java.lang.Object.
    fn object_method(&mut self, method: ObjectMethod, shape: &StubShape) -> (String, String) {
        match method {
            ObjectMethod::Equals => (
                format!("boolean equals({} other)", self.scope.lang("Object")),
                "this == other".to_owned(),
            ),
            ObjectMethod::HashCode => ("int hashCode()".to_owned(), HASH_CODE.to_string()),
            ObjectMethod::ToString => (
                format!("{} toString()", self.scope.lang("String")),
                format!("\"stub of {}\"", shape.of),
            ),
        }
    }
}

/// The methods with each name and parameter list once, as source wants it. Where a class file has several that differ in what they
/// return, the others are bridges to the one that does not return Object.
fn distinct(shape: &StubShape) -> Vec<&StubMethod> {
    let mut kept: Vec<&StubMethod> = Vec::new();
    for method in shape.remembering_methods() {
        let same = kept.iter_mut().find(|other| {
            other.name == method.name
                && other.descriptor.parameters() == method.descriptor.parameters()
        });
        match same {
            None => kept.push(method),
            Some(other) => {
                let object = |method: &StubMethod| matches!(method.descriptor.returns(), Some(JavaType::Object(class)) if class.as_str() == "java.lang.Object");
                if object(other) {
                    *other = method;
                }
            }
        }
    }
    kept
}
