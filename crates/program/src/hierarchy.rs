//! Who extends whom, found by walking up from a class.
//!
//! Nothing is precomputed here; questions that need to walk down are the index's.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::class::Class;
use crate::error::ClassError;
use crate::name::ClassName;
use crate::program::Program;
use crate::types::JavaType;

/// Superclasses that are followed; the JVM's own stack ends at some thousands. Real programs have a dozen.
const DEEPEST: usize = 1_000;

/// A class with everything above it.
#[derive(Debug, Clone)]
pub struct Lineage {
    /// The class itself and its superclasses up to `java.lang.Object`.
    pub classes: Vec<Arc<Class>>,
    /// All interfaces, directly or not, each once, nearest first.
    pub interfaces: Vec<Arc<Class>>,
}

impl Program {
    /// A supertype that `class` names, which must be there.
    pub(crate) fn supertype(
        &self,
        class: &ClassName,
        supertype: &ClassName,
    ) -> Result<Arc<Class>, ClassError> {
        self.find(supertype).unwrap_or_else(|| {
            Err(ClassError::MissingSupertype {
                class: class.clone(),
                missing: supertype.clone(),
            })
        })
    }

    /// The superclass; nothing for `java.lang.Object`.
    pub fn superclass_of(&self, class: &Class) -> Result<Option<Arc<Class>>, ClassError> {
        class
            .superclass()
            .map(|superclass| self.supertype(class.name(), superclass))
            .transpose()
    }

    /// The class itself and its superclasses up to `java.lang.Object`. An interface's only superclass is `Object`.
    pub fn superclass_chain(&self, class: &Arc<Class>) -> Result<Vec<Arc<Class>>, ClassError> {
        let mut chain = vec![Arc::clone(class)];
        let mut at = Arc::clone(class);
        while let Some(superclass) = self.superclass_of(&at)? {
            if chain.iter().any(|below| below.name() == superclass.name()) {
                return Err(ClassError::Circular {
                    name: superclass.name().clone(),
                });
            }
            if chain.len() >= DEEPEST {
                return Err(ClassError::TooDeep {
                    name: class.name().clone(),
                });
            }
            chain.push(Arc::clone(&superclass));
            at = superclass;
        }
        Ok(chain)
    }

    /// All interfaces the class implements, directly or not, each once, nearest first: those that the class names, then
    /// those they extend, then the superclass's.
    pub fn superinterfaces(&self, class: &Arc<Class>) -> Result<Vec<Arc<Class>>, ClassError> {
        Ok(self.lineage(class)?.interfaces)
    }

    /// The class with everything above it.
    pub fn lineage(&self, class: &Arc<Class>) -> Result<Lineage, ClassError> {
        let classes = self.superclass_chain(class)?;
        let mut interfaces: Vec<Arc<Class>> = Vec::new();
        let mut seen: FxHashSet<ClassName> = FxHashSet::default();
        for level in &classes {
            let mut next = interfaces.len();
            let mut from = Arc::clone(level);
            loop {
                for name in from.interfaces() {
                    if seen.insert(name.clone()) {
                        interfaces.push(self.supertype(from.name(), name)?);
                    }
                }
                let Some(interface) = interfaces.get(next) else {
                    break;
                };
                from = Arc::clone(interface);
                next += 1;
            }
        }
        Ok(Lineage {
            classes,
            interfaces,
        })
    }

    /// Whether `below` is `above`, or extends or implements it. Both are classes or interfaces.
    pub fn is_subtype(&self, below: &ClassName, above: &ClassName) -> Result<bool, ClassError> {
        if below == above || above.is_object() {
            return Ok(true);
        }
        let mut seen: FxHashSet<ClassName> = FxHashSet::default();
        let mut waiting = vec![(None, below.clone())];
        while let Some((child, name)) = waiting.pop() {
            let class = match &child {
                Some(child) => self.supertype(child, &name)?,
                None => self.class(&name)?,
            };
            for supertype in class.direct_supertypes() {
                if supertype == above {
                    return Ok(true);
                }
                if seen.insert(supertype.clone()) {
                    waiting.push((Some(name.clone()), supertype.clone()));
                }
            }
        }
        Ok(false)
    }

    /// Whether a value of type `from` can be passed where `to` is expected, without boxing or widening of primitives
    /// (JLS 5.1.5, 4.10.3).
    pub fn is_assignable(&self, from: &JavaType, to: &JavaType) -> Result<bool, ClassError> {
        match (from, to) {
            (JavaType::Class(from), JavaType::Class(to)) => self.is_subtype(from, to),
            (JavaType::Array(from), JavaType::Array(to)) => self.is_assignable(from, to),
            (JavaType::Array(_), JavaType::Class(to)) => Ok(matches!(
                to.internal(),
                "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable"
            )),
            _ => Ok(from == to),
        }
    }
}
