//! Who gives an object of a type.

use std::sync::{Arc, PoisonError, RwLock};

use raddle_program::index::{ClassId, Provider};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use rustc_hash::FxHashMap;

use crate::operation::Operation;

/// Packages of the JDK whose classes everybody uses.
const COMMON: [&str; 8] = [
    "java/lang",
    "java/util",
    "java/io",
    "java/math",
    "java/text",
    "java/net",
    "java/time",
    "java/nio/charset",
];

/// Who gives objects of which type.
#[derive(Debug)]
pub(crate) struct Providers {
    program: Arc<Program>,
    /// The package of the class under test: its neighbours count as common.
    home: Box<str>,
    /// What the user's own classes provide.
    provided: Vec<Arc<Operation>>,
    sets: RwLock<FxHashMap<JavaType, Arc<ProviderSet>>>,
    operations: RwLock<FxHashMap<Provider, Option<Arc<Operation>>>>,
}

/// The providers of one type.
#[derive(Debug, Default)]
pub(crate) struct ProviderSet {
    /// The user's, which come first.
    pub(crate) provided: Vec<Arc<Operation>>,
    /// Members of the program's classes and the common ones of the JDK; of any class if those have none.
    pub(crate) indexed: Vec<Provider>,
}

impl ProviderSet {
    pub(crate) fn is_empty(&self) -> bool {
        self.provided.is_empty() && self.indexed.is_empty()
    }
}

impl Providers {
    pub(crate) fn new(program: Arc<Program>, home: &ClassName, provide: &[ClassName]) -> Self {
        Self {
            home: home.package().into(),
            provided: provided(&program, provide),
            program,
            sets: RwLock::default(),
            operations: RwLock::default(),
        }
    }

    /// Who gives objects of the type or a subtype.
    pub(crate) fn of(&self, wanted: &JavaType) -> Arc<ProviderSet> {
        let known = read(&self.sets).get(wanted).cloned();
        known.unwrap_or_else(|| {
            let set = Arc::new(self.find(wanted));
            write(&self.sets)
                .entry(wanted.clone())
                .or_insert(set)
                .clone()
        })
    }

    /// The user's providers of the type or a subtype, for who does not want to search the whole program.
    pub(crate) fn provided(&self, wanted: &JavaType) -> Vec<Arc<Operation>> {
        let fits = |operation: &&Arc<Operation>| {
            let gives = operation.gives();
            gives.is_some_and(|gives| self.program.is_assignable(gives, wanted).unwrap_or(false))
        };
        self.provided.iter().filter(fits).cloned().collect()
    }

    /// How a provider is called; nothing if it cannot be written down.
    pub(crate) fn operation(&self, provider: &Provider) -> Option<Arc<Operation>> {
        let known = read(&self.operations).get(provider).cloned();
        known.unwrap_or_else(|| {
            let operation = Operation::provider(&self.program, provider).map(Arc::new);
            write(&self.operations)
                .entry(*provider)
                .or_insert(operation)
                .clone()
        })
    }

    fn find(&self, wanted: &JavaType) -> ProviderSet {
        let index = self.program.index();
        let all: Vec<Provider> = match wanted {
            JavaType::Class(name) => match index.find(name) {
                Some(class) => index.providers_of(class).collect(),
                None => Vec::new(),
            },
            JavaType::Array(_) => index.array_providers(wanted).to_vec(),
            JavaType::Primitive(_) => Vec::new(),
        };
        let common: Vec<Provider> = all
            .iter()
            .filter(|provider| self.is_common(provider.through))
            .copied()
            .collect();
        ProviderSet {
            provided: self.provided(wanted),
            indexed: if common.is_empty() { all } else { common },
        }
    }

    /// A class of the program itself, or one of the JDK that everybody uses.
    fn is_common(&self, class: ClassId) -> bool {
        let package = self.program.index().name(class).package();
        self.program.modules().module_of(package).is_none()
            || COMMON.contains(&package)
            || package == &*self.home
    }
}

/// The public static methods of the user's classes that give something.
fn provided(program: &Program, classes: &[ClassName]) -> Vec<Arc<Operation>> {
    let mut operations = Vec::new();
    for name in classes {
        let Ok(api) = program.class(name).and_then(|class| program.api(&class)) else {
            continue;
        };
        let statics = api.static_methods.iter().filter_map(Operation::callable);
        operations.extend(
            statics
                .filter(|operation| operation.gives().is_some())
                .map(Arc::new),
        );
    }
    operations
}

// A poisoned lock only means that another thread panicked: the maps are never left half changed.
fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
