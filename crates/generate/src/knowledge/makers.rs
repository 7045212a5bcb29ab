//! How the default generator makes an object of a type: the likeliest ways first, few of them.

use std::sync::{Arc, PoisonError, RwLock};

use raddle_program::class::Class;
use raddle_program::index::ProviderKind;
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use rustc_hash::FxHashMap;

use super::providers::Providers;
use super::recipes::{has_recipes, recipes};
use super::stubs::{abstract_method_count, stub};
use super::types::unboxed;
use crate::operation::Operation;

/// Ways that are kept: more would be tried too rarely to matter.
const KEPT: usize = 16;

/// Ways to make an object of a type.
#[derive(Debug, Default)]
pub(crate) struct Makers {
    /// The user's, which come first.
    pub(crate) provided: Vec<Arc<Operation>>,
    /// All others, those with the least demands first.
    pub(crate) others: Vec<Maker>,
    /// Methods of the class that give an object of the class: most likely the same one, which has been told something.
    pub(crate) configuring: Vec<Maker>,
}

/// One way to make an object.
#[derive(Debug, Clone)]
pub(crate) struct Maker {
    pub(crate) operation: Arc<Operation>,
    pub(crate) freshness: Freshness,
}

/// Whether a maker's objects are its caller's alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// Made anew each time.
    Fresh,
    /// May be the same object each time: a static field or method of which nothing is known.
    Global,
}

/// Finds makers, and remembers them.
#[derive(Debug)]
pub(crate) struct MakerTable {
    program: Arc<Program>,
    known: RwLock<FxHashMap<JavaType, Arc<Makers>>>,
}

impl MakerTable {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        Self {
            program,
            known: RwLock::default(),
        }
    }

    /// Ways to make an object of the class or a subtype.
    pub(crate) fn of(&self, wanted: &JavaType, providers: &Providers) -> Arc<Makers> {
        let known = self
            .known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(wanted)
            .cloned();
        known.unwrap_or_else(|| {
            let makers = Arc::new(self.find(wanted, providers));
            self.known
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .entry(wanted.clone())
                .or_insert(makers)
                .clone()
        })
    }

    fn find(&self, wanted: &JavaType, providers: &Providers) -> Makers {
        let mut makers = Makers {
            provided: providers.provided(wanted),
            others: Vec::new(),
            configuring: Vec::new(),
        };
        let JavaType::Class(name) = wanted else {
            return makers;
        };
        let fresh = |operation: Operation| Maker {
            operation: Arc::new(operation),
            freshness: Freshness::Fresh,
        };
        makers
            .others
            .extend(recipes(&self.program, name).into_iter().map(fresh));
        let Ok(class) = self.program.class(name) else {
            return makers;
        };
        if makers.others.is_empty() {
            makers.others = self.own(&class);
        }
        // A lambda's type: nobody looks for implementations of those.
        let functional =
            class.origin().is_jdk() && abstract_method_count(&self.program, &class) == Some(1);
        // Factories of an abstract class tend to want a lot; its subclasses' constructors do not.
        let is_poor = makers.others.is_empty() || (class.is_abstract() && !has_recipes(name));
        if is_poor && !functional {
            let more = self.through_index(name, wanted, providers);
            makers.others.extend(more);
        }
        makers.configuring = self.configuring(&class, wanted);
        makers.others.sort_by_key(|maker| demands(&maker.operation));
        makers.others.truncate(KEPT);
        makers.others.extend(stub(&self.program, &class).map(fresh));
        makers
    }

    /// Constructors, factories and constants of the class itself.
    fn own(&self, class: &Arc<Class>) -> Vec<Maker> {
        let Ok(api) = self.program.api(class) else {
            return Vec::new();
        };
        let constructors = api
            .constructors
            .iter()
            .filter_map(|method| Operation::constructor(method));
        let mut makers: Vec<Maker> = constructors
            .map(|operation| maker(operation, Freshness::Fresh))
            .collect();
        if let Ok(sources) = self.program.own_sources(class, &api) {
            let factories = sources.own_factories.iter().filter_map(Operation::callable);
            let fields = sources
                .own_fields
                .iter()
                .filter_map(|field| Operation::field(field.owner(), field));
            makers.extend(
                factories
                    .chain(fields)
                    .map(|operation| maker(operation, Freshness::Global)),
            );
        }
        makers
    }

    fn configuring(&self, class: &Arc<Class>, wanted: &JavaType) -> Vec<Maker> {
        let Ok(api) = self.program.api(class) else {
            return Vec::new();
        };
        api.instance_methods
            .iter()
            .filter_map(Operation::callable)
            .filter(|operation| operation.gives() == Some(wanted))
            .map(|operation| maker(operation, Freshness::Fresh))
            .collect()
    }

    /// Members of other classes that give the class or a subtype, found through the index of the whole program.
    fn through_index(
        &self,
        name: &ClassName,
        wanted: &JavaType,
        providers: &Providers,
    ) -> Vec<Maker> {
        let set = providers.of(wanted);
        let index = self.program.index();
        let Some(id) = index.find(name) else {
            return Vec::new();
        };
        let mut candidates = set.indexed.clone();
        // A method of the type itself needs what it gives.
        candidates.retain(|provider| {
            let on_instance = matches!(
                provider.kind,
                ProviderKind::InstanceMethod | ProviderKind::InstanceField
            );
            !on_instance || !index.is_subtype(provider.through, id)
        });
        let made = candidates.iter().filter_map(|provider| {
            let freshness = match provider.kind {
                ProviderKind::StaticMethod | ProviderKind::StaticField => Freshness::Global,
                _ => Freshness::Fresh,
            };
            Some(Maker {
                operation: providers.operation(provider)?,
                freshness,
            })
        });
        made.take(50 * KEPT).collect()
    }
}

fn maker(operation: Operation, freshness: Freshness) -> Maker {
    Maker {
        operation: Arc::new(operation),
        freshness,
    }
}

/// How much has to be there first: arguments that need a maker themselves weigh most.
fn demands(operation: &Operation) -> usize {
    let weight = |wanted: &JavaType| match wanted {
        JavaType::Primitive(_) => 1,
        JavaType::Class(name)
            if name.internal() == "java/lang/String" || unboxed(name).is_some() =>
        {
            1
        }
        JavaType::Class(name) if name.is_object() => 1,
        JavaType::Array(_) => 2,
        JavaType::Class(_) => 4,
    };
    operation.takes().iter().map(weight).sum()
}
