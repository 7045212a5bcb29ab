//! One class as plain data.

use std::sync::Arc;

use raddle_classfile::ClassFlags;

use super::{ClassDescription, ClassKind, FactorySearch, MethodDescription};
use crate::api::{Api, Callable};
use crate::class::Class;
use crate::error::ClassError;
use crate::index::{Provider, ProviderMember};
use crate::member::{Method, MethodRef};
use crate::name::ClassName;
use crate::program::Program;
use crate::signature::{GenericType, MethodSignature};
use crate::testable::{Sources, Testability};
use crate::types::JavaType;

/// How many of other classes' methods are listed as factories.
const OTHER_FACTORIES: usize = 50;

/// A class, its public face, and what can be tested.
pub(super) struct Examined {
    pub(super) class: Arc<Class>,
    pub(super) api: Api,
    pub(super) sources: Sources,
    pub(super) testable: Testability,
}

impl Examined {
    pub(super) fn new(program: &Program, class: &Arc<Class>) -> Result<Self, ClassError> {
        let api = program.api(class)?;
        let mut sources = program.own_sources(class, &api)?;
        let testable = program.testability(class, &api, &mut sources)?;
        Ok(Self {
            class: Arc::clone(class),
            api,
            sources,
            testable,
        })
    }
}

/// Describes a class.
///
/// The whole class path is searched only where the class itself does not say enough: for implementations of an
/// interface or abstract class, and for somebody who makes instances of a class without constructors.
pub fn class(program: &Program, class: &Arc<Class>) -> Result<ClassDescription, ClassError> {
    let Examined {
        class,
        api,
        sources,
        testable,
    } = Examined::new(program, class)?;
    let mut factories: Vec<MethodDescription> =
        sources.own_factories.iter().map(callable).collect();
    for provider in sources.others.iter().take(OTHER_FACTORIES) {
        factories.extend(foreign(program, provider)?);
    }
    let enum_constants: Vec<String> = class
        .enum_constants()
        .map(|field| field.name().to_owned())
        .collect();
    let static_instances = sources
        .own_fields
        .iter()
        .filter(|field| !field.is_enum_constant());
    let everything = api.on_instance().count() + api.static_methods.len();
    let all = |callables: &[Callable]| callables.iter().map(callable).collect();
    Ok(ClassDescription {
        name: class.name().clone(),
        kind: class.kind(),
        modifiers: modifiers(&class),
        origin: class.origin().clone(),
        java_release: class.java_release(),
        superclass: class.superclass().cloned(),
        interfaces: class.interfaces().to_vec(),
        outer_instance: class.outer_instance().cloned(),
        permitted_subclasses: class.permitted_subclasses().map(<[ClassName]>::to_vec),
        enum_constants,
        static_instances: static_instances
            .map(|field| field.name().to_owned())
            .collect(),
        testable,
        constructors: api
            .constructors
            .iter()
            .map(|constructor| describe(constructor, constructor.id()))
            .collect(),
        factories,
        factories_searched: if sources.others.is_empty() {
            FactorySearch::OwnClass
        } else {
            FactorySearch::ClassPath
        },
        instance_methods: all(&api.instance_methods),
        static_methods: all(&api.static_methods),
        default_methods: all(&api.default_methods),
        abstract_methods: all(&api.abstract_methods),
        pairs: pairs(api.instance_methods.len()),
        all_pairs: pairs(everything),
        intent: program.intent(&class)?,
    })
}

/// Unordered pairs of n methods, each with itself included.
pub(super) fn pairs(methods: usize) -> u64 {
    let n = methods as u64;
    n * (n + 1) / 2
}

fn callable(callable: &Callable) -> MethodDescription {
    describe(&callable.method, &callable.named)
}

/// Another class's member that gives an instance; a field is none that can be called.
fn foreign(
    program: &Program,
    provider: &Provider,
) -> Result<Option<MethodDescription>, ClassError> {
    Ok(match program.provider_member(provider)? {
        ProviderMember::Method(method) => {
            let through = program.index().name(provider.through).clone();
            Some(describe(&method, &method.id().on(through)))
        }
        ProviderMember::Field(_) => None,
    })
}

fn describe(method: &Method, named: &MethodRef) -> MethodDescription {
    let returns = if method.is_constructor() {
        named.owner.binary()
    } else {
        method
            .result()
            .map_or_else(|| "void".to_owned(), JavaType::to_string)
    };
    MethodDescription {
        name: method.name().to_owned(),
        descriptor: named.descriptor.to_string(),
        parameters: method
            .parameters()
            .iter()
            .map(JavaType::to_string)
            .collect(),
        generic: generic(method),
        returns,
        declared_in: method.owner().clone(),
        called_on: named.owner.clone(),
        synchronized: method.is_synchronized(),
        varargs: method.is_varargs(),
        throws: method.throws().to_vec(),
    }
}

/// The generic declaration as in source: `<T> T[] toArray(T[])`.
fn generic(method: &Method) -> Option<String> {
    let signature = MethodSignature::parse(method.generic_text()?)?;
    let parameters: Vec<String> = signature
        .parameters
        .iter()
        .map(GenericType::to_string)
        .collect();
    let variables: Vec<String> = signature
        .type_parameters
        .iter()
        .map(ToString::to_string)
        .collect();
    let variables = if variables.is_empty() {
        String::new()
    } else {
        format!("<{}> ", variables.join(", "))
    };
    let name = if method.is_constructor() {
        method.owner().binary()
    } else {
        let result = signature
            .result
            .map_or_else(|| "void".to_owned(), |result| result.to_string());
        format!("{result} {}", method.name())
    };
    Some(format!("{variables}{name}({})", parameters.join(", ")))
}

/// Java's modifiers, in the order in which people write them.
fn modifiers(class: &Class) -> Vec<&'static str> {
    let flags = class.source_flags();
    let implied_abstract = class.is_interface();
    let implied_final = matches!(class.kind(), ClassKind::Record | ClassKind::Enum);
    let implied_static = implied_abstract || implied_final;
    [
        ("public", flags.contains(ClassFlags::PUBLIC)),
        ("protected", flags.contains(ClassFlags::PROTECTED)),
        ("private", flags.contains(ClassFlags::PRIVATE)),
        (
            "abstract",
            flags.contains(ClassFlags::ABSTRACT) && !implied_abstract,
        ),
        (
            "static",
            flags.contains(ClassFlags::STATIC) && !implied_static,
        ),
        ("sealed", class.permitted_subclasses().is_some()),
        ("final", flags.contains(ClassFlags::FINAL) && !implied_final),
    ]
    .into_iter()
    .filter_map(|(keyword, present)| present.then_some(keyword))
    .collect()
}
