//! A static method whose result is tested: the result's class may be hidden, so its methods are called through what is public above it.

use std::sync::Arc;

use raddle_classfile::Opcode;
use raddle_program::api::Callable;
use raddle_program::class::Class;
use raddle_program::member::Method;
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use rustc_hash::FxHashSet;

use super::TargetError;
use crate::operation::Operation;

/// What a factory gives to test.
pub(super) struct Found {
    /// The declared class of the result.
    pub(super) result: Arc<Class>,
    /// The overloads that make instances.
    pub(super) makers: Vec<Operation>,
    /// The methods that can be called on the result.
    pub(super) methods: Vec<Callable>,
}

pub(super) fn find(
    program: &Program,
    owner: &ClassName,
    name: &str,
    parameters: Option<&[String]>,
) -> Result<Found, TargetError> {
    let class = program.class(owner)?;
    let api = program.api(&class)?;
    let named: Vec<&Callable> = api
        .static_methods
        .iter()
        .filter(|callable| callable.method.name() == name && returned(&callable.method).is_some())
        .collect();
    let chosen = named
        .iter()
        .filter(|callable| parameters.is_none_or(|written| fits(&callable.method, written)));
    let makers: Vec<&Callable> = chosen.copied().collect();
    let Some(first) = makers.first().and_then(|maker| returned(&maker.method)) else {
        return Err(TargetError::NoFactory {
            class: owner.clone(),
            method: name.to_owned(),
            candidates: named
                .iter()
                .map(|callable| spelled(&callable.method))
                .collect(),
        });
    };
    let result = program.class(first)?;
    let made = makers
        .iter()
        .filter(|maker| returned(&maker.method) == Some(result.name()));
    let mut methods = Vec::new();
    let mut taken = FxHashSet::default();
    for class in behind(program, &class, &makers, &result) {
        let Ok(api) = program.api(&class) else {
            continue;
        };
        for callable in api.on_instance() {
            if taken.insert(callable.method.signature()) {
                methods.push(callable.clone());
            }
        }
    }
    Ok(Found {
        makers: made
            .filter_map(|maker| Operation::callable(maker))
            .collect(),
        result,
        methods,
    })
}

/// The classes whose methods to call: those that the factory's code instantiates, and the declared one.
fn behind(
    program: &Program,
    owner: &Class,
    makers: &[&Callable],
    result: &Arc<Class>,
) -> Vec<Arc<Class>> {
    let mut classes: Vec<Arc<Class>> = Vec::new();
    for maker in makers
        .iter()
        .filter(|maker| maker.method.owner() == owner.name())
    {
        for name in instantiated(owner, &maker.method) {
            let is_result = program.is_subtype(&name, result.name()).unwrap_or(false);
            if is_result && let Ok(class) = program.class(&name) {
                classes.push(class);
            }
        }
    }
    classes.push(Arc::clone(result));
    classes
}

/// The classes that a method's own code instantiates.
fn instantiated(owner: &Class, method: &Method) -> Vec<ClassName> {
    let mut names = Vec::new();
    let Ok(file) = owner.file() else {
        return names;
    };
    let same = file.methods().find(|member| {
        member.name() == *method.name() && member.descriptor() == *method.descriptor()
    });
    if let Some(Ok(Some(code))) = same.map(|member| member.code()) {
        for instruction in code.instructions().map_while(Result::ok) {
            if instruction.opcode == Opcode::New
                && let raddle_classfile::Operands::Constant(index) = instruction.operands
                && let Ok(name) = file.pool().class_name(index)
            {
                names.push(ClassName::from_internal(&name.to_str()));
            }
        }
    }
    names
}

fn returned(method: &Method) -> Option<&ClassName> {
    method.result().and_then(JavaType::as_class)
}

/// Whether the parameters are those that the user wrote, with or without their packages.
fn fits(method: &Method, written: &[String]) -> bool {
    let same = |parameter: &JavaType, text: &String| {
        let full = parameter.to_string();
        let simple = full.rsplit('.').next().unwrap_or(&full);
        full == *text || simple == text
    };
    method.parameters().len() == written.len()
        && method
            .parameters()
            .iter()
            .zip(written)
            .all(|(parameter, text)| same(parameter, text))
}

fn spelled(method: &Method) -> String {
    let parameters: Vec<String> = method
        .parameters()
        .iter()
        .map(ToString::to_string)
        .collect();
    format!("{}({})", method.name(), parameters.join(", "))
}
