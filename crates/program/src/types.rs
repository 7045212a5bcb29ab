//! Java types as fields, parameters and results have them: erased, owned, comparable.

use std::fmt;
use std::sync::Arc;

use raddle_classfile::{FieldType, JavaStr, MethodDescriptor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::name::ClassName;

/// One of Java's eight primitive types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// Java's keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// The letter that stands for it in descriptors.
    pub fn letter(self) -> char {
        match self {
            Self::Boolean => 'Z',
            Self::Byte => 'B',
            Self::Char => 'C',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
        }
    }

    /// The class whose objects box it.
    pub fn boxed(self) -> ClassName {
        ClassName::from_internal(match self {
            Self::Boolean => "java/lang/Boolean",
            Self::Byte => "java/lang/Byte",
            Self::Char => "java/lang/Character",
            Self::Short => "java/lang/Short",
            Self::Int => "java/lang/Integer",
            Self::Long => "java/lang/Long",
            Self::Float => "java/lang/Float",
            Self::Double => "java/lang/Double",
        })
    }
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavaType {
    /// A primitive type.
    Primitive(Primitive),
    /// A class or interface.
    Class(ClassName),
    /// An array of the given components.
    Array(Arc<JavaType>),
}

impl JavaType {
    /// Reads a field descriptor, `[Ljava/lang/String;`.
    pub fn from_descriptor(descriptor: &str) -> Result<Self, raddle_classfile::Error> {
        FieldType::parse(JavaStr::from(descriptor)).map(Self::from)
    }

    /// The class, unless it is a primitive type or an array.
    pub fn as_class(&self) -> Option<&ClassName> {
        match self {
            Self::Class(name) => Some(name),
            Self::Primitive(_) | Self::Array(_) => None,
        }
    }

    /// Whether values of the type are objects, and may be null.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Self::Primitive(_))
    }

    /// The class at the bottom: of `String[][]`, `String`.
    pub fn element_class(&self) -> Option<&ClassName> {
        match self {
            Self::Class(name) => Some(name),
            Self::Array(component) => component.element_class(),
            Self::Primitive(_) => None,
        }
    }

    /// The field descriptor, `[Ljava/lang/String;`.
    pub fn descriptor(&self) -> String {
        match self {
            Self::Primitive(primitive) => primitive.letter().to_string(),
            Self::Class(name) => format!("L{};", name.internal()),
            Self::Array(component) => format!("[{}", component.descriptor()),
        }
    }

    /// Reads a type as [`fmt::Display`] prints it, `java.lang.String[]`.
    pub fn from_source(text: &str) -> Option<Self> {
        if let Some(component) = text.strip_suffix("[]") {
            return Self::from_source(component.trim_end())
                .map(|component| Self::Array(Arc::new(component)));
        }
        if text.is_empty() || text.contains(['[', ']', ' ', ';']) {
            return None;
        }
        let primitive = Primitive::ALL
            .into_iter()
            .find(|primitive| primitive.keyword() == text);
        Some(primitive.map_or_else(
            || Self::Class(ClassName::from_binary(text)),
            Self::Primitive,
        ))
    }
}

impl From<FieldType<'_>> for JavaType {
    fn from(field_type: FieldType<'_>) -> Self {
        match field_type {
            FieldType::Boolean => Self::Primitive(Primitive::Boolean),
            FieldType::Byte => Self::Primitive(Primitive::Byte),
            FieldType::Char => Self::Primitive(Primitive::Char),
            FieldType::Short => Self::Primitive(Primitive::Short),
            FieldType::Int => Self::Primitive(Primitive::Int),
            FieldType::Long => Self::Primitive(Primitive::Long),
            FieldType::Float => Self::Primitive(Primitive::Float),
            FieldType::Double => Self::Primitive(Primitive::Double),
            FieldType::Object(name) => Self::Class(ClassName::from_internal(&name.to_str())),
            FieldType::Array(_) => {
                let component = field_type
                    .component()
                    .map_or(Self::Class(ClassName::object()), Self::from);
                Self::Array(Arc::new(component))
            }
        }
    }
}

/// As in Java source, classes by their binary names: `java.util.Map$Entry[]`.
impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(primitive) => f.write_str(primitive.keyword()),
            Self::Class(name) => name.fmt(f),
            Self::Array(component) => write!(f, "{component}[]"),
        }
    }
}

impl fmt::Debug for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for JavaType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for JavaType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::from_source(&text)
            .ok_or_else(|| de::Error::custom(format!("{text:?} is not a Java type")))
    }
}

/// What a method takes and gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodType {
    /// The parameters' types, without the receiver.
    pub parameters: Box<[JavaType]>,
    /// What it returns; nothing for `void`.
    pub result: Option<JavaType>,
}

impl MethodType {
    /// Reads a method descriptor, `(ILjava/lang/String;)V`.
    pub fn from_descriptor(descriptor: JavaStr<'_>) -> Result<Self, raddle_classfile::Error> {
        let parsed = MethodDescriptor::parse(descriptor)?;
        Ok(Self {
            parameters: parsed.parameters().map(JavaType::from).collect(),
            result: parsed.result().map(JavaType::from),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_and_sources_round_trip() {
        for (descriptor, source) in [
            ("I", "int"),
            ("Z", "boolean"),
            ("Ljava/util/Map$Entry;", "java.util.Map$Entry"),
            ("[[D", "double[][]"),
            ("[Ljava/lang/String;", "java.lang.String[]"),
        ] {
            let java_type = JavaType::from_descriptor(descriptor).unwrap();
            assert_eq!(java_type.to_string(), source);
            assert_eq!(java_type.descriptor(), descriptor);
            assert_eq!(JavaType::from_source(source), Some(java_type));
        }
        for bad in ["", "[]", "int[", "a b", "V;"] {
            assert_eq!(JavaType::from_source(bad), None, "{bad}");
        }
    }

    #[test]
    fn method_types() {
        let method = MethodType::from_descriptor("(I[JLjava/lang/String;)V".into()).unwrap();
        let parameters: Vec<_> = method.parameters.iter().map(JavaType::to_string).collect();
        assert_eq!(parameters, ["int", "long[]", "java.lang.String"]);
        assert_eq!(method.result, None);
        assert!(MethodType::from_descriptor("(I".into()).is_err());
    }
}
