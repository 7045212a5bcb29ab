//! Field and method descriptors (JVMS 4.3).

use crate::{Error, JavaStr};

/// The type of a field, parameter or result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FieldType<'a> {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// Internal name of a class or interface.
    Object(JavaStr<'a>),
    /// The whole descriptor, `[` included.
    Array(JavaStr<'a>),
}

impl<'a> FieldType<'a> {
    /// Reads a whole field descriptor. The error's offset counts from the descriptor's start.
    pub fn parse(descriptor: JavaStr<'a>) -> Result<Self, Error> {
        let (field_type, length) = prefix(descriptor.as_bytes(), 0)?;
        if length != descriptor.as_bytes().len() {
            return Err(Error::new(length, "the end of the descriptor"));
        }
        Ok(field_type)
    }

    /// Slots on the operand stack and among the local variables: 2 for long and double.
    pub fn slots(self) -> u16 {
        if matches!(self, Self::Long | Self::Double) {
            2
        } else {
            1
        }
    }

    /// Whether it is a class, an interface or an array.
    pub fn is_reference(self) -> bool {
        matches!(self, Self::Object(_) | Self::Array(_))
    }

    /// The type of an array's components, one dimension less; none if it is no array.
    pub fn component(self) -> Option<Self> {
        match self {
            Self::Array(descriptor) => Some(prefix(descriptor.as_bytes(), 1).ok()?.0),
            _ => None,
        }
    }
}

/// The type that starts at `start`, and where it ends.
fn prefix(bytes: &[u8], start: usize) -> Result<(FieldType<'_>, usize), Error> {
    let mut at = start;
    while bytes.get(at) == Some(&b'[') {
        at += 1;
    }
    let dimensions = at - start;
    if dimensions > 255 {
        return Err(Error::new(start, "at most 255 dimensions"));
    }
    let (field_type, end) = match bytes.get(at) {
        Some(b'Z') => (FieldType::Boolean, at + 1),
        Some(b'B') => (FieldType::Byte, at + 1),
        Some(b'C') => (FieldType::Char, at + 1),
        Some(b'S') => (FieldType::Short, at + 1),
        Some(b'I') => (FieldType::Int, at + 1),
        Some(b'J') => (FieldType::Long, at + 1),
        Some(b'F') => (FieldType::Float, at + 1),
        Some(b'D') => (FieldType::Double, at + 1),
        Some(b'L') => {
            let length = bytes[at..].iter().position(|byte| *byte == b';');
            match length {
                Some(length) if length > 1 => (
                    FieldType::Object(JavaStr::from_bytes(&bytes[at + 1..at + length])),
                    at + length + 1,
                ),
                _ => return Err(Error::new(at, "a class name and `;`")),
            }
        }
        _ => return Err(Error::new(at, "a type")),
    };
    if dimensions > 0 {
        return Ok((
            FieldType::Array(JavaStr::from_bytes(&bytes[start..end])),
            end,
        ));
    }
    Ok((field_type, end))
}

/// A method's parameters and result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodDescriptor<'a> {
    parameters: &'a [u8],
    argument_slots: u16,
    result: Option<FieldType<'a>>,
}

impl<'a> MethodDescriptor<'a> {
    /// Reads a whole method descriptor. The error's offset counts from the descriptor's start.
    pub fn parse(descriptor: JavaStr<'a>) -> Result<Self, Error> {
        let bytes = descriptor.as_bytes();
        if bytes.first() != Some(&b'(') {
            return Err(Error::new(0, "`(`"));
        }
        let mut at = 1;
        let mut argument_slots = 0u16;
        while bytes.get(at) != Some(&b')') {
            let (parameter, end) = prefix(bytes, at)?;
            argument_slots += parameter.slots();
            if argument_slots > 255 {
                return Err(Error::new(at, "at most 255 slots of arguments"));
            }
            at = end;
        }
        let result = match &bytes[at + 1..] {
            b"V" => None,
            rest => Some(
                FieldType::parse(JavaStr::from_bytes(rest)).map_err(|mut error| {
                    error.offset += at + 1;
                    error
                })?,
            ),
        };
        Ok(Self {
            parameters: &bytes[1..at],
            argument_slots,
            result,
        })
    }

    /// The parameters' types.
    pub fn parameters(self) -> Parameters<'a> {
        Parameters {
            rest: self.parameters,
        }
    }

    /// What it returns; none for void.
    pub fn result(self) -> Option<FieldType<'a>> {
        self.result
    }

    /// Slots that the arguments take, without the receiver.
    pub fn argument_slots(self) -> u16 {
        self.argument_slots
    }
}

/// Goes over the parameters' types of a method.
#[derive(Debug, Clone)]
pub struct Parameters<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Parameters<'a> {
    type Item = FieldType<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        // Ends at the end; what is there was checked when the descriptor was read.
        let (parameter, end) = prefix(self.rest, 0).ok()?;
        self.rest = &self.rest[end..];
        Some(parameter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_result_and_slots() {
        let method =
            MethodDescriptor::parse("(IJ[[DLjava/lang/String;Z)[Ljava/lang/Object;".into())
                .unwrap();
        let parameters: Vec<_> = method.parameters().collect();
        assert_eq!(
            parameters,
            [
                FieldType::Int,
                FieldType::Long,
                FieldType::Array("[[D".into()),
                FieldType::Object("java/lang/String".into()),
                FieldType::Boolean
            ]
        );
        assert_eq!(method.argument_slots(), 6);
        assert_eq!(
            method.result(),
            Some(FieldType::Array("[Ljava/lang/Object;".into()))
        );
        assert_eq!(
            parameters[2].component(),
            Some(FieldType::Array("[D".into()))
        );
        assert_eq!(
            MethodDescriptor::parse("()V".into()).unwrap().result(),
            None
        );
    }

    #[test]
    fn what_is_no_descriptor_is_refused_where_it_goes_wrong() {
        for (text, offset) in [
            ("", 0),
            ("(", 1),
            ("()", 2),
            ("(I", 2),
            ("(L;)V", 1),
            ("()VI", 2),
            ("([)V", 2),
        ] {
            assert_eq!(
                MethodDescriptor::parse(text.into()).unwrap_err().offset,
                offset,
                "{text}"
            );
        }
        for (text, offset) in [
            ("", 0),
            ("L", 0),
            ("Ljava", 0),
            ("II", 1),
            ("V", 0),
            ("[", 1),
        ] {
            assert_eq!(
                FieldType::parse(text.into()).unwrap_err().offset,
                offset,
                "{text}"
            );
        }
        assert!(FieldType::parse(format!("{}I", "[".repeat(256)).as_str().into()).is_err());
        assert!(
            MethodDescriptor::parse(format!("({})V", "J".repeat(128)).as_str().into()).is_err()
        );
    }
}
