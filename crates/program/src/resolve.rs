//! Which declaration a field or method reference means (JVMS 5.4.3), and which code a call runs (JVMS 5.4.5, 5.4.6).
//!
//! Whether the caller may use what is found is a separate question; see [`crate::access`].

use std::sync::Arc;

use raddle_classfile::MethodFlags;
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::class::Class;
use crate::error::ClassError;
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
            let mut seen = FxHashSet::default();
            if let Some(found) = self.interface_field(&level, field, &mut seen)? {
                return Ok(found);
            }
        }
        Err(ResolveError::NoSuchField(field.clone()))
    }

    /// Looks through the interfaces that a class names, each followed by its own superinterfaces.
    fn interface_field(
        &self,
        class: &Class,
        field: &FieldRef,
        seen: &mut FxHashSet<ClassName>,
    ) -> Result<Option<Arc<Field>>, ClassError> {
        for name in class.interfaces() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let interface = self.supertype(class.name(), name)?;
            if let Some(found) = interface.field(&field.name, &field.descriptor) {
                return Ok(Some(Arc::clone(found)));
            }
            if let Some(found) = self.interface_field(&interface, field, seen)? {
                return Ok(Some(found));
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
        let candidates = self.interface_candidates(class, &method.name, &method.descriptor)?;
        let specific = self.maximally_specific(&candidates)?;
        // The specification leaves the choice among abstract ones open; the nearest is as good as any.
        only_concrete(&specific)
            .or_else(|| candidates.first().cloned())
            .ok_or_else(|| ResolveError::NoSuchMethod(method.clone()))
    }

    /// The superinterfaces' instance methods of that name and descriptor, nearest first.
    fn interface_candidates(
        &self,
        class: &Arc<Class>,
        name: &str,
        descriptor: &str,
    ) -> Result<Vec<Arc<Method>>, ClassError> {
        let interfaces = self.superinterfaces(class)?;
        let declared = interfaces
            .iter()
            .filter_map(|interface| interface.method(name, descriptor));
        let inheritable = declared.filter(|method| !method.is_private() && !method.is_static());
        Ok(inheritable.cloned().collect())
    }

    /// The candidates that no other candidate's interface extends (JVMS 5.4.3.3).
    fn maximally_specific(
        &self,
        candidates: &[Arc<Method>],
    ) -> Result<Vec<Arc<Method>>, ClassError> {
        let mut specific = Vec::new();
        for candidate in candidates {
            let mut overridden = false;
            for other in candidates {
                overridden |= other.owner() != candidate.owner()
                    && self.is_subtype(other.owner(), candidate.owner())?;
            }
            if !overridden {
                specific.push(Arc::clone(candidate));
            }
        }
        Ok(specific)
    }

    /// Which method runs when `resolved` is called on an object of class `receiver` (JVMS 5.4.6). Nothing if the call
    /// would throw `AbstractMethodError` or `IncompatibleClassChangeError`.
    pub fn select(
        &self,
        receiver: &Arc<Class>,
        resolved: &Method,
    ) -> Result<Option<Arc<Method>>, ClassError> {
        let declaring = self.class(resolved.owner())?;
        if resolved.is_private() {
            return Ok(declaring
                .method(resolved.name(), resolved.descriptor())
                .cloned());
        }
        let chain = self.superclass_chain(receiver)?;
        for (depth, class) in chain.iter().enumerate() {
            if let Some(candidate) = class.method(resolved.name(), resolved.descriptor())
                && !candidate.is_static()
                && (candidate.owner() == resolved.owner()
                    || overrides(&chain[depth..], candidate, resolved))
            {
                return Ok((!candidate.is_abstract()).then(|| Arc::clone(candidate)));
            }
        }
        let candidates =
            self.interface_candidates(receiver, resolved.name(), resolved.descriptor())?;
        Ok(only_concrete(&self.maximally_specific(&candidates)?))
    }

    /// Whether `below`, declared in a subclass, overrides `above` (JVMS 5.4.5).
    pub fn overrides(&self, below: &Method, above: &Method) -> Result<bool, ClassError> {
        let class = self.class(below.owner())?;
        Ok(overrides(&self.superclass_chain(&class)?, below, above))
    }
}

/// JVMS 5.4.5; `chain` starts with the class of `below` and goes up.
///
/// A package-private method is overridden only within its package, but then also by whatever overrides such a method in
/// turn, from any package.
fn overrides(chain: &[Arc<Class>], below: &Method, above: &Method) -> bool {
    if below.name() != above.name()
        || below.descriptor() != above.descriptor()
        || below.is_private()
    {
        return false;
    }
    if above.is_private() || above.is_static() || below.is_static() {
        return false;
    }
    if !above.is_package_private() || below.owner().package() == above.owner().package() {
        return true;
    }
    let between = chain.iter().enumerate().skip(1);
    between
        .take_while(|(_, class)| class.name() != above.owner())
        .filter_map(|(depth, class)| Some((depth, class.method(above.name(), above.descriptor())?)))
        .any(|(depth, middle)| {
            overrides(chain, below, middle) && overrides(&chain[depth..], middle, above)
        })
}

/// The only one with code, if there is exactly one.
fn only_concrete(methods: &[Arc<Method>]) -> Option<Arc<Method>> {
    let mut concrete = methods.iter().filter(|method| !method.is_abstract());
    match (concrete.next(), concrete.next()) {
        (Some(only), None) => Some(Arc::clone(only)),
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
