//! What is tested: a class, or the hidden class behind a factory, with everything a generator needs to know about it.

mod error;
mod factory;
mod traits;

use std::sync::{Arc, PoisonError, RwLock};

use raddle_program::api::{Api, Callable};
use raddle_program::class::Class;
use raddle_program::member::Method;
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use raddle_testcase::Callee;
use rustc_hash::FxHashMap;

use crate::knowledge::{MakerTable, Providers, SharingRule, Types};
use crate::observe::observers;
use crate::operation::Operation;
use crate::options::Options;
use crate::pairs::{Pair, Pool, all_pairs};

pub use error::TargetError;
use traits::{Look, Traits};

/// What is tested. Made once, shared by all streams, and never changed.
#[derive(Debug)]
pub struct Target {
    program: Arc<Program>,
    options: Options,
    /// The class under test; for a factory, the type of its result.
    class: Arc<Class>,
    origin: Origin,
    instances: Vec<Arc<Operation>>,
    methods: Vec<TestedMethod>,
    /// Methods that tell about an instance, whether or not the user wants them tested.
    observers: Vec<TestedMethod>,
    numbers: FxHashMap<Callee, usize>,
    pub(crate) types: Types,
    pub(crate) providers: Providers,
    pub(crate) sharing: SharingRule,
    pub(crate) makers: MakerTable,
    pub(crate) pool: Pool,
    /// The order of pairs for the seed that was last asked for.
    order: RwLock<Option<(u64, Arc<[Pair]>)>>,
}

/// Where instances of the class under test come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Whatever is an instance of the class is one.
    Class,
    /// Only what the factory returns is one: other objects may have its result's type.
    Factory,
}

/// A method that suffixes call.
#[derive(Debug, Clone)]
pub struct TestedMethod {
    /// How a test calls it.
    pub operation: Arc<Operation>,
    /// The method that runs, as far as that is known without running it.
    pub method: Arc<Method>,
    pub(crate) traits: Traits,
    pub(crate) accepts: Accepts,
}

/// Whether an instance of the class under test fits one of a method's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Accepts {
    /// It does not.
    No,
    /// As everything does: the parameter is an `Object`.
    Vaguely,
    /// The parameter is of the class's own type or a supertype: it is meant for something like an instance.
    Specifically,
}

impl Target {
    /// The class `name` as target.
    pub fn class(
        program: &Arc<Program>,
        name: &ClassName,
        options: Options,
    ) -> Result<Arc<Self>, TargetError> {
        let class = program.class(name)?;
        let api = program.api(&class)?;
        let sources = program.own_sources(&class, &api)?;
        let mut instances: Vec<Operation> = Vec::new();
        instances.extend(
            api.constructors
                .iter()
                .filter_map(|method| Operation::constructor(method)),
        );
        instances.extend(sources.own_factories.iter().filter_map(Operation::callable));
        instances.extend(
            sources
                .own_fields
                .iter()
                .filter_map(|field| Operation::field(field.owner(), field)),
        );
        if instances.is_empty() {
            let others = program.other_sources(name);
            instances.extend(
                others
                    .iter()
                    .filter_map(|provider| Operation::provider(program, provider)),
            );
        }
        let all = tested_methods(&class, &api, &options.with_all_methods());
        let methods = selected(&all, &options);
        let has_instance_methods = methods.iter().any(|method| !method.method.is_static());
        let needs_instance = instances.is_empty() && has_instance_methods;
        let methods: Vec<TestedMethod> = if needs_instance {
            methods
                .into_iter()
                .filter(|method| method.method.is_static())
                .collect()
        } else {
            methods
        };
        if methods.is_empty() {
            let class = name.clone();
            return Err(if needs_instance {
                TargetError::NoInstance { class }
            } else {
                TargetError::NoMethods { class }
            });
        }
        Ok(Self::new(
            program,
            options,
            class,
            Origin::Class,
            instances,
            methods,
            all,
        ))
    }

    /// The result of a static method as target, called through its public supertypes:
    /// `java.util.Collections#synchronizedMap(java.util.Map)`. Without parameters, every overload counts.
    pub fn factory(
        program: &Arc<Program>,
        class: &ClassName,
        method: &str,
        parameters: Option<&[String]>,
        options: Options,
    ) -> Result<Arc<Self>, TargetError> {
        let found = factory::find(program, class, method, parameters)?;
        let every = options.with_all_methods();
        let all: Vec<TestedMethod> = found
            .methods
            .iter()
            .filter_map(|callable| tested_method(callable, &every))
            .collect();
        let methods = selected(&all, &options);
        if methods.is_empty() {
            return Err(TargetError::NoMethods {
                class: found.result.name().clone(),
            });
        }
        Ok(Self::new(
            program,
            options,
            found.result,
            Origin::Factory,
            found.makers,
            methods,
            all,
        ))
    }

    fn new(
        program: &Arc<Program>,
        options: Options,
        class: Arc<Class>,
        origin: Origin,
        instances: Vec<Operation>,
        methods: Vec<TestedMethod>,
        all: Vec<TestedMethod>,
    ) -> Arc<Self> {
        let types = Types::new(Arc::clone(program));
        let methods = look_at(program, &class, &types, methods);
        let observers = if options.methods.is_empty() {
            observers(&methods)
        } else {
            observers(&look_at(program, &class, &types, all))
        };
        Arc::new(Self {
            types,
            providers: Providers::new(Arc::clone(program), class.name(), &options.provide),
            sharing: SharingRule::new(Arc::clone(program)),
            makers: MakerTable::new(Arc::clone(program)),
            pool: Pool::of(program, &class),
            order: RwLock::default(),
            program: Arc::clone(program),
            options,
            class,
            origin,
            numbers: methods
                .iter()
                .enumerate()
                .map(|(number, method)| (method.operation.callee().clone(), number))
                .collect(),
            instances: instances.into_iter().map(Arc::new).collect(),
            methods,
            observers,
        })
    }

    /// The program it is part of.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// What the user wants tested, and with what.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The class under test; for a factory, the declared class of its result.
    pub fn tested_class(&self) -> &Arc<Class> {
        &self.class
    }

    /// The type of the variable that holds an instance.
    pub fn instance_type(&self) -> JavaType {
        JavaType::Class(self.class.name().clone())
    }

    /// Ways to have an instance.
    pub fn instances(&self) -> &[Arc<Operation>] {
        &self.instances
    }

    /// The methods that suffixes call.
    pub fn methods(&self) -> &[TestedMethod] {
        &self.methods
    }

    /// Methods that tell about an instance, those that tell most first.
    pub(crate) fn observers(&self) -> &[TestedMethod] {
        &self.observers
    }

    /// Whether only an iteration tells what is in an instance.
    pub(crate) fn needs_iteration(&self) -> bool {
        let iterable = JavaType::Class(ClassName::from_internal("java/lang/Iterable"));
        let tells = |method: &TestedMethod| {
            method.method.parameters().is_empty()
                && matches!(method.method.name(), "toArray" | "toString")
        };
        self.types.fits(&self.instance_type(), &iterable) && !self.observers.iter().any(tells)
    }

    /// Whether the target is a class, and not what a factory returns.
    pub(crate) fn is_class(&self) -> bool {
        self.origin == Origin::Class
    }

    /// The number of the method that is called this way.
    pub(crate) fn method_of(&self, callee: &Callee) -> Option<usize> {
        self.numbers.get(callee).copied()
    }

    /// Whether a value of this type, that is not known to come from the target's own factory, is an instance under test.
    pub(crate) fn is_tested(&self, known: &JavaType) -> bool {
        self.origin == Origin::Class && self.types.fits(known, &self.instance_type())
    }

    /// Whether some method takes a text and some method gives one.
    pub(crate) fn takes_own_results(&self) -> bool {
        let takes = |method: &TestedMethod| {
            method
                .method
                .parameters()
                .iter()
                .any(|wanted| self.is_text(wanted))
        };
        let gives = |method: &TestedMethod| {
            method
                .method
                .result()
                .is_some_and(|result| self.is_text(result))
        };
        self.methods.iter().any(takes) && self.methods.iter().any(gives)
    }

    /// Whether the type is that of a text.
    pub(crate) fn is_text(&self, of: &JavaType) -> bool {
        of.as_class()
            .is_some_and(|class| class.internal() == "java/lang/String")
    }

    /// All pairs of methods, the most promising first; among equals the seed decides.
    pub(crate) fn pairs(&self, seed: u64) -> Arc<[Pair]> {
        let known = self
            .order
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some((of, pairs)) = known
            && of == seed
        {
            return pairs;
        }
        let pairs: Arc<[Pair]> = all_pairs(self, seed).into();
        *self.order.write().unwrap_or_else(PoisonError::into_inner) =
            Some((seed, Arc::clone(&pairs)));
        pairs
    }

    /// How many unordered pairs of methods there are, a method with itself included.
    pub fn pair_count(&self) -> usize {
        self.methods.len() * (self.methods.len() + 1) / 2
    }
}

/// The methods to test, each with code before those without: instance, interface-default, abstract, static.
fn tested_methods(class: &Class, api: &Api, options: &Options) -> Vec<TestedMethod> {
    let statics = api
        .static_methods
        .iter()
        .filter(|callable| callable.method.owner() == class.name());
    let instance = api
        .instance_methods
        .iter()
        .chain(&api.default_methods)
        .chain(&api.abstract_methods);
    instance
        .chain(statics)
        .filter_map(|callable| tested_method(callable, options))
        .collect()
}

/// Those that the user wants tested.
fn selected(all: &[TestedMethod], options: &Options) -> Vec<TestedMethod> {
    all.iter()
        .filter(|tested| options.selects(&tested.method))
        .cloned()
        .collect()
}

fn tested_method(callable: &Callable, options: &Options) -> Option<TestedMethod> {
    if !options.selects(&callable.method) || ends_process(&callable.method) {
        return None;
    }
    Some(TestedMethod {
        operation: Arc::new(Operation::callable(callable)?),
        method: Arc::clone(&callable.method),
        traits: Traits::UNKNOWN,
        accepts: Accepts::No,
    })
}

/// Calls that end the JVM are no use in any test.
fn ends_process(method: &Method) -> bool {
    matches!(
        (method.owner().internal(), method.name()),
        ("java/lang/System" | "java/lang/Runtime", "exit") | ("java/lang/Runtime", "halt")
    )
}

/// Adds what the code says. Methods of a hidden class are looked at in that class.
fn look_at(
    program: &Program,
    class: &Arc<Class>,
    types: &Types,
    methods: Vec<TestedMethod>,
) -> Vec<TestedMethod> {
    let mut looks: FxHashMap<ClassName, Look> = FxHashMap::default();
    looks.insert(class.name().clone(), Look::at(program, class));
    let instance = JavaType::Class(class.name().clone());
    let mut looked = methods;
    for tested in &mut looked {
        let (owner, name, descriptor) = (
            tested.method.owner(),
            tested.method.name(),
            tested.method.descriptor(),
        );
        let known = looks[class.name()].traits(owner, name, descriptor);
        tested.traits = match program.class(owner) {
            Ok(declaring) if known == Traits::UNKNOWN && !tested.method.is_abstract() => looks
                .entry(owner.clone())
                .or_insert_with(|| Look::at(program, &declaring))
                .traits(owner, name, descriptor),
            _ => known,
        };
        let parameters = tested.method.parameters().iter();
        let accepts = parameters.map(|parameter| match parameter {
            JavaType::Class(name) if name.is_object() => Accepts::Vaguely,
            _ if types.fits(&instance, parameter) => Accepts::Specifically,
            _ => Accepts::No,
        });
        tested.accepts = accepts.max().unwrap_or(Accepts::No);
    }
    looked
}
