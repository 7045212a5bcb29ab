//! Making the index: list all classes, read each once, then relate them.

use std::hash::Hasher;

use raddle_classfile::{
    ClassFile, ClassFlags, FieldFlags, FieldType, JavaStr, MethodDescriptor, MethodFlags,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};

use super::relate::relate;
use super::{BrokenClass, ClassId, Index, ProviderKind};
use crate::class::Nesting;
use crate::container::{Container, ContainerError, Located};
use crate::name::ClassName;
use crate::program::{Program, release_of};
use crate::types::JavaType;

/// Classes that one task reads: enough to be read from the file together, few enough to keep every core busy.
const BATCH: usize = 256;

/// What one class file contributes.
pub(super) struct Record {
    pub(super) class: ClassId,
    /// As in the source, for a member class too.
    pub(super) flags: ClassFlags,
    pub(super) around: Around,
    pub(super) superclass: Option<ClassId>,
    pub(super) interfaces: Vec<ClassId>,
    /// Public members that give an object.
    pub(super) gives: Vec<Gives>,
}

/// A public member that gives an object.
pub(super) struct Gives {
    pub(super) what: What,
    pub(super) kind: ProviderKind,
    pub(super) member: u16,
    /// Equal for a method and what it overrides.
    pub(super) signature: u64,
}

pub(super) enum What {
    Class(ClassId),
    Array(JavaType),
}

/// How a class stands to the classes around it, as far as access goes.
#[derive(Clone, Copy)]
pub(super) enum Around {
    TopLevel,
    /// A member of a class; nothing if that is not on the path.
    Member(Option<ClassId>),
    /// Local or anonymous.
    Unnamed,
}

pub(super) fn build(program: &Program) -> Index {
    let containers: Vec<&Container> = program.containers().collect();
    let mut unlisted = Vec::new();
    let listed = list(program, &containers, &mut unlisted);

    // First on the path wins: the sort keeps containers in order, and only the first of a name survives.
    let everything = listed.iter().enumerate();
    let mut names: Vec<(ClassName, usize)> = everything
        .flat_map(|(container, classes)| {
            classes
                .iter()
                .map(move |class| (ClassName::from_internal(&class.name), container))
        })
        .collect();
    names.par_sort_unstable();
    names.dedup_by(|(later, _), (first, _)| later == first);
    let by_name: FxHashMap<&[u8], ClassId> = names
        .iter()
        .enumerate()
        .map(|(number, (name, _))| (name.internal().as_bytes(), ClassId(number as u32)))
        .collect();

    let reader = Reader {
        by_name: &by_name,
        release: program.release(),
    };
    let batches: Vec<(usize, &[Located])> = listed
        .iter()
        .enumerate()
        .flat_map(|(container, classes)| classes.chunks(BATCH).map(move |batch| (container, batch)))
        .collect();
    let read: Vec<Vec<(ClassId, Result<Record, BrokenClass>)>> = batches
        .into_par_iter()
        .map(|(number, batch)| {
            let wins = |class: &ClassId| names[class.at()].1 == number;
            let winners = batch
                .iter()
                .filter(|class| reader.id((&*class.name).into()).as_ref().is_some_and(wins));
            reader.read(containers[number], winners)
        })
        .collect();

    let mut records = Vec::with_capacity(names.len());
    let mut broken = Vec::new();
    for (class, result) in read.into_iter().flatten() {
        match result {
            Ok(record) => records.push(record),
            Err(why) => broken.push((class, why)),
        }
    }
    records.sort_unstable_by_key(|record| record.class);
    broken.sort_unstable_by_key(|(class, _)| *class);
    let names = names.into_iter().map(|(name, _)| name).collect();
    Index {
        broken,
        unlisted,
        ..relate(program.modules(), names, &records)
    }
}

/// The classes of each container, in its own order. Packages of the JDK's modules are the JDK's alone.
fn list(
    program: &Program,
    containers: &[&Container],
    unlisted: &mut Vec<ContainerError>,
) -> Vec<Vec<Located>> {
    let mut listed = Vec::with_capacity(containers.len());
    for container in containers {
        let mut classes = container.classes().unwrap_or_else(|error| {
            unlisted.push(error);
            Vec::new()
        });
        if !matches!(container, Container::Image(_)) {
            classes.retain(|class| {
                let package = class
                    .name
                    .rsplit_once('/')
                    .map_or("", |(package, _)| package);
                program.modules().module_of(package).is_none()
            });
        }
        listed.push(classes);
    }
    listed
}

/// Reads class files for what the index needs of them.
struct Reader<'n> {
    by_name: &'n FxHashMap<&'n [u8], ClassId>,
    release: u16,
}

impl Reader<'_> {
    fn id(&self, name: JavaStr<'_>) -> Option<ClassId> {
        match self.by_name.get(name.as_bytes()) {
            Some(id) => Some(*id),
            // Names beyond the basic plane are spelled differently in class files.
            None if name.as_bytes().is_ascii() => None,
            None => self.by_name.get(name.to_str().as_bytes()).copied(),
        }
    }

    fn read<'c>(
        &self,
        container: &Container,
        batch: impl Iterator<Item = &'c Located>,
    ) -> Vec<(ClassId, Result<Record, BrokenClass>)> {
        let mut read = Vec::with_capacity(BATCH);
        container.scan(batch, |located, bytes| {
            let Some(class) = self.id((&*located.name).into()) else {
                return;
            };
            let record = match bytes {
                Ok(bytes) => self
                    .record(class, located, bytes)
                    .map_err(BrokenClass::Malformed),
                Err(error) => Err(BrokenClass::Unreadable(error)),
            };
            read.push((class, record));
        });
        read
    }

    fn record(
        &self,
        class: ClassId,
        located: &Located,
        bytes: &[u8],
    ) -> Result<Record, raddle_classfile::Error> {
        if release_of(bytes).is_some_and(|release| release > self.release) {
            return Err(raddle_classfile::Error {
                offset: 6,
                expected: "a class version that the JDK in use can load",
            });
        }
        let file = ClassFile::parse(bytes)?;
        if file.name() != *located.name {
            return Err(raddle_classfile::Error {
                offset: file.header_span().start + 2,
                expected: "the class that the file is named after",
            });
        }
        let (flags, around) = self.around(&file)?;
        let interfaces = file
            .interfaces()
            .filter_map(|name| name.map(|name| self.id(name)).transpose());
        Ok(Record {
            class,
            flags,
            around,
            superclass: file.super_name().and_then(|name| self.id(name)),
            interfaces: interfaces.collect::<Result<_, _>>()?,
            gives: self.gives(class, &file)?,
        })
    }

    /// The flags as in the source, and the class around.
    fn around(
        &self,
        file: &ClassFile<'_>,
    ) -> Result<(ClassFlags, Around), raddle_classfile::Error> {
        let mut flags = file.flags();
        if file.attributes().is_synthetic() {
            flags |= ClassFlags::SYNTHETIC;
        }
        Ok(match Nesting::read(file)? {
            Nesting::TopLevel => (flags, Around::TopLevel),
            Nesting::Member {
                outer,
                flags: source,
            } => {
                let kind = ClassFlags::INTERFACE | ClassFlags::ABSTRACT | ClassFlags::SYNTHETIC;
                let outer = self.id(outer.internal().into());
                (source | (flags & kind), Around::Member(outer))
            }
            Nesting::Local | Nesting::Anonymous => (flags, Around::Unnamed),
        })
    }

    fn gives(
        &self,
        class: ClassId,
        file: &ClassFile<'_>,
    ) -> Result<Vec<Gives>, raddle_classfile::Error> {
        let mut gives = Vec::new();
        for (member, method) in file.methods().enumerate() {
            let flags = method.flags();
            if !flags.contains(MethodFlags::PUBLIC)
                || flags.intersects(MethodFlags::SYNTHETIC | MethodFlags::BRIDGE)
            {
                continue;
            }
            let constructor = method.name() == "<init>";
            if constructor && file.flags().contains(ClassFlags::ABSTRACT) {
                continue;
            }
            let result = MethodDescriptor::parse(method.descriptor())?.result();
            let what = if constructor {
                Some(What::Class(class))
            } else {
                result.and_then(|result| self.what(result))
            };
            // Only what survives so far is worth a look at the attributes.
            let Some(what) = what.filter(|_| !method.attributes().is_synthetic()) else {
                continue;
            };
            gives.push(Gives {
                what,
                kind: match (constructor, flags.contains(MethodFlags::STATIC)) {
                    (true, _) => ProviderKind::Constructor,
                    (false, true) => ProviderKind::StaticMethod,
                    (false, false) => ProviderKind::InstanceMethod,
                },
                member: member as u16,
                signature: signature(method.name(), method.descriptor()),
            });
        }
        for (member, field) in file.fields().enumerate() {
            let flags = field.flags();
            if !flags.contains(FieldFlags::PUBLIC) || flags.contains(FieldFlags::SYNTHETIC) {
                continue;
            }
            if let Some(what) = self.what(FieldType::parse(field.descriptor())?)
                && !field.attributes().is_synthetic()
            {
                let is_static = flags.contains(FieldFlags::STATIC);
                gives.push(Gives {
                    what,
                    kind: if is_static {
                        ProviderKind::StaticField
                    } else {
                        ProviderKind::InstanceField
                    },
                    member: member as u16,
                    signature: signature(field.name(), field.descriptor()),
                });
            }
        }
        Ok(gives)
    }

    fn what(&self, field_type: FieldType<'_>) -> Option<What> {
        match field_type {
            FieldType::Object(name) => self.id(name).map(What::Class),
            FieldType::Array(_) => Some(What::Array(JavaType::from(field_type))),
            _ => None,
        }
    }
}

/// A number that is the same for equal names and parameters.
fn signature(name: JavaStr<'_>, descriptor: JavaStr<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let parameters = descriptor.as_bytes().split(|byte| *byte == b')').next();
    hasher.write(name.as_bytes());
    hasher.write(parameters.unwrap_or_default());
    hasher.finish()
}
