//! The test itself: calls, a prefix and its suffixes, and what is asked afterwards.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::constant::Constant;
use crate::file::TestFile;
use crate::types::{ClassName, JavaType, MemberName, MethodDescriptor};

/// A concurrent test: the prefix runs first, in one thread; then the suffixes run concurrently, a thread each; when all of them have
/// ended, the first thread makes the calls that come afterwards.
///
/// In a format for people (JSON) a test is written as in `docs/test-format.md`, in a binary format as it is here.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Test {
    /// The sequential part, which builds what the suffixes share.
    pub prefix: Vec<Call>,
    /// The concurrent parts, at least one.
    pub suffixes: Vec<Vec<Call>>,
    /// What is asked when all suffixes have ended; mostly nothing.
    pub afterwards: Vec<Call>,
}

/// A variable of a test. Variables are numbered over the whole test; a suffix sees the prefix's variables and its own, and so do the
/// calls afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VarId(pub u16);

impl fmt::Display for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// One step of a test: a call, or something modelled as one (creating an object, reading a field).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The arguments; the receiver first where the callee has one.
    pub arguments: Vec<Argument>,
    /// The variable that keeps the result.
    pub result: Option<VarId>,
}

/// What a call calls. Two calls of equal callees differ in their arguments only, so one thunk serves both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Callee {
    /// Creates an object.
    Constructor {
        /// The class to instantiate.
        class: ClassName,
        /// The constructor's parameters; returns void.
        descriptor: MethodDescriptor,
    },
    /// Calls a method.
    Method {
        /// The class or interface to call it on, as in a `Methodref`: not necessarily the one that declares it.
        class: ClassName,
        /// The method's name.
        name: MemberName,
        /// Its parameters, without the receiver, and what it returns.
        descriptor: MethodDescriptor,
        /// Which instruction calls it.
        dispatch: Dispatch,
    },
    /// Reads a field.
    GetField {
        /// The class to read it from, as in a `Fieldref`.
        class: ClassName,
        /// The field's name.
        name: MemberName,
        /// The field's type.
        descriptor: JavaType,
        /// Whether there is a receiver.
        holder: FieldHolder,
    },
    /// Creates an array whose elements are the arguments.
    NewArray {
        /// The type of an element.
        element: JavaType,
        /// How many arguments there are: part of the callee because a thunk is made for a callee alone.
        length: u8,
    },
    /// Creates an instance of a class of ours that implements an interface or extends an abstract class.
    /// The arguments are those of the superclass's constructor.
    Stub(Arc<StubShape>),
}

/// How a method is found at run time, and whether its owner is an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dispatch {
    /// `invokestatic` on a class.
    Static,
    /// `invokestatic` on an interface.
    InterfaceStatic,
    /// `invokevirtual`
    Virtual,
    /// `invokeinterface`
    Interface,
}

impl Dispatch {
    /// Whether the call has a receiver as its first argument.
    pub fn has_receiver(self) -> bool {
        matches!(self, Self::Virtual | Self::Interface)
    }

    /// Whether the method's owner is an interface.
    pub fn owner_is_interface(self) -> bool {
        matches!(self, Self::Interface | Self::InterfaceStatic)
    }
}

/// Where a field lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FieldHolder {
    /// In the class: `getstatic`.
    Class,
    /// In the receiver, the only argument: `getfield`.
    Instance,
}

/// Everything needed to make a stub class: an implementation of ours for a type that has none a test could use.
///
/// The abstract methods are listed here so that a test can be replayed and rendered without the class path it was made on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StubShape {
    /// The interface or abstract class.
    pub of: ClassName,
    /// Which of the two it is.
    pub kind: StubKind,
    /// The abstract methods to implement, each signature once.
    pub methods: Vec<StubMethod>,
}

/// What a stub stands in for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StubKind {
    /// An interface.
    Interface,
    /// An abstract class.
    AbstractClass {
        /// The public or protected constructor that the stub's own one calls.
        constructor: MethodDescriptor,
    },
}

/// An abstract method that a stub implements.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StubMethod {
    /// The method's name.
    pub name: MemberName,
    /// Its descriptor.
    pub descriptor: MethodDescriptor,
}

/// What a call is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Argument {
    /// The result of an earlier call.
    Variable(VarId),
    /// A constant.
    Constant(Constant),
}

impl Callee {
    /// The class, interface or array element class that the callee is looked up in; `None` for arrays of primitives.
    pub fn class(&self) -> Option<&ClassName> {
        match self {
            Self::Constructor { class, .. }
            | Self::Method { class, .. }
            | Self::GetField { class, .. } => Some(class),
            Self::Stub(shape) => Some(&shape.of),
            Self::NewArray { element, .. } => {
                let mut innermost = element;
                while let JavaType::Array(element) = innermost {
                    innermost = element;
                }
                match innermost {
                    JavaType::Object(class) => Some(class),
                    _ => None,
                }
            }
        }
    }

    /// The types of the arguments in order, the receiver first where there is one.
    pub fn argument_types(&self) -> Vec<JavaType> {
        let with_receiver = |receiver: bool, class: &ClassName, parameters: &[JavaType]| {
            let receiver = receiver.then(|| JavaType::Object(class.clone()));
            receiver
                .into_iter()
                .chain(parameters.iter().cloned())
                .collect()
        };
        match self {
            Self::Constructor { descriptor, .. } => descriptor.parameters().to_vec(),
            Self::Method {
                class,
                descriptor,
                dispatch,
                ..
            } => with_receiver(dispatch.has_receiver(), class, descriptor.parameters()),
            Self::GetField { class, holder, .. } => {
                with_receiver(*holder == FieldHolder::Instance, class, &[])
            }
            Self::NewArray { element, length } => vec![element.clone(); usize::from(*length)],
            Self::Stub(shape) => match &shape.kind {
                StubKind::Interface => Vec::new(),
                StubKind::AbstractClass { constructor } => constructor.parameters().to_vec(),
            },
        }
    }

    /// The type of the result; `None` if the callee returns void.
    pub fn result_type(&self) -> Option<JavaType> {
        match self {
            Self::Constructor { class, .. } => Some(JavaType::Object(class.clone())),
            Self::Method { descriptor, .. } => descriptor.returns().cloned(),
            Self::GetField { descriptor, .. } => Some(descriptor.clone()),
            Self::NewArray { element, .. } => Some(JavaType::Array(Box::new(element.clone()))),
            Self::Stub(shape) => Some(JavaType::Object(shape.of.clone())),
        }
    }

    /// Whether the first argument is a receiver, which must not be null.
    pub fn has_receiver(&self) -> bool {
        match self {
            Self::Method { dispatch, .. } => dispatch.has_receiver(),
            Self::GetField { holder, .. } => *holder == FieldHolder::Instance,
            Self::Constructor { .. } | Self::NewArray { .. } | Self::Stub(_) => false,
        }
    }
}

impl Test {
    /// All calls: the prefix's, then each suffix's in turn, then those afterwards.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.prefix
            .iter()
            .chain(self.suffixes.iter().flatten())
            .chain(&self.afterwards)
    }

    /// The same calls, to be changed.
    pub fn calls_mut(&mut self) -> impl Iterator<Item = &mut Call> {
        self.prefix
            .iter_mut()
            .chain(self.suffixes.iter_mut().flatten())
            .chain(&mut self.afterwards)
    }

    /// The same test with its variables numbered in the order of their definition, without gaps. Two tests that read the
    /// same are equal after this.
    pub fn renumbered(&self) -> Self {
        let mut numbers = HashMap::new();
        let mut renumber = |call: &Call| {
            let arguments = call.arguments.iter().map(|argument| match argument {
                Argument::Variable(variable) => {
                    Argument::Variable(*numbers.get(variable).unwrap_or(variable))
                }
                constant => constant.clone(),
            });
            let arguments = arguments.collect();
            let result = call.result.map(|variable| {
                // Never cut off: there are no more new numbers than old ones.
                let next = VarId(u16::try_from(numbers.len()).unwrap_or(u16::MAX));
                *numbers.entry(variable).or_insert(next)
            });
            Call {
                callee: call.callee.clone(),
                arguments,
                result,
            }
        };
        Self {
            prefix: self.prefix.iter().map(&mut renumber).collect(),
            suffixes: self
                .suffixes
                .iter()
                .map(|suffix| suffix.iter().map(&mut renumber).collect())
                .collect(),
            afterwards: self.afterwards.iter().map(&mut renumber).collect(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Compact<P, S> {
    prefix: P,
    suffixes: S,
    afterwards: P,
}

impl Serialize for Test {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            TestFile::new(self.clone()).serialize(serializer)
        } else {
            Compact {
                prefix: &self.prefix,
                suffixes: &self.suffixes,
                afterwards: &self.afterwards,
            }
            .serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Test {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let test = if deserializer.is_human_readable() {
            TestFile::deserialize(deserializer)?.test
        } else {
            let compact: Compact<Vec<Call>, Vec<Vec<Call>>> = Compact::deserialize(deserializer)?;
            Test {
                prefix: compact.prefix,
                suffixes: compact.suffixes,
                afterwards: compact.afterwards,
            }
        };
        test.check().map_err(de::Error::custom)?;
        Ok(test)
    }
}
