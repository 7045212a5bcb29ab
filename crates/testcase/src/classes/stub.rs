//! A class that implements an interface or extends an abstract class, for want of a better one.
//!
//! What its methods do is simple enough to be predicted by whoever reads a report: a method that returns void or boolean remembers
//! its arguments, one field for each declared type; every method returns what was last remembered of exactly the type it
//! returns, at first 0, false or null. So a setter feeds its getter, and `put(Object)` feeds `Object take()`.
//! A stub is equal to itself only. Its hash code is a constant, so that it cannot bring chance into an execution.

use std::collections::BTreeMap;

use raddle_classfile::write::{Body, ClassBuilder};
use raddle_classfile::{FieldFlags, MethodFlags, Opcode};

use super::emit::{Emitter, final_class, slots_with_this};
use super::{GeneratedClass, ThunkError};
use crate::test::{StubKind, StubMethod, StubShape};
use crate::types::{JavaType, MethodDescriptor};

/// What every stub's `hashCode` returns.
pub(crate) const HASH_CODE: i16 = 17;

impl StubShape {
    /// What the stub's constructor takes and hands on to the superclass.
    pub(crate) fn constructor_parameters(&self) -> &[JavaType] {
        match &self.kind {
            StubKind::Interface => &[],
            StubKind::AbstractClass { constructor } => constructor.parameters(),
        }
    }

    /// The methods that get a body which remembers and returns. Those of java.lang.Object are not among them: an interface may
    /// declare them, but does not mean it.
    pub(crate) fn remembering_methods(&self) -> impl Iterator<Item = &StubMethod> {
        self.methods
            .iter()
            .filter(|method| ObjectMethod::of(method).is_none())
    }

    /// The methods of java.lang.Object that the stub defines: what it is like as an implementation of an interface, and what an
    /// abstract class declares abstract again. Otherwise an abstract class has its own idea of them.
    pub(crate) fn object_methods(&self) -> Vec<ObjectMethod> {
        let interface = self.kind == StubKind::Interface;
        let wanted = |own: &ObjectMethod| {
            let declared = self
                .methods
                .iter()
                .any(|method| ObjectMethod::of(method) == Some(*own));
            declared || (interface && *own != ObjectMethod::Equals)
        };
        let all = [
            ObjectMethod::Equals,
            ObjectMethod::HashCode,
            ObjectMethod::ToString,
        ];
        all.into_iter().filter(wanted).collect()
    }

    /// The fields that remember arguments, named by the types of what they hold.
    pub(crate) fn memory(&self) -> BTreeMap<JavaType, String> {
        let remembered = self
            .remembering_methods()
            .filter(|method| remembers(&method.descriptor));
        let types = remembered.flat_map(|method| method.descriptor.parameters());
        let mut memory: BTreeMap<JavaType, String> = types
            .map(|java_type| (java_type.clone(), String::new()))
            .collect();
        for (number, name) in memory.values_mut().enumerate() {
            *name = format!("last{}", number + 1);
        }
        memory
    }
}

/// Whether a method with this descriptor keeps its arguments: those that only take something do.
pub(crate) fn remembers(descriptor: &MethodDescriptor) -> bool {
    matches!(descriptor.returns(), None | Some(JavaType::Boolean))
}

/// The methods of java.lang.Object that stubs treat apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectMethod {
    /// By identity.
    Equals,
    /// Constant.
    HashCode,
    /// Names the interface or abstract class.
    ToString,
}

impl ObjectMethod {
    fn of(method: &StubMethod) -> Option<Self> {
        match (method.name.as_str(), method.descriptor.as_str()) {
            ("equals", "(Ljava/lang/Object;)Z") => Some(Self::Equals),
            ("hashCode", "()I") => Some(Self::HashCode),
            ("toString", "()Ljava/lang/String;") => Some(Self::ToString),
            _ => None,
        }
    }
}

pub(super) fn build(shape: &StubShape, name: String) -> Result<GeneratedClass, ThunkError> {
    let of = shape.of.internal();
    let superclass = match shape.kind {
        StubKind::Interface => "java/lang/Object",
        StubKind::AbstractClass { .. } => of.as_str(),
    };
    let mut class = final_class(&name, superclass)?;
    if shape.kind == StubKind::Interface {
        class.interface(&of)?;
    }
    constructor(&mut class, superclass, shape.constructor_parameters())?;
    let memory = shape.memory();
    for (java_type, field) in &memory {
        class.field(FieldFlags::PRIVATE, field, &java_type.descriptor())?;
    }
    for method in shape.remembering_methods() {
        remembering_method(&mut class, &name, method, &memory)?;
    }
    for method in shape.object_methods() {
        object_method(&mut class, method, shape)?;
    }
    Ok(GeneratedClass {
        name,
        bytes: class.finish(),
    })
}

fn constructor(
    class: &mut ClassBuilder,
    superclass: &str,
    parameters: &[JavaType],
) -> Result<(), ThunkError> {
    let descriptor = MethodDescriptor::of(parameters.to_vec(), None);
    let slots = u16::from(slots_with_this(parameters)?);
    let super_constructor = class
        .pool()
        .method_ref(superclass, "<init>", descriptor.as_str())?;
    let mut code = Emitter::default();
    code.this();
    let mut local = 1;
    for parameter in parameters {
        code.load(local, parameter);
        local += parameter.slots();
    }
    code.code.constant(Opcode::Invokespecial, super_constructor);
    code.op(Opcode::Return, slots, 0);
    code.finish(
        class,
        MethodFlags::PUBLIC,
        "<init>",
        descriptor.as_str(),
        slots,
    )
}

fn remembering_method(
    class: &mut ClassBuilder,
    this: &str,
    method: &StubMethod,
    memory: &BTreeMap<JavaType, String>,
) -> Result<(), ThunkError> {
    let StubMethod { name, descriptor } = method;
    let slots = u16::from(slots_with_this(descriptor.parameters())?);
    let mut code = Emitter::default();
    let mut local = 1;
    for parameter in descriptor.parameters() {
        if remembers(descriptor)
            && let Some(field) = memory.get(parameter)
        {
            let field = class
                .pool()
                .field_ref(this, field, &parameter.descriptor())?;
            code.this();
            code.load(local, parameter);
            code.code.constant(Opcode::Putfield, field);
            code.stack(1 + parameter.slots(), 0);
        }
        local += parameter.slots();
    }
    match descriptor.returns() {
        None => code.op(Opcode::Return, 0, 0),
        Some(returned) => {
            match memory.get(returned) {
                Some(field) => {
                    let field = class
                        .pool()
                        .field_ref(this, field, &returned.descriptor())?;
                    code.this();
                    code.code.constant(Opcode::Getfield, field);
                    code.stack(1, returned.slots());
                }
                None => code.op(returned.zero(), 0, returned.slots()),
            }
            code.op(returned.return_opcode(), returned.slots(), 0);
        }
    }
    code.finish(
        class,
        MethodFlags::PUBLIC,
        name.as_str(),
        descriptor.as_str(),
        slots,
    )
}

fn object_method(
    class: &mut ClassBuilder,
    method: ObjectMethod,
    shape: &StubShape,
) -> Result<(), ThunkError> {
    let mut code = Emitter::default();
    match method {
        ObjectMethod::HashCode => {
            code.code.push_short(HASH_CODE);
            code.stack(0, 1);
            code.op(Opcode::Ireturn, 1, 0);
            code.finish(class, MethodFlags::PUBLIC, "hashCode", "()I", 1)
        }
        ObjectMethod::ToString => {
            let text = class.pool().string(&format!("stub of {}", shape.of))?;
            code.code.constant(Opcode::LdcW, text);
            code.stack(0, 1);
            code.op(Opcode::Areturn, 1, 0);
            code.finish(
                class,
                MethodFlags::PUBLIC,
                "toString",
                "()Ljava/lang/String;",
                1,
            )
        }
        ObjectMethod::Equals => {
            // if (this != other) goto 7; return true; 7: return false
            code.this();
            code.op(Opcode::Aload1, 0, 1);
            code.code.constant(Opcode::IfAcmpne, 5);
            code.op(Opcode::Iconst1, 2, 1);
            code.op(Opcode::Ireturn, 1, 0);
            code.op(Opcode::Iconst0, 0, 1);
            code.op(Opcode::Ireturn, 1, 0);
            // One frame, the same as at the start: `same_frame` with offset_delta 7 (JVMS 4.7.4).
            let body = Body {
                max_stack: 2,
                max_locals: 2,
                code: code.code.bytes(),
                stack_map: Some(&[0, 1, 7]),
                ..Body::default()
            };
            Ok(class.method(
                MethodFlags::PUBLIC,
                "equals",
                "(Ljava/lang/Object;)Z",
                Some(&body),
            )?)
        }
    }
}
