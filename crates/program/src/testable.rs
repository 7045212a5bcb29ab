//! Can a class be tested, and if not, why not and what could be tested instead?

use std::sync::Arc;

use serde::Serialize;

use crate::access::Accessibility;
use crate::api::{Api, Callable};
use crate::class::{Class, ClassKind};
use crate::error::ClassError;
use crate::index::{Provider, ProviderKind};
use crate::member::Field;
use crate::name::ClassName;
use crate::program::Program;
use crate::types::JavaType;

/// How many other classes are proposed at most.
const PROPOSED: usize = 10;

/// Whether a test of a class can be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Testability {
    /// Instances can be had and methods called.
    Testable,
    /// Only its public static methods can be tested: it has no others, or nobody gives an instance to a test.
    StaticOnly,
    /// It cannot be tested as it is.
    NotTestable {
        /// Why not.
        reason: NotTestable,
        /// One sentence for people.
        message: String,
        /// Classes that could be tested instead: implementations, subclasses.
        instead: Vec<ClassName>,
    },
}

impl Testability {
    /// Whether anything can be tested.
    pub fn is_testable(&self) -> bool {
        !matches!(self, Self::NotTestable { .. })
    }
}

/// Why a class cannot be tested as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotTestable {
    /// An interface or annotation type: an implementation is needed.
    Interface,
    /// An abstract class without a factory: a subclass is needed.
    Abstract,
    /// The class is not public.
    NotPublic,
    /// The class is public, a class around it is not.
    EnclosingClassNotPublic,
    /// Its module does not export its package to everybody.
    PackageNotExported,
    /// A local or anonymous class, or one made by the compiler: it has no name a test could use.
    Unnamed,
    /// No public constructor, factory, constant or method gives an instance, and there are no static methods.
    NoInstance,
    /// Nothing but the methods of `java.lang.Object` can be called.
    NoMethods,
    /// The class file needs a newer JDK.
    TooNew,
    /// A superclass or superinterface is not on the class path.
    MissingSupertype,
    /// The class file is broken.
    Malformed,
    /// Another entry of the class path, or the JDK, has a class of the same name and comes first.
    Shadowed,
}

/// Where instances of a class come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Its own static methods that return it or a subtype.
    pub own_factories: Vec<Callable>,
    /// Its own public static fields that hold it or a subtype; an enum's constants are among them.
    pub own_fields: Vec<Arc<Field>>,
    /// Members of other classes, if nothing nearer was found and the whole class path was searched.
    pub others: Vec<Provider>,
}

impl Program {
    /// The class's own factories and instances in static fields.
    pub fn own_sources(&self, class: &Class, api: &Api) -> Result<Sources, ClassError> {
        let mut sources = Sources::default();
        for factory in &api.static_methods {
            if self.gives(factory.method.result(), class.name())? {
                sources.own_factories.push(factory.clone());
            }
        }
        for field in &api.fields {
            if field.is_static()
                && field.owner() == class.name()
                && self.gives(Some(field.field_type()), class.name())?
            {
                sources.own_fields.push(Arc::clone(field));
            }
        }
        Ok(sources)
    }

    /// Whether a value of the type is an instance of the class. A type that is not on the class path is none.
    fn gives(&self, given: Option<&JavaType>, class: &ClassName) -> Result<bool, ClassError> {
        let Some(given) = given.and_then(JavaType::as_class) else {
            return Ok(false);
        };
        if given == class {
            return Ok(true);
        }
        // Every object is an `Object`; nobody means those.
        if class.is_object() || self.find(given).is_none() {
            return Ok(false);
        }
        match self.is_subtype(given, class) {
            Err(ClassError::MissingSupertype { .. }) => Ok(false),
            answer => answer,
        }
    }

    /// Who else gives instances of the class to a test, searching the whole class path.
    ///
    /// Members that need an instance of the class first are left out.
    pub fn other_sources(&self, class: &ClassName) -> Vec<Provider> {
        let index = self.index();
        let Some(id) = index.find(class) else {
            return Vec::new();
        };
        let subtypes = index.subtypes(id);
        let needs_itself = |provider: &Provider| {
            let on_instance = matches!(
                provider.kind,
                ProviderKind::InstanceMethod | ProviderKind::InstanceField
            );
            on_instance && subtypes.binary_search(&provider.through).is_ok()
        };
        let types = std::iter::once(&id).chain(&subtypes);
        let providers = types.flat_map(|class| index.providers(*class));
        providers
            .filter(|provider| provider.through != id && !needs_itself(provider))
            .copied()
            .collect()
    }

    /// Whether the class can be tested. `sources` may gain what the whole class path has, if that had to be searched.
    pub fn testability(
        &self,
        class: &Arc<Class>,
        api: &Api,
        sources: &mut Sources,
    ) -> Result<Testability, ClassError> {
        let name = class.name();
        let refuse = |reason, message: String| {
            Ok(Testability::NotTestable {
                reason,
                message,
                instead: Vec::new(),
            })
        };
        match self.accessibility(class)? {
            Accessibility::Accessible => {}
            Accessibility::Unnamed => {
                return refuse(
                    NotTestable::Unnamed,
                    format!("{name} has no name that a test could use"),
                );
            }
            Accessibility::NotPublic => {
                let hint = "if a public static method returns it, test that: CLASS#method";
                return refuse(
                    NotTestable::NotPublic,
                    format!("{name} is not public; {hint}"),
                );
            }
            Accessibility::EnclosingNotPublic => {
                let message = format!("{name} is public, but a class around it is not");
                return refuse(NotTestable::EnclosingClassNotPublic, message);
            }
            Accessibility::NotExported => {
                let message = format!("the JDK keeps the package of {name} to itself");
                return refuse(NotTestable::PackageNotExported, message);
            }
        }
        if class.is_interface() {
            let what = if class.kind() == ClassKind::Annotation {
                "an annotation type"
            } else {
                "an interface"
            };
            return Ok(self.propose(class, NotTestable::Interface, what, "implementation"));
        }
        let callable = api.on_instance().count();
        if callable == 0 && api.static_methods.is_empty() {
            let message = format!("{name} has no public methods but those of java.lang.Object");
            return refuse(NotTestable::NoMethods, message);
        }
        let has_own = !api.constructors.is_empty()
            || !sources.own_factories.is_empty()
            || !sources.own_fields.is_empty();
        if has_own && callable > 0 {
            return Ok(Testability::Testable);
        }
        if class.is_abstract() {
            return Ok(self.propose(
                class,
                NotTestable::Abstract,
                "an abstract class",
                "subclass",
            ));
        }
        if callable > 0 {
            sources.others = self.other_sources(name);
        }
        if !sources.others.is_empty() {
            return Ok(Testability::Testable);
        }
        if !api.static_methods.is_empty() {
            return Ok(Testability::StaticOnly);
        }
        let message = format!(
            "nothing public on the class path gives an instance of {name}: no constructor, factory, field or method"
        );
        refuse(NotTestable::NoInstance, message)
    }

    /// Refuses an interface or abstract class, and names what could be tested instead.
    fn propose(
        &self,
        class: &Class,
        reason: NotTestable,
        what: &str,
        instead: &str,
    ) -> Testability {
        let name = class.name();
        let all = self.concrete_subtypes(name);
        let message = match &all[..] {
            [] => format!(
                "{name} is {what}, and the class path has no {instead} of it that a test could make"
            ),
            [only] => format!("{name} is {what}; test its {instead} {only} instead"),
            [first, second, ..] => {
                let count = all.len();
                format!(
                    "{name} is {what}; test one of its {count} {instead}s instead, such as {first} or {second}"
                )
            }
        };
        Testability::NotTestable {
            reason,
            message,
            instead: all.into_iter().take(PROPOSED).collect(),
        }
    }

    /// The subtypes that a test can make an instance of: those nearest to the class first.
    pub fn concrete_subtypes(&self, class: &ClassName) -> Vec<ClassName> {
        let index = self.index();
        let Some(id) = index.find(class) else {
            return Vec::new();
        };
        let can_be_made = |provider: &Provider| {
            matches!(
                provider.kind,
                ProviderKind::Constructor | ProviderKind::StaticMethod | ProviderKind::StaticField
            )
        };
        let usable = index.subtypes(id).into_iter().filter(|subtype| {
            index.is_accessible(*subtype)
                && !index.is_abstract(*subtype)
                && index.providers(*subtype).iter().any(can_be_made)
        });
        let mut names: Vec<ClassName> = usable.map(|subtype| index.name(subtype).clone()).collect();
        names.sort_by_cached_key(|name| (distance(class.package(), name.package()), name.clone()));
        names
    }
}

/// How far apart two packages are: the steps from one to the other in the tree of packages.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    from.len() + to.len() - 2 * common
}
