//! The rule of what two suffixes may share.
//!
//! One `ArrayList` handed to both suffixes fails by itself, and the class under test would be blamed for it. So an object that both
//! can reach must be an instance of the class under test, immutable, or known to be thread-safe. Everything else is made
//! in the part of the test that uses it, and is given away with its first use as an argument: afterwards the class under test may hold it.

use std::sync::{Arc, PoisonError, RwLock};

use raddle_classfile::ClassFlags;
use raddle_program::class::{Class, ClassKind};
use raddle_program::intent::{Evidence, IntentVerdict};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::JavaType;
use rustc_hash::FxHashMap;

/// What an object may be used for, judged by its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sharing {
    /// An instance of the class under test: what the test is about.
    Tested,
    /// Cannot change, or is known to be thread-safe: anybody may have it.
    Free,
    /// Belongs to one part of the test, and to nobody after its first use.
    Owned,
}

/// Judges classes.
#[derive(Debug)]
pub(crate) struct SharingRule {
    program: Arc<Program>,
    free: RwLock<FxHashMap<ClassName, bool>>,
}

/// Classes of the JDK that never change once made, though their fields do not show it (cached hash codes, hidden
/// arrays, abstract parts); and `Object` itself, which has nothing to change.
const IMMUTABLE: [&str; 22] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Class",
    "java/lang/StackTraceElement",
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/math/MathContext",
    "java/io/File",
    "java/net/URI",
    "java/net/URL",
    "java/util/UUID",
    "java/util/Locale",
    "java/util/Currency",
    "java/util/regex/Pattern",
];

/// Packages of the JDK whose concrete classes are all immutable.
const IMMUTABLE_PACKAGES: [&str; 4] = [
    "java/time",
    "java/time/chrono",
    "java/time/zone",
    "java/time/temporal",
];

/// Classes of the JDK that are made to be shared, never block, and hold no foreign locks while they call out.
const THREAD_SAFE: [&str; 8] = [
    "java/util/Random",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentLinkedDeque",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/ConcurrentSkipListMap",
    "java/util/concurrent/ConcurrentSkipListSet",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/CopyOnWriteArraySet",
];

impl SharingRule {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        Self {
            program,
            free: RwLock::default(),
        }
    }

    /// Whether an object whose class is exactly this may be had by anybody.
    pub(crate) fn is_free(&self, class: &ClassName) -> bool {
        let known = self
            .free
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(class)
            .copied();
        known.unwrap_or_else(|| {
            let free = self.judge(class, 0);
            self.free
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(class.clone(), free);
            free
        })
    }

    /// Whether an object declared with this type may be had by anybody: its class must then be known for sure.
    pub(crate) fn is_free_as_declared(&self, declared: &JavaType) -> bool {
        match declared {
            JavaType::Primitive(_) => true,
            JavaType::Array(_) => false,
            JavaType::Class(name) => self.is_closed(name) && self.is_free(name),
        }
    }

    /// Whether every object of this type is of this class, or of an enum constant's own.
    fn is_closed(&self, name: &ClassName) -> bool {
        self.program.class(name).is_ok_and(|class| {
            class.flags().contains(ClassFlags::FINAL) || class.kind() == ClassKind::Enum
        })
    }

    fn judge(&self, name: &ClassName, depth: u32) -> bool {
        let internal = name.internal();
        if IMMUTABLE.contains(&internal) || THREAD_SAFE.contains(&internal) {
            return true;
        }
        if internal.starts_with("java/util/concurrent/atomic/") {
            return true;
        }
        let Ok(class) = self.program.class(name) else {
            return false;
        };
        if class.is_abstract() && class.kind() != ClassKind::Enum {
            return false;
        }
        self.is_enum(&class)
            || IMMUTABLE_PACKAGES.contains(&name.package())
            || self.is_declared(&class)
            || self.is_made_of_final_parts(&class, depth)
    }

    /// An enum, or the class of one of its constants.
    fn is_enum(&self, class: &Arc<Class>) -> bool {
        class.kind() == ClassKind::Enum
            || self
                .program
                .superclass_of(class)
                .is_ok_and(|above| above.is_some_and(|above| above.kind() == ClassKind::Enum))
    }

    /// The author says that it is thread-safe or immutable.
    fn is_declared(&self, class: &Arc<Class>) -> bool {
        self.program.intent(class).is_ok_and(|intent| {
            intent.verdict == IntentVerdict::DeclaredThreadSafe
                && intent.evidence.iter().any(
                    |evidence| matches!(evidence, Evidence::Annotation { on, .. } if on == "class"),
                )
        })
    }

    /// All instance fields, inherited ones too, are final and of types that are immutable themselves.
    fn is_made_of_final_parts(&self, class: &Arc<Class>, depth: u32) -> bool {
        const DEEPEST: u32 = 4;
        let Ok(chain) = self.program.superclass_chain(class) else {
            return false;
        };
        depth < DEEPEST
            && chain.iter().flat_map(|level| level.fields()).all(|field| {
                field.is_static()
                    || (field.is_final()
                        && match field.field_type() {
                            JavaType::Primitive(_) => true,
                            JavaType::Array(_) => false,
                            JavaType::Class(part) => {
                                self.is_closed(part) && self.judge(part, depth + 1)
                            }
                        })
            })
    }
}
