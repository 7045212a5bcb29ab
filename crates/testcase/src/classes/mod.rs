//! Class files that let a JVM carry out calls without reflection: thunks and stubs.
//!
//! A thunk is a small class that knows how to make one [`Callee`]'s calls. It takes its arguments out of the test's table of values
//! by index, so it depends on the callee only and serves every call of it, in every test. A stub is the class behind
//! [`Callee::Stub`]. Both are of version 52, so that every JDK since 8 takes them, and thunks have no jumps, so they need no
//! stack maps.

mod emit;
mod stub;
mod thunk;

pub(crate) use stub::{HASH_CODE, ObjectMethod, remembers};

use raddle_classfile::write::Full;
use thiserror::Error;

use crate::test::Callee;

/// The class file version of everything made here: Java 8.
const MAJOR: u16 = 52;

/// What thunks extend: an abstract class of the JVM side, with a constructor without parameters and one abstract method
/// `(Object[] values, int[] arguments) -> Object`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThunkBase<'a> {
    /// The class's internal name: `java/lang/RaddleThunk`.
    pub class: &'a str,
    /// The name of its abstract method.
    pub method: &'a str,
}

/// A class to be defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedClass {
    /// Its internal name.
    pub name: String,
    /// The class file.
    pub bytes: Vec<u8>,
}

/// A thunk, and the stub class that it instantiates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thunk {
    /// To be defined before the thunk is used, by the same class loader. There is one for [`Callee::Stub`] only.
    pub stub: Option<GeneratedClass>,
    /// The thunk itself.
    pub class: GeneratedClass,
}

/// Why no class can be made for a callee.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ThunkError {
    /// A limit of the class file format.
    #[error(transparent)]
    Full(#[from] Full),
    /// More parameters than a call can have (JVMS 4.3.3).
    #[error("more than 255 slots of arguments")]
    TooManyParameters,
}

impl Callee {
    /// Makes the thunk of this callee.
    ///
    /// `name` is the internal name of the new class, say `raddle/Thunk$7`. The thunk's method returns what the callee
    /// returned, boxed, null for void, and lets exceptions through. Arguments must be of the parameters' classes, primitives in exactly
    /// their own boxes; a `ClassCastException` of the thunk itself says that one was not.
    pub fn thunk(&self, name: &str, base: ThunkBase<'_>) -> Result<Thunk, ThunkError> {
        let stub = match self {
            Self::Stub(shape) => Some(stub::build(shape, format!("{name}$Stub"))?),
            _ => None,
        };
        let stub_name = stub.as_ref().map_or("", |stub| stub.name.as_str());
        let bytes = thunk::build(self, name, base, stub_name)?;
        Ok(Thunk {
            stub,
            class: GeneratedClass {
                name: name.to_owned(),
                bytes,
            },
        })
    }
}
