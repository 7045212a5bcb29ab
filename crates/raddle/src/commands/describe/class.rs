//! One class as text.

use std::fmt::{self, Display, Formatter, Write as _};

use raddle_program::describe::{
    ClassDescription, ClassKind, FactorySearch, MethodDescription, Testability,
};
use raddle_program::jdk::Choice;

use super::words::{self, Count};

/// Everything about a class, in the order in which one wants to know it.
pub struct ClassText<'a> {
    pub class: &'a ClassDescription,
    pub jdk: &'a Choice,
}

impl Display for ClassText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ClassText { class, jdk } = self;
        writeln!(f, "{}", words::bold(&class.name))?;
        self.declaration(f)?;
        writeln!(f, "  read with {}: {}", jdk.jdk, jdk.reason)?;
        writeln!(f)?;
        self.verdict(f)?;
        writeln!(f)?;
        writeln!(f, "thread safety: {}", words::intent(class.intent.verdict))?;
        for evidence in &class.intent.evidence {
            writeln!(f, "  {}", words::evidence(evidence))?;
        }
        self.members(f)
    }
}

impl ClassText<'_> {
    fn declaration(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let class = self.class;
        let mut words: Vec<&str> = class.modifiers.clone();
        words.push(words::kind(class.kind));
        let origin = &class.origin;
        let release = words::release(class.java_release);
        writeln!(f, "  {}, in {origin}, Java {release}", words.join(" "))?;
        if let Some(superclass) = class.superclass.as_ref().filter(|above| !above.is_object()) {
            writeln!(f, "  extends {superclass}")?;
        }
        if !class.interfaces.is_empty() {
            let verb = if matches!(class.kind, ClassKind::Interface | ClassKind::Annotation) {
                "extends"
            } else {
                "implements"
            };
            writeln!(f, "  {verb} {}", words::list(&class.interfaces))?;
        }
        if let Some(permitted) = &class.permitted_subclasses {
            writeln!(f, "  permits {}", words::list(permitted))?;
        }
        if let Some(outer) = &class.outer_instance {
            writeln!(
                f,
                "  inner class: its constructors need an instance of {outer}"
            )?;
        }
        if !class.enum_constants.is_empty() {
            writeln!(f, "  constants {}", class.enum_constants.join(", "))?;
        }
        if !class.static_instances.is_empty() {
            writeln!(
                f,
                "  instances in static fields {}",
                class.static_instances.join(", ")
            )?;
        }
        Ok(())
    }

    fn verdict(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.class.testable {
            Testability::Testable => writeln!(f, "testable: yes"),
            Testability::StaticOnly => writeln!(
                f,
                "testable: its static methods; nobody gives a test an instance of it"
            ),
            Testability::NotTestable {
                message, instead, ..
            } => {
                writeln!(f, "testable: no; {message}")?;
                // The sentence names one or two itself.
                if instead.len() > 2 {
                    writeln!(f, "  instead: {}", words::list(instead))?;
                }
                Ok(())
            }
        }
    }

    fn members(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let class = self.class;
        let reach = match class.factories_searched {
            FactorySearch::OwnClass => " (the class's own)",
            FactorySearch::ClassPath => " (from the whole class path)",
        };
        let pairs = format!(", {}", Count(class.pairs, "pair"));
        for (title, note, methods) in [
            ("constructor", "", &class.constructors),
            ("static factory", reach, &class.factories),
            ("instance method", pairs.as_str(), &class.instance_methods),
            ("static method", "", &class.static_methods),
            ("interface default method", "", &class.default_methods),
            ("abstract method", "", &class.abstract_methods),
        ] {
            if methods.is_empty() {
                continue;
            }
            writeln!(
                f,
                "\n{}{note}",
                words::bold(Count(methods.len() as u64, title))
            )?;
            for method in methods {
                writeln!(f, "  {}", self.method(method))?;
            }
        }
        if class.all_pairs != class.pairs {
            let all = Count(class.all_pairs, "pair");
            writeln!(f, "\n{all} with static, default and abstract methods")?;
        }
        Ok(())
    }

    /// `synchronized int indexOf(String)`, and where the code is if that is another class.
    fn method(&self, method: &MethodDescription) -> String {
        let mut line = String::new();
        if method.synchronized {
            line += "synchronized ";
        }
        line += &signature(method);
        if method.declared_in != self.class.name {
            let _ = write!(line, "  in {}", method.declared_in);
        }
        line
    }
}

fn signature(method: &MethodDescription) -> String {
    let mut parameters: Vec<String> = method
        .parameters
        .iter()
        .map(|parameter| words::short(parameter))
        .collect();
    if let Some(last) = parameters.last_mut().filter(|_| method.varargs)
        && let Some(element) = last.strip_suffix("[]")
    {
        *last = format!("{element}...");
    }
    let parameters = parameters.join(", ");
    if method.name == "<init>" {
        format!("{}({parameters})", method.declared_in.simple())
    } else {
        format!(
            "{} {}({parameters})",
            words::short(&method.returns),
            method.name
        )
    }
}
