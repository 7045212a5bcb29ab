//! Methods and fields: what identifies them, and what is known about them.

use std::fmt;
use std::sync::Arc;

use raddle_classfile::{FieldFlags, Member, MethodFlags};
use serde::{Deserialize, Serialize};

use crate::name::ClassName;
use crate::types::{JavaType, MethodType};

/// What identifies a method in the whole program: the class, the name and the descriptor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodRef {
    /// The class that declares it, or through which it is called.
    pub owner: ClassName,
    /// Its name; `<init>` for constructors.
    pub name: Arc<str>,
    /// Its descriptor, `(Ljava/lang/String;I)V`.
    pub descriptor: Arc<str>,
}

impl MethodRef {
    /// A method by owner, name and descriptor.
    pub fn new(owner: ClassName, name: &str, descriptor: &str) -> Self {
        Self {
            owner,
            name: Arc::from(name),
            descriptor: Arc::from(descriptor),
        }
    }

    /// The same name and descriptor, called through another class.
    pub fn on(&self, owner: ClassName) -> Self {
        Self {
            owner,
            name: Arc::clone(&self.name),
            descriptor: Arc::clone(&self.descriptor),
        }
    }
}

impl fmt::Display for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.owner, self.name, self.descriptor)
    }
}

impl fmt::Debug for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What identifies a field in the whole program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldRef {
    /// The class that declares it, or through which it is used.
    pub owner: ClassName,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
}

impl FieldRef {
    /// A field by owner, name and descriptor.
    pub fn new(owner: ClassName, name: &str, descriptor: &str) -> Self {
        Self {
            owner,
            name: Arc::from(name),
            descriptor: Arc::from(descriptor),
        }
    }
}

impl fmt::Display for FieldRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.owner, self.name)
    }
}

impl fmt::Debug for FieldRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Two methods with the same signature cannot both be called by the same call: the name and the erased parameters,
/// without the result, which a covariant override may change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    name: Arc<str>,
    /// The descriptor up to its closing parenthesis.
    parameters: Box<str>,
}

/// A method or constructor, as its class file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    id: MethodRef,
    flags: MethodFlags,
    method_type: MethodType,
    generic: Option<Box<str>>,
    throws: Box<[ClassName]>,
}

impl Method {
    pub(crate) fn read(
        owner: &ClassName,
        member: &Member<'_, '_, MethodFlags>,
    ) -> Result<Self, raddle_classfile::Error> {
        let attributes = member.attributes();
        let mut flags = member.flags();
        if attributes.is_synthetic() {
            flags |= MethodFlags::SYNTHETIC;
        }
        let throws = attributes.exceptions()?;
        Ok(Self {
            id: MethodRef::new(
                owner.clone(),
                &member.name().to_str(),
                &member.descriptor().to_str(),
            ),
            flags,
            method_type: MethodType::from_descriptor(member.descriptor())?,
            // The JVM ignores what is wrong here, so it must not make a class unusable.
            generic: attributes
                .signature()
                .ok()
                .flatten()
                .map(|text| text.to_str().into()),
            throws: throws
                .into_iter()
                .map(|name| ClassName::from_internal(&name.to_str()))
                .collect(),
        })
    }

    /// What identifies it; the owner is the class that declares it.
    pub fn id(&self) -> &MethodRef {
        &self.id
    }

    /// The class that declares it.
    pub fn owner(&self) -> &ClassName {
        &self.id.owner
    }

    /// Its name; `<init>` for constructors.
    pub fn name(&self) -> &str {
        &self.id.name
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> &str {
        &self.id.descriptor
    }

    /// Its access flags; old compilers' `Synthetic` attribute counts as the flag.
    pub fn flags(&self) -> MethodFlags {
        self.flags
    }

    /// The erased parameter types, without the receiver. An inner class's constructor has the outer instance first.
    pub fn parameters(&self) -> &[JavaType] {
        &self.method_type.parameters
    }

    /// The erased result type; nothing for `void` and constructors.
    pub fn result(&self) -> Option<&JavaType> {
        self.method_type.result.as_ref()
    }

    /// The checked exceptions it declares.
    pub fn throws(&self) -> &[ClassName] {
        &self.throws
    }

    /// The generic type as the `Signature` attribute has it; see [`crate::signature`].
    pub fn generic_text(&self) -> Option<&str> {
        self.generic.as_deref()
    }

    /// Name and parameters.
    pub fn signature(&self) -> Signature {
        let end = self
            .id
            .descriptor
            .find(')')
            .unwrap_or(self.id.descriptor.len());
        Signature {
            name: Arc::clone(&self.id.name),
            parameters: self.id.descriptor[..end].into(),
        }
    }

    /// `<init>`.
    pub fn is_constructor(&self) -> bool {
        self.name() == "<init>"
    }

    /// A method a program can call by name: neither a constructor nor a static initialiser.
    pub fn is_ordinary(&self) -> bool {
        !self.name().starts_with('<')
    }

    /// Public.
    pub fn is_public(&self) -> bool {
        self.flags.contains(MethodFlags::PUBLIC)
    }

    /// Private.
    pub fn is_private(&self) -> bool {
        self.flags.contains(MethodFlags::PRIVATE)
    }

    /// Neither public, protected nor private.
    pub fn is_package_private(&self) -> bool {
        !self
            .flags
            .intersects(MethodFlags::PUBLIC | MethodFlags::PROTECTED | MethodFlags::PRIVATE)
    }

    /// Has no receiver.
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodFlags::STATIC)
    }

    /// Has no code.
    pub fn is_abstract(&self) -> bool {
        self.flags.contains(MethodFlags::ABSTRACT)
    }

    /// Declared `synchronized`.
    pub fn is_synchronized(&self) -> bool {
        self.flags.contains(MethodFlags::SYNCHRONIZED)
    }

    /// Its code is not Java.
    pub fn is_native(&self) -> bool {
        self.flags.contains(MethodFlags::NATIVE)
    }

    /// Made by the compiler, bridges included.
    pub fn is_synthetic(&self) -> bool {
        self.flags
            .intersects(MethodFlags::SYNTHETIC | MethodFlags::BRIDGE)
    }

    /// Made by the compiler to adapt another method's types or access.
    pub fn is_bridge(&self) -> bool {
        self.flags.contains(MethodFlags::BRIDGE)
    }

    /// Declared with a variable number of arguments: the last parameter is an array.
    pub fn is_varargs(&self) -> bool {
        self.flags.contains(MethodFlags::VARARGS)
    }
}

/// A field, as its class file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    id: FieldRef,
    flags: FieldFlags,
    field_type: JavaType,
    generic: Option<Box<str>>,
}

impl Field {
    pub(crate) fn read(
        owner: &ClassName,
        member: &Member<'_, '_, FieldFlags>,
    ) -> Result<Self, raddle_classfile::Error> {
        let attributes = member.attributes();
        let mut flags = member.flags();
        if attributes.is_synthetic() {
            flags |= FieldFlags::SYNTHETIC;
        }
        Ok(Self {
            id: FieldRef::new(
                owner.clone(),
                &member.name().to_str(),
                &member.descriptor().to_str(),
            ),
            flags,
            field_type: raddle_classfile::FieldType::parse(member.descriptor())?.into(),
            generic: attributes
                .signature()
                .ok()
                .flatten()
                .map(|text| text.to_str().into()),
        })
    }

    /// What identifies it; the owner is the class that declares it.
    pub fn id(&self) -> &FieldRef {
        &self.id
    }

    /// The class that declares it.
    pub fn owner(&self) -> &ClassName {
        &self.id.owner
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.id.name
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> &str {
        &self.id.descriptor
    }

    /// Its access flags.
    pub fn flags(&self) -> FieldFlags {
        self.flags
    }

    /// Its erased type.
    pub fn field_type(&self) -> &JavaType {
        &self.field_type
    }

    /// The generic type as the `Signature` attribute has it; see [`crate::signature`].
    pub fn generic_text(&self) -> Option<&str> {
        self.generic.as_deref()
    }

    /// Public.
    pub fn is_public(&self) -> bool {
        self.flags.contains(FieldFlags::PUBLIC)
    }

    /// One for the class.
    pub fn is_static(&self) -> bool {
        self.flags.contains(FieldFlags::STATIC)
    }

    /// Assigned once.
    pub fn is_final(&self) -> bool {
        self.flags.contains(FieldFlags::FINAL)
    }

    /// Declared `volatile`.
    pub fn is_volatile(&self) -> bool {
        self.flags.contains(FieldFlags::VOLATILE)
    }

    /// Made by the compiler.
    pub fn is_synthetic(&self) -> bool {
        self.flags.contains(FieldFlags::SYNTHETIC)
    }

    /// An enum constant.
    pub fn is_enum_constant(&self) -> bool {
        self.flags.contains(FieldFlags::ENUM)
    }
}
