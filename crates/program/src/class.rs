//! One class: what its class file says, with names instead of indices.
//!
//! Members' code, annotations and constants stay in the bytes, and are read from there by who needs them.

use std::sync::{Arc, OnceLock};

use raddle_classfile::{ClassFile, ClassFlags, Error, InnerClass};
use serde::Serialize;

use crate::intent::Synchronization;
use crate::member::{Field, Method};
use crate::name::ClassName;
use crate::origin::Origin;
use crate::types::JavaType;

/// Class files of Java release n have the major version n + 44.
pub(crate) const MAJOR_OF_RELEASE_ZERO: u16 = 44;

/// What a class file declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassKind {
    /// An ordinary class.
    Class,
    /// An interface.
    Interface,
    /// An enum.
    Enum,
    /// A record.
    Record,
    /// An annotation type.
    Annotation,
}

/// How a class stands to the classes around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nesting {
    /// In no other class.
    TopLevel,
    /// A member of another class. The flags are the source's: only they know `private`, `protected` and `static`.
    Member {
        /// The class it is a member of.
        outer: ClassName,
        /// Its flags as in the source.
        flags: ClassFlags,
    },
    /// Declared inside a method; no other class can name it.
    Local,
    /// Without a name.
    Anonymous,
}

/// A component of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its name, and its accessor's.
    pub name: Box<str>,
    /// Its erased type.
    pub component_type: JavaType,
}

/// A class or interface.
#[derive(Debug)]
pub struct Class {
    name: ClassName,
    flags: ClassFlags,
    major: u16,
    superclass: Option<ClassName>,
    interfaces: Box<[ClassName]>,
    fields: Box<[Arc<Field>]>,
    methods: Box<[Arc<Method>]>,
    /// The methods' positions, sorted by name and descriptor: selection looks up the same few names in many classes.
    sorted_methods: Box<[u16]>,
    nesting: Nesting,
    permitted: Option<Box<[ClassName]>>,
    components: Option<Box<[Component]>>,
    generic: Option<Box<str>>,
    origin: Origin,
    synchronization: OnceLock<Result<Synchronization, Error>>,
    bytes: Box<[u8]>,
}

impl Class {
    /// Reads a class file. Everything the JVM would refuse a class for and that is looked at here is an error.
    pub fn read(bytes: Vec<u8>, origin: Origin) -> Result<Self, Error> {
        let file = ClassFile::parse(&bytes)?;
        let class_name =
            |name: raddle_classfile::JavaStr<'_>| ClassName::from_internal(&name.to_str());
        let name = class_name(file.name());
        let attributes = file.attributes();
        let fields = file
            .fields()
            .map(|member| Field::read(&name, &member).map(Arc::new));
        let methods = file
            .methods()
            .map(|member| Method::read(&name, &member).map(Arc::new));
        let components = attributes.record()?.map(|components| {
            let read = components.iter().map(|component| {
                Ok(Component {
                    name: component.name.to_str().into(),
                    component_type: raddle_classfile::FieldType::parse(component.descriptor)?
                        .into(),
                })
            });
            read.collect::<Result<_, Error>>()
        });
        let methods: Box<[Arc<Method>]> = methods.collect::<Result<_, _>>()?;
        // The class file counts its methods with two bytes.
        let mut sorted_methods: Box<[u16]> = (0..methods.len() as u16).collect();
        sorted_methods.sort_by_key(|position| {
            let method = &methods[usize::from(*position)];
            (method.name(), method.descriptor())
        });
        let class = Self {
            sorted_methods,
            // Old compilers have an attribute instead of the flag.
            flags: if attributes.is_synthetic() {
                file.flags() | ClassFlags::SYNTHETIC
            } else {
                file.flags()
            },
            major: file.major_version(),
            superclass: file.super_name().map(class_name),
            interfaces: file
                .interfaces()
                .map(|interface| interface.map(class_name))
                .collect::<Result<_, _>>()?,
            fields: fields.collect::<Result<_, _>>()?,
            methods,
            nesting: Nesting::read(&file)?,
            permitted: attributes
                .permitted_subclasses()?
                .map(|names| names.into_iter().map(class_name).collect()),
            components: components.transpose()?,
            generic: attributes
                .signature()
                .ok()
                .flatten()
                .map(|text| text.to_str().into()),
            origin,
            name,
            synchronization: OnceLock::new(),
            bytes: Box::default(),
        };
        Ok(Self {
            bytes: bytes.into_boxed_slice(),
            ..class
        })
    }

    /// Its name.
    pub fn name(&self) -> &ClassName {
        &self.name
    }

    /// The flags of the class file; for a member class see [`Self::source_flags`].
    pub fn flags(&self) -> ClassFlags {
        self.flags
    }

    /// The flags as in the source: a member class's from `InnerClasses`, where alone `private`, `protected` and
    /// `static` can be said.
    pub fn source_flags(&self) -> ClassFlags {
        match &self.nesting {
            Nesting::Member { flags, .. } => *flags,
            Nesting::TopLevel | Nesting::Local | Nesting::Anonymous => self.flags,
        }
    }

    /// The major version of the class file format.
    pub fn major_version(&self) -> u16 {
        self.major
    }

    /// The Java release whose class files have this version: 17 for 61. Before Java 5 they were called 1.1 to 1.4.
    pub fn java_release(&self) -> u16 {
        self.major.saturating_sub(MAJOR_OF_RELEASE_ZERO)
    }

    /// The superclass; nothing for `java.lang.Object`.
    pub fn superclass(&self) -> Option<&ClassName> {
        self.superclass.as_ref()
    }

    /// The interfaces it names itself.
    pub fn interfaces(&self) -> &[ClassName] {
        &self.interfaces
    }

    /// The superclass and the interfaces it names itself.
    pub fn direct_supertypes(&self) -> impl Iterator<Item = &ClassName> {
        self.superclass.iter().chain(self.interfaces.iter())
    }

    /// Its own fields, in the file's order.
    pub fn fields(&self) -> &[Arc<Field>] {
        &self.fields
    }

    /// Its own methods and constructors, in the file's order.
    pub fn methods(&self) -> &[Arc<Method>] {
        &self.methods
    }

    /// Its own method of that name and descriptor.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Arc<Method>> {
        let key = |position: &u16| {
            let method = &self.methods[usize::from(*position)];
            (method.name(), method.descriptor())
        };
        let found = self
            .sorted_methods
            .binary_search_by(|position| key(position).cmp(&(name, descriptor)));
        found
            .ok()
            .map(|at| &self.methods[usize::from(self.sorted_methods[at])])
    }

    /// Its own field of that name and descriptor.
    pub fn field(&self, name: &str, descriptor: &str) -> Option<&Arc<Field>> {
        self.fields
            .iter()
            .find(|field| field.name() == name && field.descriptor() == descriptor)
    }

    /// How it stands to the classes around it.
    pub fn nesting(&self) -> &Nesting {
        &self.nesting
    }

    /// Where its class file was found.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What its own code and fields show about synchronization, found at the first call.
    pub(crate) fn synchronization(&self) -> Result<&Synchronization, Error> {
        let found = self
            .synchronization
            .get_or_init(|| Synchronization::read(self));
        found.as_ref().map_err(|error| *error)
    }

    /// The generic declaration as the `Signature` attribute has it; see [`crate::signature`].
    pub fn generic_text(&self) -> Option<&str> {
        self.generic.as_deref()
    }

    /// The class file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The class file, for its code, annotations and constants.
    pub fn file(&self) -> Result<ClassFile<'_>, Error> {
        ClassFile::parse(&self.bytes)
    }

    /// Class, interface, enum, record or annotation.
    pub fn kind(&self) -> ClassKind {
        if self.flags.contains(ClassFlags::ANNOTATION) {
            ClassKind::Annotation
        } else if self.is_interface() {
            ClassKind::Interface
        } else if self.components.is_some() {
            ClassKind::Record
        } else if self.extends("java/lang/Enum") {
            // The class of a constant with a body has the flag too, but extends the enum.
            ClassKind::Enum
        } else {
            ClassKind::Class
        }
    }

    fn extends(&self, name: &str) -> bool {
        self.superclass
            .as_ref()
            .is_some_and(|superclass| superclass.internal() == name)
    }

    /// An interface or annotation type.
    pub fn is_interface(&self) -> bool {
        self.flags.contains(ClassFlags::INTERFACE)
    }

    /// Cannot be instantiated; interfaces are abstract as well.
    pub fn is_abstract(&self) -> bool {
        self.flags.contains(ClassFlags::ABSTRACT)
    }

    /// Made by the compiler.
    pub fn is_synthetic(&self) -> bool {
        self.flags.contains(ClassFlags::SYNTHETIC)
    }

    /// The only direct subclasses allowed, if the class is sealed.
    pub fn permitted_subclasses(&self) -> Option<&[ClassName]> {
        self.permitted.as_deref()
    }

    /// The components, if it is a record.
    pub fn record_components(&self) -> Option<&[Component]> {
        self.components.as_deref()
    }

    /// The constants, if it is an enum.
    pub fn enum_constants(&self) -> impl Iterator<Item = &Arc<Field>> {
        let is_enum = self.kind() == ClassKind::Enum;
        self.fields
            .iter()
            .filter(move |field| is_enum && field.is_enum_constant())
    }

    /// The class whose instance every constructor takes first, if it is an inner class.
    pub fn outer_instance(&self) -> Option<&ClassName> {
        match &self.nesting {
            Nesting::Member { outer, flags } if !flags.contains(ClassFlags::STATIC) => Some(outer),
            _ => None,
        }
    }
}

impl Nesting {
    /// Reads `InnerClasses` and `EnclosingMethod` (JVMS 4.7.6, 4.7.7).
    pub(crate) fn read(file: &ClassFile<'_>) -> Result<Self, Error> {
        let attributes = file.attributes();
        let own = attributes
            .inner_classes()?
            .into_iter()
            .find(|entry| entry.inner == file.name());
        Ok(match own {
            Some(InnerClass { name: None, .. }) => Self::Anonymous,
            Some(InnerClass {
                outer: Some(outer),
                flags,
                ..
            }) => Self::Member {
                outer: ClassName::from_internal(&outer.to_str()),
                flags,
            },
            Some(InnerClass { outer: None, .. }) => Self::Local,
            None if attributes.enclosing_method()?.is_some() => Self::Local,
            None => Self::TopLevel,
        })
    }
}
