//! Is a class meant to be used by several threads at once? What its author declares, and what its code shows.
//!
//! Most classes say nothing, so the use of locks, volatile fields and concurrent collections counts as a hint: nobody
//! pays for synchronization in a class that one thread uses. Declarations outweigh hints.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_classfile::{Annotation, ElementValue, Error, MethodFlags, Opcode, Tag};
use serde::Serialize;

use crate::class::Class;
use crate::error::ClassError;
use crate::name::ClassName;
use crate::program::Program;

/// What says that a class is meant to be used by several threads at once, or is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Intent {
    /// What it adds up to.
    pub verdict: IntentVerdict,
    /// What was found, strongest first.
    pub evidence: Vec<Evidence>,
}

/// What the evidence adds up to. Declared intent outweighs use of locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentVerdict {
    /// The author says so: `@ThreadSafe`, `@Immutable`, `@GuardedBy`.
    DeclaredThreadSafe,
    /// Nothing is declared, but the code synchronizes.
    SupposedlyThreadSafe,
    /// The author says it is not: `@NotThreadSafe`.
    DeclaredNotThreadSafe,
    /// Nothing points either way.
    Unknown,
}

/// One thing that speaks for or against thread safety.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Evidence {
    /// An annotation that declares intent.
    Annotation {
        /// The annotation's class.
        annotation: ClassName,
        /// What carries it: `class`, `field count`, `method put`.
        on: String,
        /// The lock named by `@GuardedBy`.
        lock: Option<String>,
    },
    /// Methods declared `synchronized`.
    SynchronizedMethods {
        /// How many, in the class and its superclasses.
        count: usize,
    },
    /// Methods that contain a `synchronized` block.
    SynchronizedBlocks {
        /// How many, in the class and its superclasses.
        count: usize,
    },
    /// Volatile fields.
    VolatileFields {
        /// Their names, in the class and its superclasses.
        names: Vec<String>,
    },
    /// Use of `java.util.concurrent`.
    ConcurrentLibrary {
        /// The classes used, by the class and its superclasses.
        classes: Vec<ClassName>,
    },
}

/// What an annotation declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Declares {
    ThreadSafe,
    NotThreadSafe,
    Guarded,
}

/// Packages whose annotations mean what *Java Concurrency in Practice* defined.
const KNOWN_PACKAGES: [&str; 8] = [
    "net/jcip/annotations",
    "javax/annotation/concurrent",
    "com/google/errorprone/annotations",
    "com/google/errorprone/annotations/concurrent",
    "com/google/j2objc/annotations",
    "com/github/spotbugs/annotations",
    "androidx/annotation",
    "org/apache/http/annotation",
];

/// Types of `java.util.concurrent` that say nothing about shared state.
const NO_HINT: [&str; 8] = [
    "Callable",
    "CancellationException",
    "CompletionException",
    "ExecutionException",
    "RejectedExecutionException",
    "ThreadLocalRandom",
    "TimeUnit",
    "TimeoutException",
];

/// What the annotation of this name declares.
///
/// Projects keep copies of these annotations in packages of their own, so `ThreadSafe`, `NotThreadSafe` and `GuardedBy`
/// count wherever they come from. `Immutable` has other meanings elsewhere (entities that are never updated), and counts
/// only from a package known to mean objects.
fn declares(annotation: &ClassName) -> Option<Declares> {
    let simple = annotation.simple().rsplit('$').next()?;
    match simple {
        "ThreadSafe" => Some(Declares::ThreadSafe),
        "NotThreadSafe" => Some(Declares::NotThreadSafe),
        "GuardedBy" => Some(Declares::Guarded),
        "Immutable" if KNOWN_PACKAGES.contains(&annotation.package()) => Some(Declares::ThreadSafe),
        _ => None,
    }
}

impl Program {
    /// What says that the class is meant to be used by several threads at once, or is not.
    ///
    /// Annotations count on the class itself and its members (none of them is inherited), the use of locks in the
    /// superclasses too, whose methods are called on the same object.
    pub fn intent(&self, class: &Arc<Class>) -> Result<Intent, ClassError> {
        let mut found = Found::default();
        for (depth, level) in self.superclass_chain(class)?.iter().enumerate() {
            if level.name().is_object() {
                break;
            }
            let broken = |source| ClassError::Malformed {
                name: level.name().clone(),
                origin: level.origin().clone(),
                source,
            };
            if depth == 0 {
                found.add_annotations(level).map_err(broken)?;
            }
            found.add_synchronization(level.synchronization().map_err(broken)?);
        }
        Ok(found.into_intent())
    }
}

#[derive(Default)]
struct Found {
    annotations: Vec<(Declares, Evidence)>,
    synchronized_methods: usize,
    synchronized_blocks: usize,
    volatile_fields: Vec<String>,
    concurrent: BTreeSet<ClassName>,
}

impl Found {
    fn add_annotations(&mut self, class: &Class) -> Result<(), Error> {
        let file = class.file()?;
        // The JVM does not read annotations, so broken ones are simply not there.
        self.annotated(
            "class".to_owned(),
            &file.attributes().annotations().unwrap_or_default(),
        );
        for field in file.fields() {
            self.annotated(
                format!("field {}", field.name()),
                &field.attributes().annotations().unwrap_or_default(),
            );
        }
        for method in file.methods() {
            self.annotated(
                format!("method {}", method.name()),
                &method.attributes().annotations().unwrap_or_default(),
            );
        }
        Ok(())
    }

    fn annotated(&mut self, on: String, annotations: &[Annotation<'_>]) {
        for annotation in annotations {
            let descriptor = annotation.descriptor.to_str();
            let Some(name) = descriptor
                .strip_prefix('L')
                .and_then(|name| name.strip_suffix(';'))
            else {
                continue;
            };
            let name = ClassName::from_internal(name);
            if let Some(declares) = declares(&name) {
                let evidence = Evidence::Annotation {
                    annotation: name,
                    on: on.clone(),
                    lock: annotation.element("value").and_then(lock_of),
                };
                self.annotations.push((declares, evidence));
            }
        }
    }

    fn add_synchronization(&mut self, shown: &Synchronization) {
        self.synchronized_methods += shown.synchronized_methods;
        self.synchronized_blocks += shown.synchronized_blocks;
        self.volatile_fields
            .extend(shown.volatile_fields.iter().cloned());
        self.concurrent.extend(shown.concurrent.iter().cloned());
    }

    fn into_intent(self) -> Intent {
        let declared = |wanted: Declares| {
            self.annotations
                .iter()
                .any(|(declares, _)| *declares == wanted)
        };
        let (safe, unsafe_, guarded) = (
            declared(Declares::ThreadSafe),
            declared(Declares::NotThreadSafe),
            declared(Declares::Guarded),
        );
        let mut evidence: Vec<Evidence> = self
            .annotations
            .into_iter()
            .map(|(_, evidence)| evidence)
            .collect();
        let annotations = evidence.len();
        if self.synchronized_methods > 0 {
            evidence.push(Evidence::SynchronizedMethods {
                count: self.synchronized_methods,
            });
        }
        if self.synchronized_blocks > 0 {
            evidence.push(Evidence::SynchronizedBlocks {
                count: self.synchronized_blocks,
            });
        }
        if !self.volatile_fields.is_empty() {
            evidence.push(Evidence::VolatileFields {
                names: self.volatile_fields,
            });
        }
        if !self.concurrent.is_empty() {
            evidence.push(Evidence::ConcurrentLibrary {
                classes: self.concurrent.into_iter().collect(),
            });
        }
        let verdict = if unsafe_ {
            IntentVerdict::DeclaredNotThreadSafe
        } else if safe || guarded {
            IntentVerdict::DeclaredThreadSafe
        } else if evidence.len() > annotations {
            IntentVerdict::SupposedlyThreadSafe
        } else {
            IntentVerdict::Unknown
        };
        Intent { verdict, evidence }
    }
}

/// What one class's own code and fields show. Kept with the class: every subclass asks again.
#[derive(Debug, Default)]
pub(crate) struct Synchronization {
    synchronized_methods: usize,
    synchronized_blocks: usize,
    volatile_fields: Vec<String>,
    concurrent: BTreeSet<ClassName>,
}

impl Synchronization {
    pub(crate) fn read(class: &Class) -> Result<Self, Error> {
        let mut found = Self::default();
        let file = class.file()?;
        for method in file.methods() {
            if method.flags().contains(MethodFlags::SYNCHRONIZED) {
                found.synchronized_methods += 1;
            }
            let Some(code) = method.code()? else { continue };
            // A block needs its instruction; looking for the byte first saves decoding most methods.
            let possible = code.bytes().contains(&Opcode::Monitorenter.byte());
            let enters = possible
                && code.instructions().any(|instruction| {
                    instruction.is_ok_and(|instruction| instruction.opcode == Opcode::Monitorenter)
                });
            found.synchronized_blocks += usize::from(enters);
        }
        let volatile = class.fields().iter().filter(|field| field.is_volatile());
        found.volatile_fields = volatile.map(|field| field.name().to_owned()).collect();
        let pool = file.pool();
        for (index, tag) in pool.iter() {
            if tag == Tag::Class {
                found.add_concurrent(&pool.class_name(index)?.to_str());
            }
        }
        // A type that only declares a field is not among the class constants.
        for field in class.fields() {
            if let Some(name) = field.field_type().element_class() {
                found.add_concurrent(name.internal());
            }
        }
        Ok(found)
    }

    fn add_concurrent(&mut self, name: &str) {
        if let Some(rest) = name.strip_prefix("java/util/concurrent/")
            && !NO_HINT.contains(&rest)
        {
            // Whoever uses a nested type uses the class around it.
            let outer = name.split('$').next().unwrap_or(name);
            self.concurrent.insert(ClassName::from_internal(outer));
        }
    }
}

/// The lock that `@GuardedBy` names: one string, or several.
fn lock_of(value: &ElementValue<'_>) -> Option<String> {
    match value {
        ElementValue::String(text) => Some(text.to_str().into_owned()),
        ElementValue::Array(values) => {
            let locks: Vec<String> = values.iter().filter_map(lock_of).collect();
            (!locks.is_empty()).then(|| locks.join(", "))
        }
        _ => None,
    }
}
