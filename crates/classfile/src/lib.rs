//! Java class files (JVMS chapter 4), read without copying and only as far as asked.
//!
//! Three rooms share this crate: `program` indexes tens of thousands of classes and looks at a few names in each,
//! `analysis` walks the code of some, `rewrite` copies most bytes of a class verbatim and splices the rest. So:
//!
//! - [`ClassFile::parse`] walks the file once, checks that every structure lies within its bounds, and remembers
//!   where the constants are. Nothing else is stored; members, attributes and code are views over the bytes, and
//!   know their own byte range ([`Member::span`], [`Attribute::span`]).
//! - What an attribute says is decoded when asked for: [`Attributes`] has a getter for each one we know.
//! - Input may be hostile. Whatever the bytes, there is no panic and no endless loop, and no allocation is larger than a small
//!   multiple of the file. What is wrong is an [`Error`] with the offset and what was expected there.
//! - [`write`] makes small classes from nothing.
//!
//! What is *not* checked: whether code verifies, whether names are legal, whether the version is one that the JDK
//! in use can load. Those questions belong to whoever asks them.

#![forbid(unsafe_code)]

mod annotation;
mod attribute;
mod class;
mod code;
mod constant;
mod descriptor;
mod error;
mod flags;
mod instruction;
mod java_str;
mod module;
mod opcode;
mod reader;
mod stack_map;
mod tables;
pub mod write;

pub use annotation::{Annotation, ElementValue};
pub use attribute::{Attribute, AttributeIter, Attributes};
pub use class::{ClassFile, Member, Members};
pub use code::{Code, ExceptionHandler};
pub use constant::{
    Constant, ConstantPool, InvokeDynamic, MemberRef, MethodHandle, MethodHandleKind, NameAndType,
    Tag,
};
pub use descriptor::{FieldType, MethodDescriptor, Parameters};
pub use error::Error;
pub use flags::{ClassFlags, FieldFlags, MethodFlags, ParameterFlags};
pub use instruction::{Instruction, Instructions, LookupSwitch, Operands, Switch, TableSwitch};
pub use java_str::JavaStr;
pub use module::{Module, ModuleExport, ModuleRequire};
pub use opcode::Opcode;
pub use stack_map::{
    FrameChange, StackMapFrame, StackMapFrames, VerificationType, VerificationTypes,
};
pub use tables::{
    BootstrapMethod, EnclosingMethod, InnerClass, LineNumber, LocalVariable, MethodParameter,
    RecordComponent,
};
