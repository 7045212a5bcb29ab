//! Annotations (JVMS 4.7.16).

use crate::reader::Reader;
use crate::{Constant, ConstantPool, Error, JavaStr};

/// Annotations nest; no compiler nests them this deep, and hostile ones must not exhaust the stack.
const DEEPEST: u32 = 64;

/// An annotation with the elements that were given.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation<'a> {
    /// Field descriptor of the annotation interface, as `Lnet/jcip/annotations/ThreadSafe;`.
    pub descriptor: JavaStr<'a>,
    /// Names and values.
    pub elements: Vec<(JavaStr<'a>, ElementValue<'a>)>,
}

impl<'a> Annotation<'a> {
    /// The value given for `name`.
    pub fn element(&self, name: &str) -> Option<&ElementValue<'a>> {
        self.elements
            .iter()
            .find(|(element, _)| *element == name)
            .map(|(_, value)| value)
    }
}

/// The value of an annotation's element.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementValue<'a> {
    /// A primitive value; boolean, byte, char and short are ints with their type's descriptor beside.
    Primitive(u8, Constant<'a>),
    /// A string.
    String(JavaStr<'a>),
    /// An enum constant: descriptor of the enum and name.
    Enum(JavaStr<'a>, JavaStr<'a>),
    /// A class: return descriptor, `V` for void.
    Class(JavaStr<'a>),
    /// A nested annotation.
    Annotation(Annotation<'a>),
    /// An array.
    Array(Vec<ElementValue<'a>>),
}

pub(crate) fn annotations<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<Annotation<'a>>, Error> {
    reader.table(4, "an annotation", |reader| {
        annotation(pool, reader, DEEPEST)
    })
}

fn annotation<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
    depth: u32,
) -> Result<Annotation<'a>, Error> {
    Ok(Annotation {
        descriptor: pool.utf8(reader.u2("an annotation's type")?)?,
        elements: reader.table(5, "an element", |reader| {
            Ok((
                pool.utf8(reader.u2("an element's name")?)?,
                element_value(pool, reader, depth)?,
            ))
        })?,
    })
}

fn element_value<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
    depth: u32,
) -> Result<ElementValue<'a>, Error> {
    let at = reader.position();
    let depth = depth
        .checked_sub(1)
        .ok_or(Error::new(at, "less deeply nested annotations"))?;
    Ok(match reader.u1("an element's tag")? {
        tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => {
            ElementValue::Primitive(tag, pool.constant(reader.u2("a constant")?)?)
        }
        b's' => ElementValue::String(pool.utf8(reader.u2("a string")?)?),
        b'e' => ElementValue::Enum(
            pool.utf8(reader.u2("an enum")?)?,
            pool.utf8(reader.u2("an enum constant")?)?,
        ),
        b'c' => ElementValue::Class(pool.utf8(reader.u2("a class")?)?),
        b'@' => ElementValue::Annotation(annotation(pool, reader, depth)?),
        b'[' => ElementValue::Array(
            reader.table(3, "a value", |reader| element_value(pool, reader, depth))?,
        ),
        _ => return Err(Error::new(at, "a known element tag")),
    })
}
