//! All classes of a program at once: who extends whom, and who can give an object of a type.
//!
//! Walking down the hierarchy and asking for providers need every class file read once. That is done in parallel and
//! kept small: a class is a number, relations are numbers in flat tables, members are positions in their class file.
//! Numbers follow the order of the names, and every list is sorted, so nothing depends on threads or hashing.

mod build;
mod relate;
mod table;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::container::ContainerError;
use crate::error::ClassError;
use crate::member::{Field, Method};
use crate::name::ClassName;
use crate::program::Program;
use crate::types::JavaType;

use std::sync::Arc;
use table::Table;

/// A class of the index. Numbers follow the order of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(u32);

impl ClassId {
    fn at(self) -> usize {
        self.0 as usize
    }
}

/// How an object can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProviderKind {
    /// A constructor of a class that is not abstract.
    Constructor,
    /// A static method.
    StaticMethod,
    /// A static field, an enum constant among them.
    StaticField,
    /// A method of an instance.
    InstanceMethod,
    /// A field of an instance.
    InstanceField,
}

/// A public member that gives an object, usable by a test outside its package.
///
/// Ordered by kind, then by class name, then by place in the class file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Provider {
    /// How the object is had.
    pub kind: ProviderKind,
    /// The class that declares the member.
    pub declared_in: ClassId,
    /// The position among the class's methods or fields.
    pub member: u16,
    /// The type to use it through; differs from `declared_in` if a test cannot name that.
    pub through: ClassId,
}

/// Facts about an indexed class that fit into a byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Facts {
    accessible: bool,
    interface: bool,
    is_abstract: bool,
}

/// The relations among all classes of a program.
#[derive(Debug)]
pub struct Index {
    names: Vec<ClassName>,
    facts: Vec<Facts>,
    superclasses: Vec<Option<ClassId>>,
    interfaces: Table<ClassId>,
    subtypes: Table<ClassId>,
    providers: Table<Provider>,
    array_providers: FxHashMap<JavaType, Vec<Provider>>,
    broken: Vec<(ClassId, BrokenClass)>,
    unlisted: Vec<ContainerError>,
}

/// Why a class is in the index by its name only.
#[derive(Debug)]
pub enum BrokenClass {
    /// Its bytes could not be had.
    Unreadable(ContainerError),
    /// Its bytes are no class file, or one for a newer JDK.
    Malformed(raddle_classfile::Error),
}

impl Index {
    /// Reads every class of the program once, in parallel.
    ///
    /// What cannot be read is left out and remembered in [`Self::broken`]: one bad jar must not hide the others.
    pub(crate) fn build(program: &Program) -> Self {
        build::build(program)
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no class at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All classes, in the order of their names.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + use<> {
        // `build` gives out 32-bit numbers.
        (0..self.names.len() as u32).map(ClassId)
    }

    /// The class of that name.
    pub fn find(&self, name: &ClassName) -> Option<ClassId> {
        self.names
            .binary_search(name)
            .ok()
            .map(|at| ClassId(at as u32))
    }

    /// The class's name.
    pub fn name(&self, class: ClassId) -> &ClassName {
        &self.names[class.at()]
    }

    /// Whether a test can name the class.
    pub fn is_accessible(&self, class: ClassId) -> bool {
        self.facts[class.at()].accessible
    }

    /// An interface or annotation type.
    pub fn is_interface(&self, class: ClassId) -> bool {
        self.facts[class.at()].interface
    }

    /// An interface or abstract class.
    pub fn is_abstract(&self, class: ClassId) -> bool {
        self.facts[class.at()].is_abstract
    }

    /// The superclass, if it is on the class path.
    pub fn superclass(&self, class: ClassId) -> Option<ClassId> {
        self.superclasses[class.at()]
    }

    /// The interfaces the class names itself, as far as they are on the class path, in the order of their names.
    pub fn interfaces(&self, class: ClassId) -> &[ClassId] {
        self.interfaces.row(class.at())
    }

    /// The classes that name this one as superclass or interface, in the order of their names.
    pub fn direct_subtypes(&self, class: ClassId) -> &[ClassId] {
        self.subtypes.row(class.at())
    }

    /// All subtypes, without the class itself, in the order of their names.
    pub fn subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut seen = vec![false; self.names.len()];
        seen[class.at()] = true;
        let mut waiting = vec![class];
        let mut found = Vec::new();
        while let Some(at) = waiting.pop() {
            for subtype in self.direct_subtypes(at) {
                if !std::mem::replace(&mut seen[subtype.at()], true) {
                    found.push(*subtype);
                    waiting.push(*subtype);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// All supertypes, without the class itself, in the order of their names.
    pub fn supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = FxHashSet::default();
        let mut waiting = vec![class];
        while let Some(at) = waiting.pop() {
            for supertype in self.superclass(at).iter().chain(self.interfaces(at)) {
                if *supertype != class && found.insert(*supertype) {
                    waiting.push(*supertype);
                }
            }
        }
        let mut found: Vec<ClassId> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Whether `below` is `above`, or extends or implements it.
    pub fn is_subtype(&self, below: ClassId, above: ClassId) -> bool {
        below == above
            || self.names[above.at()].is_object()
            || self.supertypes(below).binary_search(&above).is_ok()
    }

    /// Who gives objects whose declared type is exactly this class.
    pub fn providers(&self, class: ClassId) -> &[Provider] {
        self.providers.row(class.at())
    }

    /// Who gives objects of this class or a subtype: those of the class first, then subtype by subtype.
    pub fn providers_of(&self, class: ClassId) -> impl Iterator<Item = Provider> {
        let types = std::iter::once(class).chain(self.subtypes(class));
        types.flat_map(|at| self.providers(at).iter().copied())
    }

    /// Who gives arrays of exactly this type.
    pub fn array_providers(&self, array: &JavaType) -> &[Provider] {
        self.array_providers.get(array).map_or(&[], Vec::as_slice)
    }

    /// Classes that could not be read, and why, in the order of their names.
    pub fn broken(&self) -> impl ExactSizeIterator<Item = (ClassId, &BrokenClass)> {
        self.broken.iter().map(|(class, why)| (*class, why))
    }

    /// Directories whose classes could not even be listed.
    pub fn unlisted(&self) -> &[ContainerError] {
        &self.unlisted
    }
}

/// A provider's declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderMember {
    /// A constructor or method.
    Method(Arc<Method>),
    /// A field.
    Field(Arc<Field>),
}

impl Program {
    /// The declaration of a provider of this program's index.
    pub fn provider_member(&self, provider: &Provider) -> Result<ProviderMember, ClassError> {
        let name = self.index().name(provider.declared_in);
        let class = self.class(name)?;
        let at = usize::from(provider.member);
        let member = match provider.kind {
            ProviderKind::Constructor
            | ProviderKind::StaticMethod
            | ProviderKind::InstanceMethod => {
                class.methods().get(at).cloned().map(ProviderMember::Method)
            }
            ProviderKind::StaticField | ProviderKind::InstanceField => {
                class.fields().get(at).cloned().map(ProviderMember::Field)
            }
        };
        member.ok_or_else(|| ClassError::NotFound { name: name.clone() })
    }
}
