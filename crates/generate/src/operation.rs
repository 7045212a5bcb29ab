//! What a test can call, with the types that decide what fits where.

use std::sync::Arc;

use raddle_program::api::Callable;
use raddle_program::index::{Provider, ProviderMember};
use raddle_program::member::{Field, Method, MethodRef};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use raddle_testcase::{
    self as testcase, Callee, Dispatch, FieldHolder, MemberName, MethodDescriptor,
};

/// A callee, and its types as the program knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    callee: Callee,
    takes: Box<[JavaType]>,
    gives: Option<JavaType>,
}

impl Operation {
    /// What is called.
    pub fn callee(&self) -> &Callee {
        &self.callee
    }

    /// What it takes, the receiver first where it has one.
    pub fn takes(&self) -> &[JavaType] {
        &self.takes
    }

    /// What it gives; nothing if it returns void.
    pub fn gives(&self) -> Option<&JavaType> {
        self.gives.as_ref()
    }

    /// A constructor; nothing if its names cannot be written down.
    pub(crate) fn constructor(constructor: &Method) -> Option<Self> {
        Some(Self {
            callee: Callee::Constructor {
                class: testcase::ClassName::from_internal(constructor.owner().internal()).ok()?,
                descriptor: MethodDescriptor::parse(constructor.descriptor()).ok()?,
            },
            takes: constructor.parameters().into(),
            gives: Some(JavaType::Class(constructor.owner().clone())),
        })
    }

    /// A method as a test calls it.
    pub(crate) fn callable(callable: &Callable) -> Option<Self> {
        Self::method(
            &callable.method,
            &callable.named,
            callable.through_interface,
        )
    }

    fn method(method: &Method, named: &MethodRef, interface: bool) -> Option<Self> {
        let descriptor = MethodDescriptor::parse(&named.descriptor).ok()?;
        let dispatch = match (method.is_static(), interface) {
            (true, false) => Dispatch::Static,
            (true, true) => Dispatch::InterfaceStatic,
            (false, false) => Dispatch::Virtual,
            (false, true) => Dispatch::Interface,
        };
        let receiver = dispatch
            .has_receiver()
            .then(|| JavaType::Class(named.owner.clone()));
        // What the call names may return less than what runs (a covariant result).
        let gives = match descriptor.returns() {
            Some(returned) => Some(JavaType::from_descriptor(&returned.descriptor()).ok()?),
            None => None,
        };
        Some(Self {
            takes: receiver
                .into_iter()
                .chain(method.parameters().iter().cloned())
                .collect(),
            gives,
            callee: Callee::Method {
                class: testcase::ClassName::from_internal(named.owner.internal()).ok()?,
                name: MemberName::new(&named.name).ok()?,
                descriptor,
                dispatch,
            },
        })
    }

    /// A method called on the class that declares it.
    pub(crate) fn declared(method: &Method, interface: bool) -> Option<Self> {
        Self::method(method, method.id(), interface)
    }

    /// A stub, whose constructor takes what its superclass's does.
    pub(crate) fn stub(callee: Callee, takes: Vec<JavaType>, gives: JavaType) -> Self {
        Self {
            callee,
            takes: takes.into(),
            gives: Some(gives),
        }
    }

    /// An array of so many elements.
    pub(crate) fn array(element: &JavaType, length: u8) -> Option<Self> {
        Some(Self {
            callee: Callee::NewArray {
                element: testcase::JavaType::from_descriptor(&element.descriptor()).ok()?,
                length,
            },
            takes: vec![element.clone(); usize::from(length)].into(),
            gives: Some(JavaType::Array(Arc::new(element.clone()))),
        })
    }

    /// Reading a field through a class that a test can name.
    pub(crate) fn field(through: &ClassName, field: &Field) -> Option<Self> {
        let holder = if field.is_static() {
            FieldHolder::Class
        } else {
            FieldHolder::Instance
        };
        let receiver = (holder == FieldHolder::Instance).then(|| JavaType::Class(through.clone()));
        Some(Self {
            callee: Callee::GetField {
                class: testcase::ClassName::from_internal(through.internal()).ok()?,
                name: MemberName::new(field.name()).ok()?,
                descriptor: testcase::JavaType::from_descriptor(field.descriptor()).ok()?,
                holder,
            },
            takes: receiver.into_iter().collect(),
            gives: Some(field.field_type().clone()),
        })
    }

    /// A provider of the program's index.
    pub(crate) fn provider(program: &Program, provider: &Provider) -> Option<Self> {
        let index = program.index();
        let through = index.name(provider.through);
        match program.provider_member(provider).ok()? {
            ProviderMember::Field(field) => Self::field(through, &field),
            ProviderMember::Method(method) if method.is_constructor() => Self::constructor(&method),
            ProviderMember::Method(method) => Self::method(
                &method,
                &method.id().on(through.clone()),
                index.is_interface(provider.through),
            ),
        }
    }
}
