//! Constants that a test passes as arguments.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::types::{ClassName, JavaType};

/// A value that needs no call to make it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Constant {
    /// `null`
    Null,
    /// A `boolean`, or its box where a reference is wanted; likewise the other primitives.
    Boolean(bool),
    /// A `byte`.
    Byte(i8),
    /// A `short`.
    Short(i16),
    /// A `char`, surrogates included.
    Char(u16),
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(Float),
    /// A `double`.
    Double(Double),
    /// A `java.lang.String`.
    String(JavaString),
    /// The `java.lang.Class` object of a class or interface.
    Class(ClassName),
}

impl Constant {
    /// A string constant.
    pub fn string(text: &str) -> Self {
        Self::String(JavaString::from(text))
    }

    /// A `float` constant.
    pub fn float(value: f32) -> Self {
        Self::Float(Float::new(value))
    }

    /// A `double` constant.
    pub fn double(value: f64) -> Self {
        Self::Double(Double::new(value))
    }

    /// The type of this constant as an expression; `None` for null, which has every reference type.
    pub fn java_type(&self) -> Option<JavaType> {
        let class = |name: &str| ClassName::new(name).ok().map(JavaType::Object);
        Some(match self {
            Self::Null => return None,
            Self::Boolean(_) => JavaType::Boolean,
            Self::Byte(_) => JavaType::Byte,
            Self::Short(_) => JavaType::Short,
            Self::Char(_) => JavaType::Char,
            Self::Int(_) => JavaType::Int,
            Self::Long(_) => JavaType::Long,
            Self::Float(_) => JavaType::Float,
            Self::Double(_) => JavaType::Double,
            Self::String(_) => return class("java.lang.String"),
            Self::Class(_) => return class("java.lang.Class"),
        })
    }
}

/// A `float` compared by its bits, so that tests can be compared and hashed. There is one NaN, as for `Float.equals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub struct Float(u32);

impl Float {
    /// Takes any value.
    pub fn new(value: f32) -> Self {
        Self(if value.is_nan() {
            0x7fc0_0000
        } else {
            value.to_bits()
        })
    }

    /// The value.
    pub fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl From<u32> for Float {
    fn from(bits: u32) -> Self {
        Self::new(f32::from_bits(bits))
    }
}

impl From<Float> for u32 {
    fn from(value: Float) -> Self {
        value.0
    }
}

/// A `double` compared by its bits. There is one NaN, as for `Double.equals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
pub struct Double(u64);

impl Double {
    /// Takes any value.
    pub fn new(value: f64) -> Self {
        Self(if value.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            value.to_bits()
        })
    }

    /// The value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<u64> for Double {
    fn from(bits: u64) -> Self {
        Self::new(f64::from_bits(bits))
    }
}

impl From<Double> for u64 {
    fn from(value: Double) -> Self {
        value.0
    }
}

/// A Java string: any sequence of UTF-16 units, lone surrogates included.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Vec<u16>", into = "Vec<u16>")]
pub struct JavaString(Arc<[u16]>);

impl JavaString {
    /// The UTF-16 units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// The text, unless a lone surrogate makes it none.
    pub fn to_text(&self) -> Option<String> {
        String::from_utf16(&self.0).ok()
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl From<Vec<u16>> for JavaString {
    fn from(units: Vec<u16>) -> Self {
        Self(units.into())
    }
}

impl From<JavaString> for Vec<u16> {
    fn from(string: JavaString) -> Self {
        string.0.to_vec()
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf16_lossy(&self.0), f)
    }
}
