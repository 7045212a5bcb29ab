//! Static state that can be made fresh again.
//!
//! Before each execution the static fields of the program's classes must be as they were the first time. So a class gets a
//! public static method that sets its static fields to zero and does what its static initialiser does; and when it is
//! initialised for the first time it says so, which gives the order in which to call these methods. Final
//! fields are not final any more: only `<clinit>` may write those.
//!
//! Left alone are interfaces, whose fields must be final, and enums, whose constants other classes hold and compare.

use raddle_classfile::write::CodeBuilder;
use raddle_classfile::{ClassFile, ClassFlags, FieldFlags, JavaStr, Member, MethodFlags, Opcode};

use crate::Hook;
use crate::class::Methods;
use crate::error::{Error, Stop};
use crate::method::Method;
use crate::tables;
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

/// Whether whoever reads a field of this type cannot change anything through what he has read.
fn is_immutable(descriptor: JavaStr<'_>) -> bool {
    const IMMUTABLE: [&str; 4] = [
        "Ljava/lang/String;",
        "Ljava/lang/Integer;",
        "Ljava/lang/Long;",
        "Ljava/lang/Boolean;",
    ];
    !matches!(descriptor.as_bytes(), [b'L' | b'[', ..])
        || IMMUTABLE.iter().any(|known| descriptor == *known)
}

/// Static, and not set by the JVM from a constant.
pub(crate) fn is_variable(field: &Member<'_, '_, FieldFlags>) -> bool {
    field.flags().contains(FieldFlags::STATIC) && field.attributes().find("ConstantValue").is_none()
}

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// The hook that announces an access to a static field of a class that may be reset. What an initialiser does to its own
    /// class is undone when it runs again.
    pub fn announces(
        &self,
        method: Method<'_, 'c, 'a>,
        opcode: Opcode,
        index: u16,
    ) -> Result<Option<Hook>, Stop> {
        let Some(resettable) = self.options.touches else {
            return Ok(None);
        };
        if !matches!(opcode, Opcode::Getstatic | Opcode::Putstatic) {
            return Ok(None);
        }
        let field = self.class.pool().field_ref(index)?;
        let is_reset = !field.owner.as_bytes().starts_with(b"java/")
            || resettable.iter().any(|class| field.owner == *class);
        if !is_reset || method.name() == "<clinit>" && field.owner == self.class.name() {
            return Ok(None);
        }
        let only_looks = opcode == Opcode::Getstatic && is_immutable(field.descriptor);
        Ok(Some(if only_looks { Hook::Look } else { Hook::Touch }))
    }

    /// The method that makes the static state fresh; `None` if it would be too large.
    pub fn reset_method(&mut self) -> Result<Option<Methods>, Error> {
        let stats = self.stats;
        let reset = match self.try_reset_method() {
            Ok(methods) => Some(methods),
            Err(Stop::Class(error)) => return Err(error),
            Err(_) => None,
        };
        // What it counted, the static initialiser will count again.
        self.stats = stats;
        Ok(reset)
    }

    fn try_reset_method(&mut self) -> Result<Methods, Stop> {
        let mut methods = Methods::default();
        let head = self.zero_statics()?;
        let flags = MethodFlags::PUBLIC | MethodFlags::STATIC | MethodFlags::SYNTHETIC;
        let mut all = self.class.methods().enumerate();
        let Some((index, member)) = all.find(|(_, method)| method.name() == "<clinit>") else {
            self.small_method(RESET_METHOD, flags, &head, &mut methods)?;
            return Ok(methods);
        };
        let code = member.code()?.ok_or(Stop::TooLarge)?;
        let method = Method {
            index: index as u16,
            member: &member,
            code: &code,
        };
        self.sites.start_method(&code);
        let wrap = self.wrap(method)?;
        let layers = self.weave(method, self.options.level, &wrap, Some(&head))?;
        let layers = layers.unwrap_or_default();
        let pool = &mut self.constants.pool;
        let (name, code_name) = (pool.utf8(RESET_METHOD)?, pool.utf8("Code")?);
        for number in [flags.bits(), name, member.descriptor_index(), 1] {
            methods.bytes.extend(number.to_be_bytes());
        }
        tables::attribute(code_name, &mut methods.bytes, |out| {
            self.code_attribute(method, &wrap, &layers, out)
        })?;
        methods.site_uses.append(&mut self.site_uses);
        methods.count = 1;
        methods.changed = true;
        Ok(methods)
    }

    /// Code that sets the class's static fields to zero.
    fn zero_statics(&mut self) -> Result<Vec<u8>, Stop> {
        let mut code = CodeBuilder::default();
        let this_class = self.class.this_class();
        for field in self.class.fields().filter(is_variable) {
            code.op(match field.descriptor().as_bytes() {
                b"J" => Opcode::Lconst0,
                b"F" => Opcode::Fconst0,
                b"D" => Opcode::Dconst0,
                [b'L' | b'[', ..] => Opcode::AconstNull,
                _ => Opcode::Iconst0,
            });
            let (name, descriptor) = (field.name_index(), field.descriptor_index());
            let index = self.constants.own_field(this_class, name, descriptor)?;
            code.constant(Opcode::Putstatic, index);
        }
        Ok(code.bytes().to_vec())
    }

    /// A static initialiser that does nothing but tell that the class is initialised.
    pub fn announcing_initialiser(&mut self, methods: &mut Methods) -> Result<(), Error> {
        let mut code = CodeBuilder::default();
        let hook = self
            .constants
            .hook(Hook::Initialised)
            .map_err(|_| Error::PoolFull)?;
        code.constant(Opcode::LdcW, self.class.this_class());
        code.constant(Opcode::Invokestatic, hook);
        methods.loads_class = true;
        self.small_method("<clinit>", MethodFlags::STATIC, code.bytes(), methods)
            .map_err(|_| Error::PoolFull)
    }

    /// A static method without parameters that runs `code`, two operands deep at most, and returns.
    fn small_method(
        &mut self,
        name: &str,
        flags: MethodFlags,
        code: &[u8],
        methods: &mut Methods,
    ) -> Result<(), Stop> {
        let length = u16::try_from(code.len() + 1).map_err(|_| Stop::TooLarge)?;
        let pool = &mut self.constants.pool;
        for number in [flags.bits(), pool.utf8(name)?, pool.utf8("()V")?, 1] {
            methods.bytes.extend(number.to_be_bytes());
        }
        tables::attribute(pool.utf8("Code")?, &mut methods.bytes, |out| {
            let (max_stack, max_locals) = ([0, 2], [0, 0]);
            out.extend(max_stack);
            out.extend(max_locals);
            out.extend(u32::from(length).to_be_bytes());
            out.extend_from_slice(code);
            out.push(Opcode::Return.byte());
            let (handlers, attributes) = ([0, 0], [0, 0]);
            out.extend(handlers);
            out.extend(attributes);
            Ok(())
        })?;
        methods.count += 1;
        methods.changed = true;
        Ok(())
    }
}
