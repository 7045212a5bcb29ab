//! Generic types, as the `Signature` attribute has them (JVMS 4.7.9.1).
//!
//! The JVM never checks these, and tools that rewrite class files get them wrong, so a signature that does not parse
//! is simply not there.

use std::fmt;

use crate::name::ClassName;
use crate::types::Primitive;

mod parse;

/// The generic declaration of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassSignature {
    /// `<K, V extends Number>`.
    pub type_parameters: Vec<TypeParameter>,
    /// The superclass with its arguments.
    pub superclass: ClassType,
    /// The interfaces with theirs.
    pub interfaces: Vec<ClassType>,
}

/// The generic declaration of a method or constructor. Parameters that only the compiler knows (an inner class's outer
/// instance, an enum's name and ordinal) are missing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodSignature {
    /// `<T>`.
    pub type_parameters: Vec<TypeParameter>,
    /// The parameters.
    pub parameters: Vec<GenericType>,
    /// The result; nothing for `void`.
    pub result: Option<GenericType>,
    /// Exceptions that are type variables or have arguments, and the others then too.
    pub throws: Vec<GenericType>,
}

/// A type variable's declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeParameter {
    /// `T`.
    pub name: Box<str>,
    /// The class bound, if there is one, and the interface bounds.
    pub bounds: Vec<GenericType>,
}

/// A type that may have arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenericType {
    /// A primitive type.
    Primitive(Primitive),
    /// A class, with arguments or without.
    Class(ClassType),
    /// A type variable.
    Variable(Box<str>),
    /// An array.
    Array(Box<GenericType>),
}

/// A class with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassType {
    /// The class.
    pub name: ClassName,
    /// Its arguments; empty for a raw or plain class.
    pub arguments: Vec<TypeArgument>,
    /// The enclosing class, if that has arguments: `Outer<String>.Inner`.
    pub outer: Option<Box<ClassType>>,
}

/// An argument of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeArgument {
    /// `?`.
    Any,
    /// A type.
    Exact(GenericType),
    /// `? extends`.
    Extends(GenericType),
    /// `? super`.
    Super(GenericType),
}

impl ClassSignature {
    /// Reads the text of a class's `Signature`.
    pub fn parse(text: &str) -> Option<Self> {
        parse::class(text)
    }
}

impl MethodSignature {
    /// Reads the text of a method's `Signature`.
    pub fn parse(text: &str) -> Option<Self> {
        parse::method(text)
    }
}

impl GenericType {
    /// Reads the text of a field's `Signature`.
    pub fn parse(text: &str) -> Option<Self> {
        parse::field(text)
    }
}

impl fmt::Display for GenericType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(primitive) => f.write_str(primitive.keyword()),
            Self::Class(class) => class.fmt(f),
            Self::Variable(name) => f.write_str(name),
            Self::Array(component) => write!(f, "{component}[]"),
        }
    }
}

impl fmt::Display for ClassType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outer {
            Some(outer) => {
                let simple = self.name.internal().strip_prefix(outer.name.internal());
                write!(
                    f,
                    "{outer}.{}",
                    simple.unwrap_or_default().trim_start_matches('$')
                )?;
            }
            None => self.name.fmt(f)?,
        }
        list(f, "<", &self.arguments, ", ", ">")
    }
}

impl fmt::Display for TypeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("?"),
            Self::Exact(argument) => argument.fmt(f),
            Self::Extends(bound) => write!(f, "? extends {bound}"),
            Self::Super(bound) => write!(f, "? super {bound}"),
        }
    }
}

impl fmt::Display for TypeParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.bounds[..] {
            [GenericType::Class(only)] if only.name.is_object() => Ok(()),
            bounds => list(f, " extends ", bounds, " & ", ""),
        }
    }
}

/// Without the method's name: `<T> (java.util.List<T>, int) -> T`.
impl fmt::Display for MethodSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, "<", &self.type_parameters, ", ", "> ")?;
        let parameters: Vec<String> = self.parameters.iter().map(GenericType::to_string).collect();
        write!(f, "({})", parameters.join(", "))?;
        match &self.result {
            Some(result) => write!(f, " -> {result}"),
            None => Ok(()),
        }
    }
}

fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: &[T],
    between: &str,
    close: &str,
) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        f.write_str(if position == 0 { open } else { between })?;
        item.fmt(f)?;
    }
    if items.is_empty() {
        Ok(())
    } else {
        f.write_str(close)
    }
}

#[cfg(test)]
mod tests;
