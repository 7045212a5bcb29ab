//! What the program knows about the classes of a test, so that its Java needs fewer casts.

use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use raddle_testcase as testcase;
use raddle_testcase::{Callee, Knowledge};

/// Answers from the class files. Where one cannot be read, the careful answer is given.
pub struct FromProgram<'a>(pub &'a Program);

impl Knowledge for FromProgram<'_> {
    fn is_overloaded(&self, callee: &Callee) -> bool {
        self.overloads(callee).is_none_or(|count| count != 1)
    }

    fn is_subtype(&self, sub: &testcase::JavaType, supertype: &testcase::JavaType) -> bool {
        let of_program = |java_type: &testcase::JavaType| {
            JavaType::from_descriptor(&java_type.descriptor()).ok()
        };
        match (of_program(sub), of_program(supertype)) {
            (Some(sub), Some(supertype)) => self.0.is_assignable(&sub, &supertype).unwrap_or(false),
            _ => sub == supertype,
        }
    }

    fn is_inner(&self, class: &testcase::ClassName) -> bool {
        self.class(class)
            .is_some_and(|class| class.outer_instance().is_some())
    }
}

impl FromProgram<'_> {
    fn class(
        &self,
        name: &testcase::ClassName,
    ) -> Option<std::sync::Arc<raddle_program::class::Class>> {
        self.0.class(&ClassName::from_binary(name.as_str())).ok()
    }

    /// How many methods the compiler can choose from, private ones included.
    fn overloads(&self, callee: &Callee) -> Option<usize> {
        let (class, name, count) = match callee {
            Callee::Constructor { class, descriptor } => {
                (class, "<init>", descriptor.parameters().len())
            }
            Callee::Method {
                class,
                name,
                descriptor,
                ..
            } => (class, name.as_str(), descriptor.parameters().len()),
            Callee::GetField { .. } | Callee::NewArray { .. } => return Some(1),
            Callee::Stub(_) => return None,
        };
        let class = self.class(class)?;
        let classes = if name == "<init>" {
            vec![class]
        } else {
            let mut all = self.0.superclass_chain(&class).ok()?;
            all.extend(self.0.superinterfaces(&class).ok()?);
            all
        };
        let mut signatures: Vec<String> = Vec::new();
        for class in classes {
            for method in class
                .methods()
                .iter()
                .filter(|method| method.name() == name && !method.is_synthetic())
            {
                let parameters = method
                    .descriptor()
                    .split(')')
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                let fits = method.parameters().len() == count || method.is_varargs();
                if fits && !signatures.contains(&parameters) {
                    signatures.push(parameters);
                }
            }
        }
        Some(signatures.len())
    }
}
