//! The code of a method (JVMS 4.7.3).

use std::ops::Range;

use crate::reader::Reader;
use crate::{Attributes, ConstantPool, Error, Instructions};

/// A `Code` attribute: its parts are known to lie within it, the instructions are not looked at yet.
#[derive(Debug, Clone)]
pub struct Code<'c, 'a> {
    max_stack: u16,
    max_locals: u16,
    code: &'a [u8],
    code_start: usize,
    /// Stands at the first entry.
    handlers: Reader<'a>,
    attributes: Attributes<'c, 'a>,
}

/// An entry of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionHandler {
    /// First index of the code it covers.
    pub start_pc: u16,
    /// First index it does not cover any more.
    pub end_pc: u16,
    /// Where it goes on.
    pub handler_pc: u16,
    /// Constant with the class it catches, 0 for everything.
    pub catch_type: u16,
}

impl<'c, 'a> Code<'c, 'a> {
    pub(crate) fn parse(pool: &'c ConstantPool<'a>, mut reader: Reader<'a>) -> Result<Self, Error> {
        let max_stack = reader.u2("max_stack")?;
        let max_locals = reader.u2("max_locals")?;
        let at = reader.position();
        let length = reader.u4("the code's length")? as usize;
        if length == 0 || length > 0xffff {
            return Err(Error::new(at, "a code length of 1 to 65535"));
        }
        let code_start = reader.position();
        let code = reader.take(length, "the code")?;
        let count = usize::from(reader.u2("the number of exception handlers")?);
        let handlers = reader.sub(count * 8, "the exception handlers")?;
        let attributes = Attributes::walk(pool, &mut reader)?;
        if reader.remaining() > 0 {
            return Err(Error::new(
                reader.position(),
                "the end of the Code attribute",
            ));
        }
        Ok(Self {
            max_stack,
            max_locals,
            code,
            code_start,
            handlers,
            attributes,
        })
    }

    /// Depth of the operand stack, in slots.
    pub fn max_stack(&self) -> u16 {
        self.max_stack
    }

    /// Local variables, in slots.
    pub fn max_locals(&self) -> u16 {
        self.max_locals
    }

    /// The instructions' bytes: 1 to 65535 of them.
    pub fn bytes(&self) -> &'a [u8] {
        self.code
    }

    /// The byte range of the instructions in the class file.
    pub fn bytes_span(&self) -> Range<usize> {
        self.code_start..self.code_start + self.code.len()
    }

    /// The instructions, decoded one by one.
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(self.code, self.code_start)
    }

    /// The exception table, in the order in which it is searched.
    pub fn handlers(&self) -> impl ExactSizeIterator<Item = ExceptionHandler> + Clone + use<'a> {
        let mut reader = self.handlers;
        (0..reader.remaining() / 8).map(move |_| {
            // `handlers` holds eight bytes for each.
            let mut next = || reader.u2("an exception handler").unwrap_or(0);
            ExceptionHandler {
                start_pc: next(),
                end_pc: next(),
                handler_pc: next(),
                catch_type: next(),
            }
        })
    }

    /// The attributes of the code: line numbers, stack maps.
    pub fn attributes(&self) -> Attributes<'c, 'a> {
        self.attributes
    }
}
