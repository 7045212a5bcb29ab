//! Signatures to callees and back.

use std::sync::Arc;

use super::{CallError, Parts, Signature, SurfaceCall};
use crate::signature::{Imports, SignatureError, method_text, parameters_text};
use crate::test::{Callee, Dispatch, FieldHolder, StubKind, StubMethod, StubShape};
use crate::types::{ClassName, JavaType, MemberName, MethodDescriptor, TypeError};

/// Reads what a call calls. `arguments` counts what `args` holds, which is the length of a new array.
pub(super) fn read(call: &SurfaceCall, imports: &Imports) -> Result<Callee, CallError> {
    let SurfaceCall {
        constructor,
        method,
        field,
        array,
        stub,
        methods,
        ..
    } = call;
    let callee = match (constructor, method, field, array, stub) {
        (Some(signature), None, None, None, None) => read_constructor(signature, imports)?,
        (None, Some(signature), None, None, None) => read_method(signature, imports)?,
        (None, None, Some(signature), None, None) => read_field(signature, imports)?,
        (None, None, None, Some(signature), None) => {
            let length =
                u8::try_from(call.args.len()).map_err(|_| CallError::TooMany("array elements"))?;
            Callee::NewArray {
                element: read_array(signature, imports)?,
                length,
            }
        }
        (None, None, None, None, Some(signature)) => {
            let listed = methods.as_deref().unwrap_or_default();
            let methods = listed
                .iter()
                .map(|method| read_stub_method(method, imports))
                .collect::<Result<_, _>>()?;
            let (of, kind) = read_stub(signature, imports)?;
            return Ok(Callee::Stub(Arc::new(StubShape { of, kind, methods })));
        }
        _ => return Err(CallError::Kind),
    };
    if methods.is_some() {
        return Err(CallError::StrayKey("methods"));
    }
    Ok(callee)
}

fn read_constructor(signature: &Signature, imports: &Imports) -> Result<Callee, CallError> {
    let (class, descriptor) = match signature {
        Signature::Text(text) => imports.constructor(text)?,
        Signature::Parts(parts) => (parts.class()?, parts.method_descriptor()?),
    };
    Ok(Callee::Constructor { class, descriptor })
}

fn read_method(signature: &Signature, imports: &Imports) -> Result<Callee, CallError> {
    let (modifiers, (class, name, descriptor)) = match signature {
        Signature::Text(text) => {
            let (modifiers, rest) = Modifiers::split(text);
            (modifiers, imports.method(rest)?)
        }
        Signature::Parts(parts) => (
            parts.modifiers()?,
            (parts.class()?, parts.name()?, parts.method_descriptor()?),
        ),
    };
    let dispatch = match (modifiers.is_static, modifiers.is_interface) {
        (false, false) => Dispatch::Virtual,
        (false, true) => Dispatch::Interface,
        (true, false) => Dispatch::Static,
        (true, true) => Dispatch::InterfaceStatic,
    };
    Ok(Callee::Method {
        class,
        name,
        descriptor,
        dispatch,
    })
}

fn read_field(signature: &Signature, imports: &Imports) -> Result<Callee, CallError> {
    let (modifiers, (class, name, descriptor)) = match signature {
        Signature::Text(text) => {
            let (modifiers, rest) = Modifiers::split(text);
            (modifiers, imports.field(rest)?)
        }
        Signature::Parts(parts) => (
            parts.modifiers()?,
            (parts.class()?, parts.name()?, parts.type_descriptor()?),
        ),
    };
    let holder = if modifiers.is_static {
        FieldHolder::Class
    } else {
        FieldHolder::Instance
    };
    Ok(Callee::GetField {
        class,
        name,
        descriptor,
        holder,
    })
}

fn read_array(signature: &Signature, imports: &Imports) -> Result<JavaType, CallError> {
    let (text, array) = match signature {
        Signature::Text(text) => (text.clone(), imports.java_type(text)),
        Signature::Parts(parts) => {
            let array = parts.type_descriptor()?;
            (array.to_string(), Ok(array))
        }
    };
    match array {
        Ok(JavaType::Array(element)) => Ok(*element),
        Ok(_) => Err(SignatureError::Shape {
            text,
            example: "int[]",
        }
        .into()),
        Err(error) => Err(SignatureError::Type { text, error }.into()),
    }
}

fn read_stub(signature: &Signature, imports: &Imports) -> Result<(ClassName, StubKind), CallError> {
    let (modifiers, text) = match signature {
        Signature::Text(text) => Modifiers::split(text),
        Signature::Parts(parts) => {
            let kind = match parts.descriptor {
                None => StubKind::Interface,
                Some(_) => StubKind::AbstractClass {
                    constructor: parts.method_descriptor()?,
                },
            };
            return Ok((parts.class()?, kind));
        }
    };
    if modifiers.is_interface {
        let class = imports
            .class(text.trim())
            .map_err(|error| SignatureError::Type {
                text: text.to_owned(),
                error,
            })?;
        Ok((class, StubKind::Interface))
    } else {
        let (class, constructor) = imports.constructor(text)?;
        Ok((class, StubKind::AbstractClass { constructor }))
    }
}

fn read_stub_method(signature: &Signature, imports: &Imports) -> Result<StubMethod, CallError> {
    let (name, descriptor) = match signature {
        Signature::Text(text) => imports.bare_method(text)?,
        Signature::Parts(parts) => (parts.name()?, parts.method_descriptor()?),
    };
    Ok(StubMethod { name, descriptor })
}

/// What stands before a signature.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    is_static: bool,
    is_interface: bool,
}

impl Modifiers {
    /// Takes the modifiers off the front of a signature.
    fn split(text: &str) -> (Self, &str) {
        let mut modifiers = Self::default();
        let mut rest = text.trim_start();
        loop {
            if let Some(after) = rest.strip_prefix("static ") {
                modifiers.is_static = true;
                rest = after.trim_start();
            } else if let Some(after) = rest.strip_prefix("interface ") {
                modifiers.is_interface = true;
                rest = after.trim_start();
            } else {
                return (modifiers, rest);
            }
        }
    }

    fn text(callee: &Callee) -> &'static str {
        match callee {
            Callee::Method {
                dispatch: Dispatch::Static,
                ..
            }
            | Callee::GetField {
                holder: FieldHolder::Class,
                ..
            } => "static ",
            Callee::Method {
                dispatch: Dispatch::Interface,
                ..
            } => "interface ",
            Callee::Method {
                dispatch: Dispatch::InterfaceStatic,
                ..
            } => "interface static ",
            _ => "",
        }
    }
}

impl Parts {
    fn class(&self) -> Result<ClassName, CallError> {
        self.class.clone().ok_or(CallError::MissingPart("class"))
    }

    fn name(&self) -> Result<MemberName, CallError> {
        self.name.clone().ok_or(CallError::MissingPart("name"))
    }

    fn modifiers(&self) -> Result<Modifiers, CallError> {
        let padded = format!("{} ", self.modifiers);
        let (modifiers, rest) = Modifiers::split(&padded);
        if rest.trim().is_empty() {
            Ok(modifiers)
        } else {
            let text = self.modifiers.clone();
            Err(SignatureError::Shape {
                text,
                example: "interface static",
            }
            .into())
        }
    }

    fn descriptor<T>(&self, parse: impl Fn(&str) -> Result<T, TypeError>) -> Result<T, CallError> {
        let text = self
            .descriptor
            .as_deref()
            .ok_or(CallError::MissingPart("descriptor"))?;
        parse(text).map_err(|error| {
            SignatureError::Type {
                text: text.to_owned(),
                error,
            }
            .into()
        })
    }

    fn method_descriptor(&self) -> Result<MethodDescriptor, CallError> {
        self.descriptor(MethodDescriptor::parse)
    }

    fn type_descriptor(&self) -> Result<JavaType, CallError> {
        self.descriptor(JavaType::from_descriptor)
    }
}

/// Writes a callee into the keys of a call, as text if the text reads back as the same callee.
pub(super) fn write(callee: &Callee, args: usize) -> SurfaceCall {
    let short = with_signatures(callee, Signature::Text(text_of(callee)), |method| {
        Signature::Text(method_text(method.name.as_str(), &method.descriptor))
    });
    let readable = SurfaceCall {
        args: vec![serde_json::Value::Null; args],
        ..short
    };
    if read(&readable, &Imports::default()).is_ok_and(|back| back == *callee) {
        return SurfaceCall {
            args: Vec::new(),
            ..readable
        };
    }
    with_signatures(callee, Signature::Parts(parts_of(callee)), |method| {
        Signature::Parts(Parts {
            name: Some(method.name.clone()),
            descriptor: Some(method.descriptor.to_string()),
            ..Parts::default()
        })
    })
}

fn with_signatures(
    callee: &Callee,
    signature: Signature,
    stub_method: impl Fn(&StubMethod) -> Signature,
) -> SurfaceCall {
    let signature = Some(signature);
    let empty = SurfaceCall::default();
    match callee {
        Callee::Constructor { .. } => SurfaceCall {
            constructor: signature,
            ..empty
        },
        Callee::Method { .. } => SurfaceCall {
            method: signature,
            ..empty
        },
        Callee::GetField { .. } => SurfaceCall {
            field: signature,
            ..empty
        },
        Callee::NewArray { .. } => SurfaceCall {
            array: signature,
            ..empty
        },
        Callee::Stub(shape) => {
            let methods = Some(shape.methods.iter().map(stub_method).collect());
            SurfaceCall {
                stub: signature,
                methods,
                ..empty
            }
        }
    }
}

fn text_of(callee: &Callee) -> String {
    let modifiers = Modifiers::text(callee);
    match callee {
        Callee::Constructor { class, descriptor } => {
            format!("{class}{}", parameters_text(descriptor))
        }
        Callee::Method {
            class,
            name,
            descriptor,
            ..
        } => {
            format!(
                "{modifiers}{}",
                method_text(&format!("{class}.{name}"), descriptor)
            )
        }
        Callee::GetField {
            class,
            name,
            descriptor,
            ..
        } => format!("{modifiers}{descriptor} {class}.{name}"),
        Callee::NewArray { element, .. } => format!("{element}[]"),
        Callee::Stub(shape) => match &shape.kind {
            StubKind::Interface => format!("interface {}", shape.of),
            StubKind::AbstractClass { constructor } => {
                format!("{}{}", shape.of, parameters_text(constructor))
            }
        },
    }
}

fn parts_of(callee: &Callee) -> Parts {
    let modifiers = Modifiers::text(callee).trim_end().to_owned();
    let class = match callee {
        Callee::NewArray { .. } => None,
        other => other.class().cloned(),
    };
    let (name, descriptor) = match callee {
        Callee::Constructor { descriptor, .. } => (None, Some(descriptor.to_string())),
        Callee::Method {
            name, descriptor, ..
        } => (Some(name.clone()), Some(descriptor.to_string())),
        Callee::GetField {
            name, descriptor, ..
        } => (Some(name.clone()), Some(descriptor.descriptor())),
        Callee::NewArray { element, .. } => (None, Some(format!("[{}", element.descriptor()))),
        Callee::Stub(shape) => match &shape.kind {
            StubKind::Interface => (None, None),
            StubKind::AbstractClass { constructor } => (None, Some(constructor.to_string())),
        },
    };
    Parts {
        modifiers,
        class,
        name,
        descriptor,
    }
}
