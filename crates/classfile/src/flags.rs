//! Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.24-A). Bits that no table names are kept.

use bitflags::bitflags;

bitflags! {
    /// Flags of a class, and of a class in an `InnerClasses` entry, where more of them are meaningful.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ClassFlags: u16 {
        /// Accessible from other packages.
        const PUBLIC = 0x0001;
        /// Only in `InnerClasses`.
        const PRIVATE = 0x0002;
        /// Only in `InnerClasses`.
        const PROTECTED = 0x0004;
        /// Only in `InnerClasses`: needs no outer instance.
        const STATIC = 0x0008;
        /// No subclasses.
        const FINAL = 0x0010;
        /// Modern `invokespecial`; says nothing any more.
        const SUPER = 0x0020;
        /// An interface.
        const INTERFACE = 0x0200;
        /// Cannot be instantiated.
        const ABSTRACT = 0x0400;
        /// Not in the source.
        const SYNTHETIC = 0x1000;
        /// An annotation interface.
        const ANNOTATION = 0x2000;
        /// An enum, or the class of an enum constant with a body.
        const ENUM = 0x4000;
        /// A module descriptor.
        const MODULE = 0x8000;
        const _ = !0;
    }

    /// Flags of a field.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FieldFlags: u16 {
        /// Accessible everywhere.
        const PUBLIC = 0x0001;
        /// Accessible within the nest.
        const PRIVATE = 0x0002;
        /// Accessible within the package and to subclasses.
        const PROTECTED = 0x0004;
        /// One for the class.
        const STATIC = 0x0008;
        /// Assigned once.
        const FINAL = 0x0010;
        /// Reads and writes synchronize.
        const VOLATILE = 0x0040;
        /// Not serialized.
        const TRANSIENT = 0x0080;
        /// Not in the source.
        const SYNTHETIC = 0x1000;
        /// An enum constant.
        const ENUM = 0x4000;
        const _ = !0;
    }

    /// Flags of a method.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct MethodFlags: u16 {
        /// Accessible everywhere.
        const PUBLIC = 0x0001;
        /// Accessible within the nest.
        const PRIVATE = 0x0002;
        /// Accessible within the package and to subclasses.
        const PROTECTED = 0x0004;
        /// Has no receiver.
        const STATIC = 0x0008;
        /// Not overridden.
        const FINAL = 0x0010;
        /// Holds the receiver's or the class's monitor.
        const SYNCHRONIZED = 0x0020;
        /// Made by the compiler to adapt another method.
        const BRIDGE = 0x0040;
        /// Last parameter collects the remaining arguments.
        const VARARGS = 0x0080;
        /// Implemented outside Java.
        const NATIVE = 0x0100;
        /// No body here.
        const ABSTRACT = 0x0400;
        /// Strict floating point.
        const STRICT = 0x0800;
        /// Not in the source.
        const SYNTHETIC = 0x1000;
        const _ = !0;
    }

    /// Flags of a parameter in `MethodParameters`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ParameterFlags: u16 {
        /// Declared final.
        const FINAL = 0x0010;
        /// Not in the source and not required by the language.
        const SYNTHETIC = 0x1000;
        /// Not in the source but required, as an inner class's outer instance.
        const MANDATED = 0x8000;
        const _ = !0;
    }
}
