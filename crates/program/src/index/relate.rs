//! From what each class file says to what the whole program says.

use raddle_classfile::ClassFlags;
use rustc_hash::{FxHashMap, FxHashSet};

use super::build::{Around, Gives, Record, What};
use super::table::Table;
use super::{ClassId, Facts, Index, Provider, ProviderKind};
use crate::modules::Modules;
use crate::name::ClassName;
use crate::types::JavaType;

/// Classes nest a few levels deep; a longer way round is a circle.
const DEEPEST_NESTING: usize = 64;

/// Makes the index. `records` are sorted by class; classes whose file is broken have none.
pub(super) fn relate(modules: &Modules, names: Vec<ClassName>, records: &[Record]) -> Index {
    let count = names.len();
    let mut by_class: Vec<Option<&Record>> = vec![None; count];
    for record in records {
        by_class[record.class.at()] = Some(record);
    }
    let mut index = Index {
        facts: vec![Facts::default(); count],
        superclasses: vec![None; count],
        interfaces: Table::new(0, Vec::new()),
        subtypes: Table::new(0, Vec::new()),
        providers: Table::new(0, Vec::new()),
        array_providers: FxHashMap::default(),
        broken: Vec::new(),
        unlisted: Vec::new(),
        names,
    };
    let (mut interfaces, mut subtypes) = (Vec::new(), Vec::new());
    for record in records {
        let at = record.class.at();
        index.superclasses[at] = record.superclass;
        index.facts[at] = Facts {
            accessible: is_accessible(modules, &index.names, &by_class, record),
            interface: record.flags.contains(ClassFlags::INTERFACE),
            is_abstract: record.flags.contains(ClassFlags::ABSTRACT),
        };
        for supertype in record.superclass.iter().chain(&record.interfaces) {
            subtypes.push((supertype.0, record.class));
        }
        interfaces.extend(
            record
                .interfaces
                .iter()
                .map(|interface| (record.class.0, *interface)),
        );
    }
    index.interfaces = Table::new(count, interfaces);
    index.subtypes = Table::new(count, subtypes);
    let mut found = Found::default();
    for record in records
        .iter()
        .filter(|record| index.facts[record.class.at()].accessible)
    {
        found.add_all(&index, &by_class, record);
    }
    index.providers = Table::new(count, found.classes);
    for list in found.arrays.values_mut() {
        list.sort_unstable();
    }
    index.array_providers = found.arrays;
    index
}

/// As [`crate::program::Program::accessibility`] has it.
fn is_accessible(
    modules: &Modules,
    names: &[ClassName],
    by_class: &[Option<&Record>],
    record: &Record,
) -> bool {
    if record.flags.contains(ClassFlags::SYNTHETIC)
        || !modules.is_exported(names[record.class.at()].package())
    {
        return false;
    }
    let mut at = record;
    for _ in 0..DEEPEST_NESTING {
        if !at.flags.contains(ClassFlags::PUBLIC) {
            return false;
        }
        match at.around {
            Around::TopLevel | Around::Member(None) => return true,
            Around::Unnamed => return false,
            Around::Member(Some(outer)) => match by_class[outer.at()] {
                Some(record) => at = record,
                None => return true,
            },
        }
    }
    false
}

/// Providers found so far.
#[derive(Default)]
struct Found {
    classes: Vec<(u32, Provider)>,
    arrays: FxHashMap<JavaType, Vec<Provider>>,
}

impl Found {
    /// Adds what an accessible class gives: its own members, and those it inherits from types that a test cannot
    /// name, up to where a type begins that it can name.
    fn add_all(&mut self, index: &Index, by_class: &[Option<&Record>], record: &Record) {
        let mut overridden: FxHashSet<u64> = FxHashSet::default();
        for gives in &record.gives {
            self.add(record.class, record.class, gives);
        }
        let mut waiting: Vec<ClassId> = hidden_supertypes(index, record).collect();
        if waiting.is_empty() {
            return;
        }
        overridden.extend(record.gives.iter().map(|gives| gives.signature));
        let mut seen: FxHashSet<ClassId> = FxHashSet::default();
        while let Some(supertype) = waiting.pop() {
            let Some(hidden) = by_class[supertype.at()].filter(|_| seen.insert(supertype)) else {
                continue;
            };
            let of_interface = hidden.flags.contains(ClassFlags::INTERFACE);
            for gives in &hidden.gives {
                let inherited = match gives.kind {
                    ProviderKind::Constructor => false,
                    // JLS 8.4.8: static methods of interfaces are not inherited.
                    ProviderKind::StaticMethod => !of_interface,
                    ProviderKind::StaticField
                    | ProviderKind::InstanceField
                    | ProviderKind::InstanceMethod => true,
                };
                if inherited && overridden.insert(gives.signature) {
                    self.add(hidden.class, record.class, gives);
                }
            }
            waiting.extend(hidden_supertypes(index, hidden));
        }
    }

    fn add(&mut self, declared_in: ClassId, through: ClassId, gives: &Gives) {
        let provider = Provider {
            kind: gives.kind,
            declared_in,
            member: gives.member,
            through,
        };
        match &gives.what {
            What::Class(class) => self.classes.push((class.0, provider)),
            What::Array(array) => self.arrays.entry(array.clone()).or_default().push(provider),
        }
    }
}

/// The direct supertypes that a test cannot name, the superclass last so that it is taken first.
fn hidden_supertypes<'r>(
    index: &'r Index,
    record: &'r Record,
) -> impl Iterator<Item = ClassId> + 'r {
    let supertypes = record.interfaces.iter().rev().chain(&record.superclass);
    supertypes
        .copied()
        .filter(|supertype| !index.facts[supertype.at()].accessible)
}
