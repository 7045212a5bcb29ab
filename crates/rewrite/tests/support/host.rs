//! A host whose hooks do nothing: what they stand for is done as if they were not there.

use raddle_classfile::write::{Body, ClassBuilder, CodeBuilder, Full};
use raddle_classfile::{ClassFile, ClassFlags, FieldType, MethodDescriptor, MethodFlags, Opcode};
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

/// Lets the host call the private native methods of `Thread` that it stands for.
pub fn open_thread(bytes: &mut [u8]) {
    let natives: Vec<usize> = ClassFile::parse(bytes)
        .expect("a good class")
        .methods()
        .filter(|method| method.name() == "start0" || method.name() == "interrupt0")
        .map(|method| method.span().start)
        .collect();
    for at in natives {
        let flags = MethodFlags::from_bits_retain(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
        let flags = flags
            .difference(MethodFlags::PRIVATE)
            .union(MethodFlags::PUBLIC);
        bytes[at..at + 2].copy_from_slice(&flags.bits().to_be_bytes());
    }
}
