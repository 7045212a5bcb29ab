//! A class or a jar as plain data: what `raddle describe` prints.
//!
//! The field names are the JSON's and stay as they are; new ones may be added. Class names are binary names
//! (`java.util.Map$Entry`), types are spelled as in Java source (`int[]`, `java.util.Map$Entry`), generic types by
//! their erasure except where a field says otherwise.

mod class;
mod jar;

use std::path::PathBuf;

use serde::Serialize;

pub use crate::class::ClassKind;
pub use crate::intent::{Evidence, Intent, IntentVerdict};
use crate::name::ClassName;
pub use crate::origin::Origin;
pub use crate::testable::{NotTestable, Testability};
pub use class::class;
pub use jar::jar;

/// Everything about one class that matters for testing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClassDescription {
    /// The class.
    pub name: ClassName,
    /// Class, interface, enum, record or annotation.
    pub kind: ClassKind,
    /// Java's modifiers in source order, `["public", "final"]`.
    pub modifiers: Vec<&'static str>,
    /// Where the class file was found.
    pub origin: Origin,
    /// The Java release whose class files have this version, 17 for class version 61.
    pub java_release: u16,
    /// The superclass; nothing for `java.lang.Object`.
    pub superclass: Option<ClassName>,
    /// The interfaces it names itself.
    pub interfaces: Vec<ClassName>,
    /// The enclosing class whose instance its constructors need, if it is an inner class.
    pub outer_instance: Option<ClassName>,
    /// The only direct subclasses allowed, if it is sealed.
    pub permitted_subclasses: Option<Vec<ClassName>>,
    /// The names of an enum's constants.
    pub enum_constants: Vec<String>,
    /// The names of its public static fields that hold an instance, enum constants left out.
    pub static_instances: Vec<String>,
    /// Whether a test can be made, and if not, why not and what could be tested instead.
    pub testable: Testability,
    /// Public constructors.
    pub constructors: Vec<MethodDescription>,
    /// Its own static methods that return it or a subtype. If it has no constructor, factory or instance of its own, the
    /// methods of other classes that return it.
    pub factories: Vec<MethodDescription>,
    /// Whether `factories` covers the whole class path, or only the class itself.
    pub factories_searched: FactorySearch,
    /// Public instance methods with code, of the class and its superclasses except `java.lang.Object`, each signature once.
    pub instance_methods: Vec<MethodDescription>,
    /// Public static methods of the class and its superclasses.
    pub static_methods: Vec<MethodDescription>,
    /// Methods whose code comes from an interface.
    pub default_methods: Vec<MethodDescription>,
    /// Methods without code, which can be called all the same where a factory gives a subclass.
    pub abstract_methods: Vec<MethodDescription>,
    /// Unordered pairs of instance methods, a method with itself included: n(n+1)/2.
    pub pairs: u64,
    /// The same over instance, static, default and abstract methods together.
    pub all_pairs: u64,
    /// What says that the class is meant to be used by several threads, or is not.
    pub intent: Intent,
}

/// How far factories were looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FactorySearch {
    /// In the class itself.
    OwnClass,
    /// On the whole class path.
    ClassPath,
}

/// A constructor or method that a test can call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MethodDescription {
    /// The name; `<init>` for constructors.
    pub name: String,
    /// The descriptor of the class file, `(Ljava/lang/String;I)V`.
    pub descriptor: String,
    /// The erased parameter types.
    pub parameters: Vec<String>,
    /// The erased return type; the class itself for constructors.
    pub returns: String,
    /// The generic declaration as in Java source, where it says more than the erased one.
    pub generic: Option<String>,
    /// The class that has the code.
    pub declared_in: ClassName,
    /// The type to call it on, where `declared_in` is not visible to the test.
    pub called_on: ClassName,
    /// Declared `synchronized`.
    pub synchronized: bool,
    /// Declared with a variable number of arguments: the last parameter is an array.
    pub varargs: bool,
    /// Checked exceptions it declares.
    pub throws: Vec<ClassName>,
}

/// The classes of one jar or directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JarDescription {
    /// The jar or directory.
    pub path: PathBuf,
    /// Its classes, sorted by name.
    pub classes: Vec<ClassRow>,
    /// How many of them are testable (static methods alone counted too).
    pub testable: usize,
}

/// One class of a jar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClassRow {
    /// The class.
    pub name: ClassName,
    /// What it is; nothing if its class file is broken.
    pub kind: Option<ClassKind>,
    /// Testable, or why not.
    pub testable: Testability,
    /// Number of callable instance methods.
    pub instance_methods: usize,
    /// Number of callable static methods.
    pub static_methods: usize,
    /// Number of methods inherited from interfaces with their code.
    pub default_methods: usize,
    /// Pairs of instance methods: n(n+1)/2.
    pub pairs: u64,
    /// What is said or shown about thread safety.
    pub intent: Intent,
}
