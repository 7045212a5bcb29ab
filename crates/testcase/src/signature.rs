//! Java-like signatures, as people write them in a test file: `int java.util.Vector.indexOf(Object, int)`.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::types::{ClassName, JavaType, MemberName, MethodDescriptor, TypeError};

/// The classes that may be written without their package although no import names them.
const JAVA_LANG: [&str; 24] = [
    "Boolean",
    "Byte",
    "CharSequence",
    "Character",
    "Class",
    "ClassLoader",
    "Comparable",
    "Double",
    "Enum",
    "Exception",
    "Float",
    "Integer",
    "Iterable",
    "Long",
    "Number",
    "Object",
    "Runnable",
    "Short",
    "String",
    "StringBuffer",
    "StringBuilder",
    "System",
    "Thread",
    "Throwable",
];

/// A signature that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SignatureError {
    /// The shape is wrong.
    #[error("cannot read '{text}'; write it as in {example}")]
    Shape {
        /// What was written.
        text: String,
        /// A right one.
        example: &'static str,
    },
    /// A name or type in it is wrong.
    #[error("in '{text}': {error}")]
    Type {
        /// What was written.
        text: String,
        /// What is wrong.
        error: TypeError,
    },
    /// Two imports share a simple name.
    #[error("the imports {0} and {1} have the same simple name; write one of them in full")]
    AmbiguousImport(ClassName, ClassName),
}

/// What short class names stand for.
#[derive(Debug, Default)]
pub(crate) struct Imports(BTreeMap<String, ClassName>);

impl Imports {
    pub(crate) fn new(names: &[ClassName]) -> Result<Self, SignatureError> {
        let mut imports = BTreeMap::new();
        for name in names {
            if let Some(other) = imports.insert(name.simple().to_owned(), name.clone())
                && other != *name
            {
                return Err(SignatureError::AmbiguousImport(other, name.clone()));
            }
        }
        Ok(Self(imports))
    }

    /// The class that a name stands for: an imported one (or nested in it), one of `java.lang`, or itself.
    pub(crate) fn class(&self, name: &str) -> Result<ClassName, TypeError> {
        if name.contains('.') {
            return ClassName::new(name);
        }
        let (outer, nested) = match name.split_once('$') {
            Some((outer, _)) if !outer.is_empty() => (outer, &name[outer.len()..]),
            _ => (name, ""),
        };
        if let Some(class) = self.0.get(name) {
            Ok(class.clone())
        } else if let Some(class) = self.0.get(outer) {
            ClassName::new(&format!("{class}{nested}"))
        } else if JAVA_LANG.contains(&outer) {
            ClassName::new(&format!("java.lang.{name}"))
        } else {
            ClassName::new(name)
        }
    }

    /// A type as in Java source; `...` is the same as `[]`.
    pub(crate) fn java_type(&self, text: &str) -> Result<JavaType, TypeError> {
        let mut base = text.trim();
        let mut dimensions = 0_usize;
        while let Some(shorter) = base.strip_suffix("[]").or_else(|| base.strip_suffix("...")) {
            base = shorter.trim_end();
            dimensions += 1;
        }
        if dimensions > 255 || base.contains(|c: char| c.is_whitespace() || "()<>,".contains(c)) {
            return Err(TypeError::Type(text.to_owned()));
        }
        let mut parsed = match JavaType::primitive(base) {
            Some(primitive) => primitive,
            None => JavaType::Object(self.class(base)?),
        };
        for _ in 0..dimensions {
            parsed = JavaType::Array(Box::new(parsed));
        }
        Ok(parsed)
    }

    fn parameters(&self, inside: &str) -> Result<Vec<JavaType>, TypeError> {
        if inside.trim().is_empty() {
            return Ok(Vec::new());
        }
        inside
            .split(',')
            .map(|parameter| self.java_type(parameter))
            .collect()
    }

    /// `java.lang.StringBuffer(java.lang.String)`: a class and its constructor's parameters.
    pub(crate) fn constructor(
        &self,
        text: &str,
    ) -> Result<(ClassName, MethodDescriptor), SignatureError> {
        let shape = SignatureError::Shape {
            text: text.to_owned(),
            example: "java.lang.StringBuffer(int)",
        };
        let (class, inside) = text
            .trim()
            .strip_suffix(')')
            .and_then(|rest| rest.split_once('('))
            .ok_or(shape)?;
        let parsed = || {
            Ok((
                self.class(class.trim())?,
                MethodDescriptor::of(self.parameters(inside)?, None),
            ))
        };
        parsed().map_err(in_text(text))
    }

    /// `int java.util.Vector.indexOf(Object, int)`: a method with its owner.
    pub(crate) fn method(
        &self,
        text: &str,
    ) -> Result<(ClassName, MemberName, MethodDescriptor), SignatureError> {
        let example = "int java.util.Vector.indexOf(Object, int)";
        let shape = || SignatureError::Shape {
            text: text.to_owned(),
            example,
        };
        let (head, inside) = text
            .trim()
            .strip_suffix(')')
            .and_then(|rest| rest.split_once('('))
            .ok_or_else(shape)?;
        let (returns, path) = head
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(shape)?;
        let (class, name) = path.trim().rsplit_once('.').ok_or_else(shape)?;
        let parsed = || {
            let descriptor = self.descriptor(returns, inside)?;
            Ok((
                self.class(class.trim())?,
                MemberName::new(name.trim())?,
                descriptor,
            ))
        };
        parsed().map_err(in_text(text))
    }

    /// `int compare(Object, Object)`: a method without its owner.
    pub(crate) fn bare_method(
        &self,
        text: &str,
    ) -> Result<(MemberName, MethodDescriptor), SignatureError> {
        let shape = || SignatureError::Shape {
            text: text.to_owned(),
            example: "int compare(Object, Object)",
        };
        let (head, inside) = text
            .trim()
            .strip_suffix(')')
            .and_then(|rest| rest.split_once('('))
            .ok_or_else(shape)?;
        let (returns, name) = head
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(shape)?;
        let parsed = || {
            Ok((
                MemberName::new(name.trim())?,
                self.descriptor(returns, inside)?,
            ))
        };
        parsed().map_err(in_text(text))
    }

    /// `java.io.PrintStream java.lang.System.out`: a field with its owner.
    pub(crate) fn field(
        &self,
        text: &str,
    ) -> Result<(ClassName, MemberName, JavaType), SignatureError> {
        let example = "java.io.PrintStream java.lang.System.out";
        let shape = || SignatureError::Shape {
            text: text.to_owned(),
            example,
        };
        let (java_type, path) = text
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(shape)?;
        let (class, name) = path.trim().rsplit_once('.').ok_or_else(shape)?;
        let parsed = || {
            Ok((
                self.class(class.trim())?,
                MemberName::new(name.trim())?,
                self.java_type(java_type)?,
            ))
        };
        parsed().map_err(in_text(text))
    }

    fn descriptor(&self, returns: &str, inside: &str) -> Result<MethodDescriptor, TypeError> {
        let returns = match returns {
            "void" => None,
            other => Some(self.java_type(other)?),
        };
        Ok(MethodDescriptor::of(self.parameters(inside)?, returns))
    }
}

fn in_text(text: &str) -> impl FnOnce(TypeError) -> SignatureError {
    move |error| SignatureError::Type {
        text: text.to_owned(),
        error,
    }
}

/// The parameters of a descriptor as in Java source, in parentheses.
pub(crate) fn parameters_text(descriptor: &MethodDescriptor) -> String {
    let parameters: Vec<String> = descriptor
        .parameters()
        .iter()
        .map(JavaType::to_string)
        .collect();
    format!("({})", parameters.join(", "))
}

/// A method without its owner, as [`Imports::bare_method`] reads it.
pub(crate) fn method_text(owner_and_name: &str, descriptor: &MethodDescriptor) -> String {
    let returns = descriptor
        .returns()
        .map_or_else(|| "void".to_owned(), JavaType::to_string);
    format!("{returns} {owner_and_name}{}", parameters_text(descriptor))
}
