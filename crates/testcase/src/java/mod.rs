//! Tests as Java source, for people: a whole class that compiles and runs by itself, a snippet for reports, and single calls.
//!
//! A [`Call`] says exactly which method it calls; source must make `javac` choose the same one among its overloads. So an argument
//! is cast to its parameter's type wherever the compiler could see it otherwise. How often that is depends on what is
//! known about the classes ([`Knowledge`]). Generic types are left raw.

mod expression;
mod literal;
mod program;
mod scope;
mod snippet;

use std::collections::HashMap;

use crate::names::VariableNames;
use crate::test::{Call, Callee, Test, VarId};
use crate::types::{ClassName, JavaType};

use scope::Scope;

/// What is known about the classes that a test uses. The defaults know nothing and lead to more casts, not to wrong calls.
pub trait Knowledge {
    /// Whether the callee's class has other methods (constructors) of its name that take as many arguments.
    fn is_overloaded(&self, callee: &Callee) -> bool {
        let _ = callee;
        true
    }

    /// Whether the first type is the second or a subtype of it.
    fn is_subtype(&self, sub: &JavaType, supertype: &JavaType) -> bool {
        let object =
            matches!(supertype, JavaType::Object(class) if class.as_str() == "java.lang.Object");
        sub == supertype || (object && !sub.is_primitive())
    }

    /// Whether the constructors of the class take an outer instance as their first argument.
    fn is_inner(&self, class: &ClassName) -> bool {
        let _ = class;
        false
    }
}

/// For rendering without a class path.
#[derive(Debug, Clone, Copy, Default)]
pub struct NothingKnown;

impl Knowledge for NothingKnown {}

/// A test to be rendered.
#[derive(Clone, Copy)]
pub struct JavaSource<'a> {
    test: &'a Test,
    names: &'a VariableNames,
    knowledge: &'a dyn Knowledge,
}

impl<'a> JavaSource<'a> {
    /// Renders the test with these names for its variables.
    pub fn new(test: &'a Test, names: &'a VariableNames, knowledge: &'a dyn Knowledge) -> Self {
        Self {
            test,
            names,
            knowledge,
        }
    }

    /// A compilation unit: the public class `name` in the unnamed package, whose `main` runs the prefix, then the suffixes in
    /// threads, and then prints what is asked afterwards.
    pub fn class(&self, name: &str) -> String {
        program::render(self, name)
    }

    /// The test without what surrounds it: the prefix, then the suffixes side by side, or one after the other where `width`
    /// columns are not enough, then what is asked afterwards. Classes are named without their packages.
    pub fn snippet(&self, width: usize) -> String {
        snippet::render(self, width)
    }

    /// One call as an expression, as in the snippet.
    pub fn call(&self, call: &Call) -> String {
        let mut scope = Scope::simple();
        self.writer(&mut scope).expression(call).text
    }

    fn writer<'b>(&'b self, scope: &'b mut Scope) -> Writer<'b> {
        let types = self
            .test
            .calls()
            .filter_map(|call| Some((call.result?, call.callee.result_type()?)))
            .collect();
        Writer {
            names: self.names,
            knowledge: self.knowledge,
            types,
            scope,
        }
    }
}

/// Writes calls of one test.
struct Writer<'a> {
    names: &'a VariableNames,
    knowledge: &'a dyn Knowledge,
    types: HashMap<VarId, JavaType>,
    scope: &'a mut Scope,
}

/// Text with the type that the compiler sees in it; `None` is the type of null.
struct Expression {
    text: String,
    java_type: Option<JavaType>,
}
