//! A host whose hooks do nothing: what they stand for is done as if they were not there.

use raddle_classfile::write::{Body, ClassBuilder, CodeBuilder, Full};
use raddle_classfile::{ClassFlags, FieldType, MethodDescriptor, MethodFlags, Opcode};
use raddle_rewrite::{Hook, replaced_calls};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// The host's class file.
pub fn idle(name: &str) -> Vec<u8> {
    build(name).expect("a small class")
}

fn build(name: &str) -> Result<Vec<u8>, Full> {
    let mut class = ClassBuilder::new(
        52,
        ClassFlags::PUBLIC | ClassFlags::SUPER,
        name,
        "java/lang/Object",
    )?;
    for hook in Hook::ALL {
        let (name, descriptor) = hook.signature();
        let method = MethodDescriptor::parse(descriptor.into()).expect("a hook's descriptor");
        let mut code = CodeBuilder::default();
        if let Some((member, is_static, _)) =
            replaced_calls().find(|(_, _, replacing)| replacing == hook)
        {
            let mut local = 0;
            for (place, parameter) in method.parameters().enumerate() {
                if place == 0 && member.owner == UNSAFE {
                    let the_unsafe =
                        class
                            .pool()
                            .method_ref(UNSAFE, "getUnsafe", &format!("()L{UNSAFE};"))?;
                    code.constant(Opcode::Invokestatic, the_unsafe);
                } else {
                    code.local(load(parameter), local);
                }
                local += parameter.slots();
            }
            let original = class.pool().method_ref(
                &member.owner.to_str(),
                &member.name.to_str(),
                &member.descriptor.to_str(),
            )?;
            code.constant(
                if is_static {
                    Opcode::Invokestatic
                } else {
                    Opcode::Invokevirtual
                },
                original,
            );
        }
        code.op(match method.result() {
            None => Opcode::Return,
            Some(FieldType::Long) => Opcode::Lreturn,
            Some(kind) if kind.is_reference() => Opcode::Areturn,
            Some(_) => Opcode::Ireturn,
        });
        let body = Body {
            max_stack: method.argument_slots() + 2,
            max_locals: method.argument_slots(),
            code: code.bytes(),
            ..Body::default()
        };
        class.method(
            MethodFlags::PUBLIC | MethodFlags::STATIC,
            name,
            descriptor,
            Some(&body),
        )?;
    }
    Ok(class.finish())
}

fn load(parameter: FieldType<'_>) -> Opcode {
    match parameter {
        FieldType::Long => Opcode::Lload,
        kind if kind.is_reference() => Opcode::Aload,
        _ => Opcode::Iload,
    }
}
