//! Names and types as the JVM has them, validated once so that nothing later has to doubt them.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// A name or descriptor that no class file could contain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TypeError {
    /// Not a binary class name.
    #[error("'{0}' is not a class name; write it as in java.util.Map$Entry")]
    ClassName(String),
    /// Not a method or field name.
    #[error("'{0}' is not the name of a method or field")]
    MemberName(String),
    /// Not a type descriptor.
    #[error("'{0}' is not a type descriptor; write it as in I, [J or Ljava/lang/String;")]
    Type(String),
    /// Not a method descriptor.
    #[error(
        "'{0}' is not a method descriptor; write it as in (ILjava/lang/CharSequence;)Ljava/lang/StringBuffer;"
    )]
    Method(String),
}

/// The binary name of a class or interface as users write it: `java.util.Map$Entry`. Never an array.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// Takes a name with dots between packages.
    pub fn new(binary: &str) -> Result<Self, TypeError> {
        let valid = !binary.is_empty()
            && binary
                .split('.')
                .all(|part| !part.is_empty() && !part.contains([';', '[', '/']));
        if valid {
            Ok(Self(binary.into()))
        } else {
            Err(TypeError::ClassName(binary.to_owned()))
        }
    }

    /// Takes a name with slashes between packages, as in a class file's constant pool.
    pub fn from_internal(internal: &str) -> Result<Self, TypeError> {
        if internal.contains('.') {
            return Err(TypeError::ClassName(internal.to_owned()));
        }
        Self::new(&internal.replace('/', "."))
    }

    /// The name with dots: `java.util.Map$Entry`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with slashes: `java/util/Map$Entry`.
    pub fn internal(&self) -> String {
        self.0.replace('.', "/")
    }

    /// The package with dots; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// The name without its package: `Map$Entry`.
    pub fn simple(&self) -> &str {
        self.0
            .rsplit_once('.')
            .map_or(&*self.0, |(_, simple)| simple)
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a method or field (JVMS 4.2.2); never `<init>` or `<clinit>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberName(Arc<str>);

impl MemberName {
    /// Takes any unqualified name.
    pub fn new(name: &str) -> Result<Self, TypeError> {
        if name.is_empty() || name.contains(['.', ';', '[', '/', '<', '>']) {
            Err(TypeError::MemberName(name.to_owned()))
        } else {
            Ok(Self(name.into()))
        }
    }

    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MemberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A type that a variable, field, parameter or array element can have.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JavaType {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A class or interface.
    Object(ClassName),
    /// An array of the element type.
    Array(Box<JavaType>),
}

/// The eight primitive types with their source names, descriptors and box classes.
const PRIMITIVES: [(JavaType, &str, char, &str); 8] = [
    (JavaType::Boolean, "boolean", 'Z', "java.lang.Boolean"),
    (JavaType::Byte, "byte", 'B', "java.lang.Byte"),
    (JavaType::Short, "short", 'S', "java.lang.Short"),
    (JavaType::Char, "char", 'C', "java.lang.Character"),
    (JavaType::Int, "int", 'I', "java.lang.Integer"),
    (JavaType::Long, "long", 'J', "java.lang.Long"),
    (JavaType::Float, "float", 'F', "java.lang.Float"),
    (JavaType::Double, "double", 'D', "java.lang.Double"),
];

impl JavaType {
    /// Parses a field descriptor such as `[I` or `Ljava/lang/String;`.
    pub fn from_descriptor(descriptor: &str) -> Result<Self, TypeError> {
        match Self::parse_front(descriptor) {
            Some((parsed, "")) => Ok(parsed),
            _ => Err(TypeError::Type(descriptor.to_owned())),
        }
    }

    /// Parses one type off the front of a descriptor.
    fn parse_front(text: &str) -> Option<(Self, &str)> {
        // A loop, not recursion: the text may come from anywhere and be all brackets.
        let dimensions = text.bytes().take_while(|&b| b == b'[').count();
        if dimensions > 255 {
            return None;
        }
        let text = &text[dimensions..];
        let first = text.chars().next()?;
        let (mut parsed, rest) = if first == 'L' {
            let (name, rest) = text[1..].split_once(';')?;
            (Self::Object(ClassName::from_internal(name).ok()?), rest)
        } else {
            let primitive = PRIMITIVES.iter().find(|row| row.2 == first)?;
            (primitive.0.clone(), &text[1..])
        };
        for _ in 0..dimensions {
            parsed = Self::Array(Box::new(parsed));
        }
        Some((parsed, rest))
    }

    /// The primitive type of that source name.
    pub fn primitive(keyword: &str) -> Option<Self> {
        PRIMITIVES
            .iter()
            .find(|row| row.1 == keyword)
            .map(|row| row.0.clone())
    }

    /// Whether this is one of the eight primitive types.
    pub fn is_primitive(&self) -> bool {
        !matches!(self, Self::Object(_) | Self::Array(_))
    }

    /// The class that boxes this primitive, as a binary name.
    pub fn box_class(&self) -> Option<&'static str> {
        PRIMITIVES
            .iter()
            .find(|row| row.0 == *self)
            .map(|row| row.3)
    }

    /// The class that boxes this primitive, as a type.
    pub(crate) fn boxed(&self) -> Option<Self> {
        ClassName::new(self.box_class()?).ok().map(Self::Object)
    }

    /// The primitive type that the named class boxes.
    pub fn unboxed(class: &str) -> Option<Self> {
        PRIMITIVES
            .iter()
            .find(|row| row.3 == class)
            .map(|row| row.0.clone())
    }

    /// The JVM's descriptor of this type.
    pub fn descriptor(&self) -> String {
        match self {
            Self::Object(class) => format!("L{};", class.internal()),
            Self::Array(element) => format!("[{}", element.descriptor()),
            primitive => PRIMITIVES
                .iter()
                .find(|row| row.0 == *primitive)
                .map_or_else(String::new, |row| row.2.to_string()),
        }
    }
}

impl fmt::Display for JavaType {
    /// As in Java source, nested classes with `$`: `java.util.Map$Entry[]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(class) => class.fmt(f),
            Self::Array(element) => write!(f, "{element}[]"),
            primitive => {
                let row = PRIMITIVES.iter().find(|row| row.0 == *primitive);
                f.write_str(row.map_or("", |row| row.1))
            }
        }
    }
}

/// The parameter and return types of a method; a constructor's returns void.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodDescriptor {
    text: Arc<str>,
    parameters: Arc<[JavaType]>,
    returns: Option<JavaType>,
}

impl MethodDescriptor {
    /// Builds a descriptor from types; `None` returns void.
    pub fn of(parameters: impl Into<Arc<[JavaType]>>, returns: Option<JavaType>) -> Self {
        let parameters = parameters.into();
        let mut text = String::from("(");
        for parameter in parameters.iter() {
            text.push_str(&parameter.descriptor());
        }
        text.push(')');
        text.push_str(
            &returns
                .as_ref()
                .map_or_else(|| "V".to_owned(), JavaType::descriptor),
        );
        Self {
            text: text.into(),
            parameters,
            returns,
        }
    }

    /// Parses a descriptor such as `(I)V`.
    pub fn parse(text: &str) -> Result<Self, TypeError> {
        let error = || TypeError::Method(text.to_owned());
        // Parameter by parameter: a class name may have a parenthesis in it.
        let mut rest = text.strip_prefix('(').ok_or_else(error)?;
        let mut parameters = Vec::new();
        let after = loop {
            if let Some(after) = rest.strip_prefix(')') {
                break after;
            }
            let (parameter, tail) = JavaType::parse_front(rest).ok_or_else(error)?;
            parameters.push(parameter);
            rest = tail;
        };
        let returns = match after {
            "V" => None,
            descriptor => Some(JavaType::from_descriptor(descriptor).map_err(|_| error())?),
        };
        Ok(Self {
            text: text.into(),
            parameters: parameters.into(),
            returns,
        })
    }

    /// The text as in a class file.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The declared parameters, without any receiver.
    pub fn parameters(&self) -> &[JavaType] {
        &self.parameters
    }

    /// The return type; `None` is void.
    pub fn returns(&self) -> Option<&JavaType> {
        self.returns.as_ref()
    }
}

impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// All of these travel as text and are validated again when they arrive.
macro_rules! serde_as_text {
    ($type:ty, $write:expr, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(self))
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $read(&text).map_err(de::Error::custom)
            }
        }
    };
}

serde_as_text!(ClassName, ClassName::as_str, ClassName::new);
serde_as_text!(MemberName, MemberName::as_str, MemberName::new);
serde_as_text!(JavaType, JavaType::descriptor, JavaType::from_descriptor);
serde_as_text!(
    MethodDescriptor,
    MethodDescriptor::as_str,
    MethodDescriptor::parse
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_parse_and_print_the_same() {
        for text in [
            "()V",
            "(I[[Ljava/util/Map$Entry;J)[D",
            "(ZBSCIJFD)Ljava/lang/Object;",
            "(La);I)V",
        ] {
            let parsed = MethodDescriptor::parse(text).unwrap();
            assert_eq!(parsed.as_str(), text);
            let rebuilt =
                MethodDescriptor::of(parsed.parameters().to_vec(), parsed.returns().cloned());
            assert_eq!(rebuilt, parsed);
        }
        assert_eq!(
            JavaType::from_descriptor("[[J").unwrap().to_string(),
            "long[][]"
        );
    }

    #[test]
    fn malformed_names_and_descriptors_are_refused() {
        for text in [
            "",
            "()",
            "(V)V",
            "(I",
            "I)V",
            "(L;)V",
            "(Ljava.lang.Object;)V",
            "()VV",
            "()[V",
            "([)V",
        ] {
            assert!(MethodDescriptor::parse(text).is_err(), "{text}");
        }
        for text in ["", ".", "a..b", "a/b", "[I", "a.b;"] {
            assert!(ClassName::new(text).is_err(), "{text}");
        }
        for text in ["", "<init>", "a.b", "a;"] {
            assert!(MemberName::new(text).is_err(), "{text}");
        }
        assert!(JavaType::from_descriptor(&format!("{}I", "[".repeat(256))).is_err());
    }
}
