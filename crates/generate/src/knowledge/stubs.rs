//! Shapes of stubs: for types that nobody on the class path gives, a class of ours stands in.

use std::sync::Arc;

use raddle_classfile::MethodFlags;
use raddle_program::class::{Class, ClassKind};
use raddle_program::hierarchy::Lineage;
use raddle_program::member::Method;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use raddle_testcase::{
    self as testcase, Callee, MemberName, MethodDescriptor, StubKind, StubMethod, StubShape,
};

use crate::operation::Operation;

/// How to make a stub of an interface or abstract class; nothing if no class outside its package can stand in for it.
pub(crate) fn stub(program: &Program, class: &Arc<Class>) -> Option<Operation> {
    let sealed = class.permitted_subclasses().is_some() || class.kind() == ClassKind::Annotation;
    if !class.is_abstract()
        || sealed
        || class.kind() == ClassKind::Enum
        || !program.is_accessible(class).ok()?
    {
        return None;
    }
    let lineage = program.lineage(class).ok()?;
    let methods = missing(program, &lineage)?;
    let (kind, takes) = if class.is_interface() {
        (StubKind::Interface, Vec::new())
    } else {
        let constructor = simplest_constructor(class)?;
        let kind = StubKind::AbstractClass {
            constructor: MethodDescriptor::parse(constructor.descriptor()).ok()?,
        };
        (kind, constructor.parameters().to_vec())
    };
    let shape = StubShape {
        of: testcase::ClassName::from_internal(class.name().internal()).ok()?,
        kind,
        methods,
    };
    let gives = JavaType::Class(class.name().clone());
    Some(Operation::stub(Callee::Stub(Arc::new(shape)), takes, gives))
}

/// How many methods a lambda would have to implement, if the class is an interface.
pub(crate) fn abstract_method_count(program: &Program, class: &Arc<Class>) -> Option<usize> {
    if !class.is_interface() {
        return None;
    }
    let api = program.api(class).ok()?;
    Some(api.abstract_methods.len())
}

/// The abstract methods that have no code anywhere above; nothing if one of them cannot be implemented outside its package.
fn missing(program: &Program, lineage: &Lineage) -> Option<Vec<StubMethod>> {
    let mut methods: Vec<StubMethod> = Vec::new();
    let levels = lineage.classes.iter().chain(&lineage.interfaces);
    for method in levels.flat_map(|level| level.methods()) {
        if !method.is_abstract() || program.select_in(lineage, method).ok()?.is_some() {
            continue;
        }
        if method.is_package_private() {
            return None;
        }
        let stub = StubMethod {
            name: MemberName::new(method.name()).ok()?,
            descriptor: MethodDescriptor::parse(method.descriptor()).ok()?,
        };
        if !methods.contains(&stub) {
            methods.push(stub);
        }
    }
    Some(methods)
}

/// The constructor with the fewest parameters that a subclass may call.
fn simplest_constructor(class: &Class) -> Option<&Arc<Method>> {
    class
        .methods()
        .iter()
        .filter(|method| {
            method.is_constructor()
                && method
                    .flags()
                    .intersects(MethodFlags::PUBLIC | MethodFlags::PROTECTED)
        })
        .min_by_key(|method| method.parameters().len())
}
