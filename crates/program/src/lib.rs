//! What raddle knows about a Java program without starting a JVM.
//!
//! In comes a JDK and a class path of jars and directories; out come classes by name, who extends whom, which method a
//! call resolves to, which members a test outside the package may use, who can make an object of a given type, and
//! what the author says about thread safety.
//!
//! Class files are read by `raddle-classfile`; this crate finds them, relates them to each other and never runs them.

#![forbid(unsafe_code)]

pub mod access;
pub mod api;
pub mod class;
pub mod constants;
pub mod container;
pub mod describe;
pub mod error;
pub mod hierarchy;
pub mod index;
pub mod intent;
pub mod jdk;
pub mod lookup;
pub mod maven;
pub mod member;
pub mod modules;
pub mod name;
pub mod origin;
pub mod program;
pub mod resolve;
pub mod signature;
pub mod target;
pub mod testable;
pub mod types;
