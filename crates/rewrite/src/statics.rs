//! Static state that can be made fresh again.
//!
//! Before each execution the static fields of the program's classes must be as they were the first time. So a class gets a
//! public static method that sets its static fields to zero and does what its static initialiser does; and when it is
//! initialised for the first time it says so, which gives the order in which to call these methods. Final
//! fields are not final any more: only `<clinit>` may write those.
//!
//! Left alone are interfaces, whose fields must be final, and enums, whose constants other classes hold and compare.

use raddle_classfile::write::CodeBuilder;
use raddle_classfile::{ClassFile, ClassFlags, FieldFlags, Member, MethodFlags, Opcode};

use crate::error::Stop;
use crate::weave::Weaver;

/// The method, without parameters and result, that makes a class's static state fresh.
pub const RESET_METHOD: &str = "raddle$clinit";

/// What there is to reset in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StaticState {
    /// No static field that can change, and no initialiser.
    None,
    /// Something, in a class that can get the method.
    Resettable,
    /// Something in an interface.
    Interface,
    /// Something in an enum.
    Enum,
}

pub(crate) fn static_state(class: &ClassFile<'_>) -> StaticState {
    let has_state = class.fields().any(|field| is_variable(&field))
        || class.methods().any(|method| {
            method.name() == "<clinit>" && method.flags().contains(MethodFlags::STATIC)
        });
    if !has_state {
        StaticState::None
    } else if class.flags().contains(ClassFlags::INTERFACE) {
        StaticState::Interface
    } else if class.flags().contains(ClassFlags::ENUM) {
        StaticState::Enum
    } else {
        StaticState::Resettable
    }
}

/// Static, and not set by the JVM from a constant.
pub(crate) fn is_variable(field: &Member<'_, '_, FieldFlags>) -> bool {
    field.flags().contains(FieldFlags::STATIC) && field.attributes().find("ConstantValue").is_none()
}

impl Weaver<'_, '_, '_> {
    /// Code that sets the class's static fields to zero.
    pub fn zero_statics(&mut self) -> Result<Vec<u8>, Stop> {
        let mut code = CodeBuilder::default();
        for field in self.class.fields().filter(is_variable) {
            code.op(match field.descriptor().as_bytes() {
                b"J" => Opcode::Lconst0,
                b"F" => Opcode::Fconst0,
                b"D" => Opcode::Dconst0,
                [b'L' | b'[', ..] => Opcode::AconstNull,
                _ => Opcode::Iconst0,
            });
            let this_class = self.class.this_class();
            let index = self.constants.own_field(
                this_class,
                field.name_index(),
                field.descriptor_index(),
            )?;
            code.constant(Opcode::Putstatic, index);
        }
        Ok(code.bytes().to_vec())
    }
}
