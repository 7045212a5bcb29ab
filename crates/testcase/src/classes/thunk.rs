//! The class that makes one callee's calls.

use raddle_classfile::write::ClassBuilder;
use raddle_classfile::{MethodFlags, Opcode};

use super::emit::{Emitter, final_class, slots_with_this};
use super::{ThunkBase, ThunkError};
use crate::test::{Callee, Dispatch, FieldHolder};
use crate::types::{JavaType, MethodDescriptor};

/// Local variables of the thunk's method.
const VALUES: u16 = 1;
const ARGUMENTS: u16 = 2;
const LOCALS: u16 = 3;

const DESCRIPTOR: &str = "([Ljava/lang/Object;[I)Ljava/lang/Object;";

pub(super) fn build(
    callee: &Callee,
    name: &str,
    base: ThunkBase<'_>,
    stub_name: &str,
) -> Result<Vec<u8>, ThunkError> {
    let mut class = final_class(name, base.class)?;
    constructor(&mut class, base)?;
    let mut code = Emitter::default();
    match callee {
        Callee::Constructor {
            class: created,
            descriptor,
        } => {
            new_object(&mut code, &mut class, &created.internal(), descriptor)?;
        }
        Callee::Stub(shape) => {
            let descriptor = MethodDescriptor::of(shape.constructor_parameters().to_vec(), None);
            new_object(&mut code, &mut class, stub_name, &descriptor)?;
        }
        Callee::Method {
            class: owner,
            name,
            descriptor,
            dispatch,
        } => {
            let owner = owner.internal();
            let target = if dispatch.owner_is_interface() {
                class
                    .pool()
                    .interface_method_ref(&owner, name.as_str(), descriptor.as_str())?
            } else {
                class
                    .pool()
                    .method_ref(&owner, name.as_str(), descriptor.as_str())?
            };
            let types = callee.argument_types();
            push_arguments(&mut code, &mut class, &types)?;
            match dispatch {
                Dispatch::Static | Dispatch::InterfaceStatic => {
                    code.code.constant(Opcode::Invokestatic, target);
                }
                Dispatch::Virtual => {
                    code.code.constant(Opcode::Invokevirtual, target);
                }
                Dispatch::Interface => {
                    let slots = slots_with_this(descriptor.parameters())?;
                    code.code.invoke_interface(target, slots);
                }
            }
            let returned = descriptor.returns().map_or(0, JavaType::slots);
            code.stack(types.iter().map(JavaType::slots).sum(), returned);
        }
        Callee::GetField {
            class: owner,
            name,
            descriptor,
            holder,
        } => {
            let field = class.pool().field_ref(
                &owner.internal(),
                name.as_str(),
                &descriptor.descriptor(),
            )?;
            push_arguments(&mut code, &mut class, &callee.argument_types())?;
            match holder {
                FieldHolder::Class => code.code.constant(Opcode::Getstatic, field),
                FieldHolder::Instance => code.code.constant(Opcode::Getfield, field),
            };
            code.stack(
                u16::from(*holder == FieldHolder::Instance),
                descriptor.slots(),
            );
        }
        Callee::NewArray { element, length } => new_array(&mut code, &mut class, element, *length)?,
    }
    match callee.result_type() {
        Some(result) => code.boxed(&mut class, &result)?,
        None => code.op(Opcode::AconstNull, 0, 1),
    }
    code.op(Opcode::Areturn, 1, 0);
    code.finish(
        &mut class,
        MethodFlags::PUBLIC,
        base.method,
        DESCRIPTOR,
        LOCALS,
    )?;
    Ok(class.finish())
}

fn constructor(class: &mut ClassBuilder, base: ThunkBase<'_>) -> Result<(), ThunkError> {
    let mut code = Emitter::default();
    code.this();
    let super_constructor = class.pool().method_ref(base.class, "<init>", "()V")?;
    code.code.constant(Opcode::Invokespecial, super_constructor);
    code.op(Opcode::Return, 1, 0);
    code.finish(class, MethodFlags::PUBLIC, "<init>", "()V", 1)
}

/// Pushes `values[arguments[index]]` as the wanted type.
fn push_argument(
    code: &mut Emitter,
    class: &mut ClassBuilder,
    index: u8,
    wanted: &JavaType,
) -> Result<(), ThunkError> {
    code.code
        .local(Opcode::Aload, VALUES)
        .local(Opcode::Aload, ARGUMENTS);
    code.stack(0, 2);
    code.push(index);
    code.op(Opcode::Iaload, 2, 1);
    code.op(Opcode::Aaload, 2, 1);
    Ok(code.cast(class, wanted)?)
}

fn push_arguments(
    code: &mut Emitter,
    class: &mut ClassBuilder,
    types: &[JavaType],
) -> Result<(), ThunkError> {
    for (index, wanted) in types.iter().enumerate() {
        let index = u8::try_from(index).map_err(|_| ThunkError::TooManyParameters)?;
        push_argument(code, class, index, wanted)?;
    }
    Ok(())
}

fn new_object(
    code: &mut Emitter,
    class: &mut ClassBuilder,
    created: &str,
    constructor: &MethodDescriptor,
) -> Result<(), ThunkError> {
    let created_class = class.pool().class(created)?;
    let constructor_ref = class
        .pool()
        .method_ref(created, "<init>", constructor.as_str())?;
    code.code.constant(Opcode::New, created_class);
    code.stack(0, 1);
    code.op(Opcode::Dup, 0, 1);
    push_arguments(code, class, constructor.parameters())?;
    code.code.constant(Opcode::Invokespecial, constructor_ref);
    code.stack(
        constructor
            .parameters()
            .iter()
            .map(JavaType::slots)
            .sum::<u16>()
            + 1,
        0,
    );
    Ok(())
}

fn new_array(
    code: &mut Emitter,
    class: &mut ClassBuilder,
    element: &JavaType,
    length: u8,
) -> Result<(), ThunkError> {
    code.push(length);
    code.new_array(class, element)?;
    for index in 0..length {
        code.op(Opcode::Dup, 0, 1);
        code.push(index);
        push_argument(code, class, index, element)?;
        code.op(element.array_store(), 2 + element.slots(), 0);
    }
    Ok(())
}
