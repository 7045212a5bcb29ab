//! What a test can call on a class: the members that a caller outside the package may use, told apart by where their
//! code is.
//!
//! A call names a type and a method. The type must be one the test can name; the method may be declared in a class
//! that the test cannot name, as long as it is public (JVMS 5.4.4): `StringBuffer` has methods of the hidden
//! `AbstractStringBuilder`. For a class that is hidden itself, the calls go through its visible supertypes.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::class::Class;
use crate::error::ClassError;
use crate::hierarchy::Lineage;
use crate::member::{Field, Method, MethodRef, Signature};
use crate::program::Program;

/// A method that a test can call, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callable {
    /// The method that runs, or the abstract declaration.
    pub method: Arc<Method>,
    /// The method as the call names it. The owner is visible to the test, and is the receiver's class or a supertype.
    pub named: MethodRef,
    /// Whether the owner that the call names is an interface, so that the call is an `invokeinterface`.
    pub through_interface: bool,
}

/// The members of a class that a test can use. Orders are those of the class files, from the class upwards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Api {
    /// Public constructors; none if the class is abstract or hidden.
    pub constructors: Vec<Arc<Method>>,
    /// Public instance methods with code, of the class and its superclasses except `java.lang.Object`, each signature
    /// once, compiler-made ones left out.
    pub instance_methods: Vec<Callable>,
    /// Instance methods without code in the class or its superclasses: what a subclass or implementation would add.
    pub abstract_methods: Vec<Callable>,
    /// Instance methods whose code comes from an interface.
    pub default_methods: Vec<Callable>,
    /// Public static methods of the class and its superclasses, each signature once.
    pub static_methods: Vec<Callable>,
    /// Public fields of the class, its superclasses and interfaces.
    pub fields: Vec<Arc<Field>>,
}

impl Api {
    /// All methods that can be called on an instance.
    pub fn on_instance(&self) -> impl Iterator<Item = &Callable> {
        self.instance_methods
            .iter()
            .chain(&self.abstract_methods)
            .chain(&self.default_methods)
    }
}

impl Program {
    /// What a test can call on the class.
    pub fn api(&self, class: &Arc<Class>) -> Result<Api, ClassError> {
        let view = View::of(self, class)?;
        let mut api = Api::default();
        let mut taken: FxHashSet<Signature> = FxHashSet::default();
        let mut taken_static: FxHashSet<Signature> = FxHashSet::default();
        for level in view
            .lineage
            .classes
            .iter()
            .filter(|level| !level.name().is_object())
        {
            for method in level.methods() {
                if !method.is_public() || !method.is_ordinary() || method.is_synthetic() {
                    continue;
                }
                let seen = if method.is_static() {
                    &mut taken_static
                } else {
                    &mut taken
                };
                if !seen.insert(method.signature()) {
                    continue;
                }
                let Some(callable) = view.callable(method) else {
                    continue;
                };
                if method.is_static() {
                    api.static_methods.push(callable);
                } else if method.is_abstract() {
                    api.abstract_methods.push(callable);
                } else if class.is_interface() {
                    api.default_methods.push(callable);
                } else {
                    api.instance_methods.push(callable);
                }
            }
            if view.visible_class {
                api.fields.extend(
                    level
                        .fields()
                        .iter()
                        .filter(|field| is_public_field(field))
                        .cloned(),
                );
            }
        }
        for interface in &view.lineage.interfaces {
            for method in interface.methods() {
                if method.is_public() && !method.is_static() && !method.is_synthetic() {
                    self.add_inherited(&view, method, &mut taken, &mut api)?;
                }
            }
            if view.visible_class {
                api.fields.extend(
                    interface
                        .fields()
                        .iter()
                        .filter(|field| is_public_field(field))
                        .cloned(),
                );
            }
        }
        if view.visible_class && !class.is_abstract() {
            let constructors = class
                .methods()
                .iter()
                .filter(|method| method.is_constructor());
            api.constructors = constructors
                .filter(|method| method.is_public() && !method.is_synthetic())
                .cloned()
                .collect();
        }
        Ok(api)
    }

    /// Adds an interface's method, unless the class or a nearer interface has the signature already.
    fn add_inherited(
        &self,
        view: &View,
        method: &Arc<Method>,
        taken: &mut FxHashSet<Signature>,
        api: &mut Api,
    ) -> Result<(), ClassError> {
        let signature = method.signature();
        if taken.contains(&signature) || view.is_object_method(method) {
            return Ok(());
        }
        taken.insert(signature);
        let Some(callable) = view.callable(method) else {
            return Ok(());
        };
        match self.select_in(&view.lineage, method)? {
            // A bridge, of the class or of an interface: the method behind it is there under its own signature.
            Some(selected) if selected.is_synthetic() => {}
            Some(selected) => api.default_methods.push(Callable {
                method: selected,
                ..callable
            }),
            None => api.abstract_methods.push(callable),
        }
        Ok(())
    }
}

/// A class as a test sees it.
struct View {
    class: Arc<Class>,
    visible_class: bool,
    lineage: Lineage,
    /// The supertypes that the test can name, nearest first; only filled for a hidden class.
    visible_supertypes: Vec<(Arc<Class>, Vec<Arc<Class>>)>,
}

impl View {
    fn of(program: &Program, class: &Arc<Class>) -> Result<Self, ClassError> {
        let lineage = program.lineage(class)?;
        let visible_class = program.is_accessible(class)?;
        let mut visible_supertypes = Vec::new();
        if !visible_class {
            let (classes, interfaces) = (lineage.classes.iter().skip(1), &lineage.interfaces);
            let (object, classes): (Vec<_>, Vec<_>) =
                classes.partition(|class| class.name().is_object());
            // `Object` comes last: what an interface declares as well is better called through that.
            for supertype in classes.into_iter().chain(interfaces).chain(object) {
                if program.is_accessible(supertype)? {
                    let mut above = program.lineage(supertype)?;
                    above.classes.retain(|class| {
                        class.name() == supertype.name() || !class.name().is_object()
                    });
                    above.classes.append(&mut above.interfaces);
                    visible_supertypes.push((Arc::clone(supertype), above.classes));
                }
            }
        }
        Ok(Self {
            class: Arc::clone(class),
            visible_class,
            lineage,
            visible_supertypes,
        })
    }

    /// How a test calls a method of the class, if it can.
    fn callable(&self, method: &Arc<Method>) -> Option<Callable> {
        if self.visible_class {
            return Some(Callable {
                method: Arc::clone(method),
                named: method.id().on(self.class.name().clone()),
                through_interface: self.class.is_interface(),
            });
        }
        if method.is_static() {
            return None;
        }
        let signature = method.signature();
        let declared_in = |above: &[Arc<Class>]| {
            let declared = above.iter().flat_map(|class| class.methods());
            let mut same = declared.filter(|declared| {
                declared.is_public() && !declared.is_static() && !declared.is_synthetic()
            });
            // A covariant override may have another descriptor than what the visible type declares.
            same.find(|declared| declared.signature() == signature)
                .cloned()
        };
        self.visible_supertypes
            .iter()
            .find_map(|(supertype, above)| {
                Some(Callable {
                    method: Arc::clone(method),
                    named: declared_in(above)?.id().on(supertype.name().clone()),
                    through_interface: supertype.is_interface(),
                })
            })
    }

    /// Interfaces may repeat `equals` and the like; those are `Object`'s.
    fn is_object_method(&self, method: &Method) -> bool {
        let object = self
            .lineage
            .classes
            .last()
            .filter(|class| class.name().is_object());
        object.is_some_and(|object| {
            object
                .method(method.name(), method.descriptor())
                .is_some_and(|own| own.is_public())
        })
    }
}

fn is_public_field(field: &Field) -> bool {
    field.is_public() && !field.is_synthetic()
}
