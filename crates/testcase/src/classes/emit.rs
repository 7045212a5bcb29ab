//! Instructions by type, with the stack depth they need.

use raddle_classfile::write::{Body, ClassBuilder, CodeBuilder, Full};
use raddle_classfile::{ClassFlags, MethodFlags, Opcode};

use super::{MAJOR, ThunkError};
use crate::types::JavaType;

impl JavaType {
    /// Slots that a value takes on the stack and among local variables.
    pub(super) fn slots(&self) -> u16 {
        match self {
            Self::Long | Self::Double => 2,
            _ => 1,
        }
    }

    /// The name of this type in a `Class` constant; for references only.
    fn class_constant(&self) -> String {
        match self {
            Self::Object(class) => class.internal(),
            other => other.descriptor(),
        }
    }

    /// Which of the five kinds of instruction (int, long, float, double, reference) a value of this type takes.
    fn pick<T>(&self, [int, long, float, double, reference]: [T; 5]) -> T {
        match self {
            Self::Boolean | Self::Byte | Self::Short | Self::Char | Self::Int => int,
            Self::Long => long,
            Self::Float => float,
            Self::Double => double,
            Self::Object(_) | Self::Array(_) => reference,
        }
    }

    pub(super) fn load(&self) -> Opcode {
        self.pick([
            Opcode::Iload,
            Opcode::Lload,
            Opcode::Fload,
            Opcode::Dload,
            Opcode::Aload,
        ])
    }

    pub(super) fn return_opcode(&self) -> Opcode {
        self.pick([
            Opcode::Ireturn,
            Opcode::Lreturn,
            Opcode::Freturn,
            Opcode::Dreturn,
            Opcode::Areturn,
        ])
    }

    pub(super) fn zero(&self) -> Opcode {
        self.pick([
            Opcode::Iconst0,
            Opcode::Lconst0,
            Opcode::Fconst0,
            Opcode::Dconst0,
            Opcode::AconstNull,
        ])
    }

    /// The store into an array of this element type; the small types have instructions of their own there.
    pub(super) fn array_store(&self) -> Opcode {
        match self {
            Self::Boolean | Self::Byte => Opcode::Bastore,
            Self::Short => Opcode::Sastore,
            Self::Char => Opcode::Castore,
            other => other.pick([
                Opcode::Iastore,
                Opcode::Lastore,
                Opcode::Fastore,
                Opcode::Dastore,
                Opcode::Aastore,
            ]),
        }
    }

    /// The operand of `newarray` (JVMS table 6.5.newarray-A); `None` for references.
    fn array_code(&self) -> Option<u8> {
        Some(match self {
            Self::Boolean => 4,
            Self::Char => 5,
            Self::Float => 6,
            Self::Double => 7,
            Self::Byte => 8,
            Self::Short => 9,
            Self::Int => 10,
            Self::Long => 11,
            Self::Object(_) | Self::Array(_) => return None,
        })
    }
}

/// Code being written, with the depth of its stack.
#[derive(Default)]
pub(super) struct Emitter {
    pub(super) code: CodeBuilder,
    depth: u16,
    max_depth: u16,
}

impl Emitter {
    /// Says what the instructions just written did to the stack.
    pub(super) fn stack(&mut self, popped: u16, pushed: u16) {
        self.depth = self.depth.saturating_sub(popped) + pushed;
        self.max_depth = self.max_depth.max(self.depth);
    }

    pub(super) fn op(&mut self, opcode: Opcode, popped: u16, pushed: u16) {
        self.code.op(opcode);
        self.stack(popped, pushed);
    }

    /// Pushes a local variable.
    pub(super) fn load(&mut self, local: u16, java_type: &JavaType) {
        self.code.local(java_type.load(), local);
        self.stack(0, java_type.slots());
    }

    /// Pushes `this`.
    pub(super) fn this(&mut self) {
        self.op(Opcode::Aload0, 0, 1);
    }

    /// Pushes an int that fits into the index of an array of arguments.
    pub(super) fn push(&mut self, value: u8) {
        self.code.push_short(i16::from(value));
        self.stack(0, 1);
    }

    /// Turns the reference on the stack into a value of the type, unboxing primitives by their exact box.
    pub(super) fn cast(&mut self, class: &mut ClassBuilder, wanted: &JavaType) -> Result<(), Full> {
        if let Some(boxed) = wanted.box_class() {
            let boxed = boxed.replace('.', "/");
            let check = class.pool().class(&boxed)?;
            self.code.constant(Opcode::Checkcast, check);
            let descriptor = format!("(){}", wanted.descriptor());
            let unbox = class
                .pool()
                .method_ref(&boxed, &format!("{wanted}Value"), &descriptor)?;
            self.code.constant(Opcode::Invokevirtual, unbox);
            self.stack(1, wanted.slots());
        } else if wanted.class_constant() != "java/lang/Object" {
            let check = class.pool().class(&wanted.class_constant())?;
            self.code.constant(Opcode::Checkcast, check);
        }
        Ok(())
    }

    /// Boxes the value on the stack; references stay as they are.
    pub(super) fn boxed(&mut self, class: &mut ClassBuilder, given: &JavaType) -> Result<(), Full> {
        if let Some(boxed) = given.box_class() {
            let boxed = boxed.replace('.', "/");
            let descriptor = format!("({})L{boxed};", given.descriptor());
            let value_of = class.pool().method_ref(&boxed, "valueOf", &descriptor)?;
            self.code.constant(Opcode::Invokestatic, value_of);
            self.stack(given.slots(), 1);
        }
        Ok(())
    }

    /// Replaces the length on the stack by a new array.
    pub(super) fn new_array(
        &mut self,
        class: &mut ClassBuilder,
        element: &JavaType,
    ) -> Result<(), Full> {
        match element.array_code() {
            // The code of `newarray` is one byte, which is how a local variable's number is written too.
            Some(code) => self.code.local(Opcode::Newarray, u16::from(code)),
            None => {
                let element = class.pool().class(&element.class_constant())?;
                self.code.constant(Opcode::Anewarray, element)
            }
        };
        Ok(())
    }

    /// Ends the method.
    pub(super) fn finish(
        &self,
        class: &mut ClassBuilder,
        flags: MethodFlags,
        name: &str,
        descriptor: &str,
        max_locals: u16,
    ) -> Result<(), ThunkError> {
        let body = Body {
            max_stack: self.max_depth,
            max_locals,
            code: self.code.bytes(),
            ..Body::default()
        };
        Ok(class.method(flags, name, descriptor, Some(&body))?)
    }
}

/// An empty final class.
pub(super) fn final_class(name: &str, superclass: &str) -> Result<ClassBuilder, Full> {
    let flags = ClassFlags::PUBLIC | ClassFlags::FINAL | ClassFlags::SUPER | ClassFlags::SYNTHETIC;
    ClassBuilder::new(MAJOR, flags, name, superclass)
}

/// Slots of the parameters and `this`, within the limit of JVMS 4.3.3.
pub(super) fn slots_with_this(parameters: &[JavaType]) -> Result<u8, ThunkError> {
    let slots = parameters
        .iter()
        .map(|parameter| u32::from(parameter.slots()))
        .sum::<u32>()
        + 1;
    u8::try_from(slots).map_err(|_| ThunkError::TooManyParameters)
}
