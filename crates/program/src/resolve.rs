//! Which declaration a field or method reference means (JVMS 5.4.3), and which code a call runs (JVMS 5.4.5, 5.4.6).
//!
//! Whether the caller may use what is found is a separate question; see [`crate::access`].

use std::sync::Arc;

use raddle_classfile::MethodFlags;
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::class::Class;
use crate::error::ClassError;
use crate::hierarchy::Lineage;
use crate::member::{Field, FieldRef, Method, MethodRef};
use crate::name::ClassName;
use crate::program::Program;

/// Why a reference means nothing.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// A class on the way cannot be used.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// `NoSuchMethodError`.
    #[error("there is no method {0}")]
    NoSuchMethod(MethodRef),
    /// `NoSuchFieldError`.
    #[error("there is no field {0}")]
    NoSuchField(FieldRef),
    /// `IncompatibleClassChangeError`: a class's method is looked up in an interface.
    #[error("{0} is called as a class's method, but its owner is an interface")]
    OwnerIsInterface(MethodRef),
    /// `IncompatibleClassChangeError`: an interface's method is looked up in a class.
    #[error("{0} is called as an interface's method, but its owner is a class")]
    OwnerIsClass(MethodRef),
}

impl Program {
    /// Field resolution (JVMS 5.4.3.2): the class, then its superinterfaces, then its superclass.
    pub fn resolve_field(&self, field: &FieldRef) -> Result<Arc<Field>, ResolveError> {
        let class = self.class(&field.owner)?;
        for level in self.superclass_chain(&class)? {
            if let Some(found) = level.field(&field.name, &field.descriptor) {
                return Ok(Arc::clone(found));
            }
            if let Some(found) = self.interface_field(&level, field)? {
                return Ok(found);
            }
        }
        Err(ResolveError::NoSuchField(field.clone()))
    }

    /// Looks through the interfaces that a class names, each followed by its own superinterfaces.
    fn interface_field(
        &self,
        class: &Arc<Class>,
        field: &FieldRef,
    ) -> Result<Option<Arc<Field>>, ClassError> {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![Arc::clone(class)];
        while let Some(at) = waiting.pop() {
            if at.name() != class.name()
                && let Some(found) = at.field(&field.name, &field.descriptor)
            {
                return Ok(Some(Arc::clone(found)));
            }
            for name in at.interfaces().iter().rev() {
                if seen.insert(name.clone()) {
                    waiting.push(self.supertype(at.name(), name)?);
                }
            }
        }
        Ok(None)
    }

    /// Method resolution (JVMS 5.4.3.3), for owners that are classes.
    pub fn resolve_method(&self, method: &MethodRef) -> Result<Arc<Method>, ResolveError> {
        let class = self.class(&method.owner)?;
        if class.is_interface() {
            return Err(ResolveError::OwnerIsInterface(method.clone()));
        }
        for level in self.superclass_chain(&class)? {
            if let Some(found) = signature_polymorphic(&level, &method.name)
                .or_else(|| level.method(&method.name, &method.descriptor))
            {
                return Ok(Arc::clone(found));
            }
        }
        self.resolve_in_superinterfaces(&class, method)
    }

    /// Interface method resolution (JVMS 5.4.3.4), for owners that are interfaces.
    pub fn resolve_interface_method(
        &self,
        method: &MethodRef,
    ) -> Result<Arc<Method>, ResolveError> {
        let class = self.class(&method.owner)?;
        if !class.is_interface() {
            return Err(ResolveError::OwnerIsClass(method.clone()));
        }
        if let Some(found) = class.method(&method.name, &method.descriptor) {
            return Ok(Arc::clone(found));
        }
        let object = self.class(&ClassName::object())?;
        if let Some(found) = object.method(&method.name, &method.descriptor)
            && found.is_public()
            && !found.is_static()
        {
            return Ok(Arc::clone(found));
        }
        self.resolve_in_superinterfaces(&class, method)
    }

    /// Resolution by what the owner is.
    pub fn resolve(&self, method: &MethodRef) -> Result<Arc<Method>, ResolveError> {
        if self.class(&method.owner)?.is_interface() {
            self.resolve_interface_method(method)
        } else {
            self.resolve_method(method)
        }
    }

    fn resolve_in_superinterfaces(
        &self,
        class: &Arc<Class>,
        method: &MethodRef,
    ) -> Result<Arc<Method>, ResolveError> {
        let lineage = self.lineage(class)?;
        let candidates = lineage.interface_candidates(&method.name, &method.descriptor);
        let specific = self.maximally_specific(&candidates)?;
        // The specification leaves the choice among abstract ones open; the nearest is as good as any.
        only_concrete(&specific)
            .or(candidates.first().copied())
            .cloned()
            .ok_or_else(|| ResolveError::NoSuchMethod(method.clone()))
    }

    /// The candidates that no other candidate's interface extends (JVMS 5.4.3.3).
    fn maximally_specific<'m>(
        &self,
        candidates: &[&'m Arc<Method>],
    ) -> Result<Vec<&'m Arc<Method>>, ClassError> {
        let mut specific = Vec::new();
        for candidate in candidates {
            let mut overridden = false;
            for other in candidates {
                overridden |= other.owner() != candidate.owner()
                    && self.is_subtype(other.owner(), candidate.owner())?;
            }
            if !overridden {
                specific.push(*candidate);
            }
        }
        Ok(specific)
    }

    /// Which method runs when `resolved` is called on an object of class `receiver` (JVMS 5.4.6). Nothing if the call
    /// would throw `AbstractMethodError` or `IncompatibleClassChangeError`.
    pub fn select(
        &self,
        receiver: &Arc<Class>,
        resolved: &Arc<Method>,
    ) -> Result<Option<Arc<Method>>, ClassError> {
        self.select_in(&self.lineage(receiver)?, resolved)
    }

    /// The same, for many methods of one receiver.
    pub fn select_in(
        &self,
        receiver: &Lineage,
        resolved: &Arc<Method>,
    ) -> Result<Option<Arc<Method>>, ClassError> {
        if resolved.is_private() {
            return Ok(Some(Arc::clone(resolved)));
        }
        for (depth, class) in receiver.classes.iter().enumerate() {
            if let Some(candidate) = class.method(resolved.name(), resolved.descriptor())
                && !candidate.is_static()
                && (candidate.owner() == resolved.owner()
                    || overrides(&receiver.classes[depth..], candidate, resolved))
            {
                return Ok((!candidate.is_abstract()).then(|| Arc::clone(candidate)));
            }
        }
        let candidates = receiver.interface_candidates(resolved.name(), resolved.descriptor());
        Ok(only_concrete(&self.maximally_specific(&candidates)?).cloned())
    }

    /// Whether `below`, declared in a subclass, overrides `above` (JVMS 5.4.5).
    pub fn overrides(&self, below: &Method, above: &Method) -> Result<bool, ClassError> {
        let class = self.class(below.owner())?;
        Ok(overrides(&self.superclass_chain(&class)?, below, above))
    }
}

impl Lineage {
    /// The superinterfaces' instance methods of that name and descriptor, nearest first.
    fn interface_candidates(&self, name: &str, descriptor: &str) -> Vec<&Arc<Method>> {
        let declared = self
            .interfaces
            .iter()
            .filter_map(|interface| interface.method(name, descriptor));
        declared
            .filter(|method| !method.is_private() && !method.is_static())
            .collect()
    }
}

/// JVMS 5.4.5; `chain` starts with the class of `below` and goes up.
///
/// A package-private method is overridden only within its package, but then also by whatever overrides the overriding
/// method in turn, from any package: so steps from method to method are followed up the chain.
fn overrides(chain: &[Arc<Class>], below: &Method, above: &Method) -> bool {
    if below.name() != above.name() || below.descriptor() != above.descriptor() {
        return false;
    }
    if below.is_private() || below.is_static() {
        return false;
    }
    let between = chain
        .iter()
        .skip(1)
        .take_while(|class| class.name() != above.owner());
    let declared = between.filter_map(|class| class.method(above.name(), above.descriptor()));
    let mut reached = vec![below];
    for upper in declared.map(|method| &**method) {
        if reached.iter().any(|lower| overrides_directly(lower, upper)) {
            reached.push(upper);
        }
    }
    reached.iter().any(|lower| overrides_directly(lower, above))
}

/// One step of JVMS 5.4.5, for methods of the same name and descriptor.
fn overrides_directly(lower: &Method, upper: &Method) -> bool {
    let inheritable = !upper.is_private() && !upper.is_static();
    inheritable
        && (!upper.is_package_private() || lower.owner().package() == upper.owner().package())
}

/// The only one with code, if there is exactly one.
fn only_concrete<'m>(methods: &[&'m Arc<Method>]) -> Option<&'m Arc<Method>> {
    let mut concrete = methods.iter().filter(|method| !method.is_abstract());
    match (concrete.next(), concrete.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// A method of `MethodHandle` or `VarHandle` that takes whatever it is given (JVMS 2.9.3).
fn signature_polymorphic<'c>(class: &'c Class, name: &str) -> Option<&'c Arc<Method>> {
    if !matches!(
        class.name().internal(),
        "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
    ) {
        return None;
    }
    let mut named = class
        .methods()
        .iter()
        .filter(|method| method.name() == name);
    let only = named.next().filter(|_| named.next().is_none())?;
    let polymorphic = only
        .flags()
        .contains(MethodFlags::VARARGS | MethodFlags::NATIVE)
        && only.descriptor().starts_with("([Ljava/lang/Object;)");
    polymorphic.then_some(only)
}
