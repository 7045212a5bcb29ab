//! What raddle knows about a Java program without starting a JVM.
//!
//! In comes a JDK and a class path of jars and directories; out come classes by name, who extends whom, which method a
//! call resolves to, which members a test outside the package may use, who can make an object of a given type, and
//! what the author says about thread safety.
//!
//! ```no_run
//! use raddle_program::{describe, jdk::Environment, program::Program};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let jdk = Environment::of_this_process().choose(None)?.jdk;
//! let program = Program::open(&jdk, &["app.jar".into()])?;
//! let class = program.lookup("com.acme.Cache")?;
//! for callable in &program.api(&class)?.instance_methods {
//!     println!("{}", callable.named);
//! }
//! println!("{:?}", describe::class(&program, &class)?.testable);
//! # Ok(())
//! # }
//! ```
//!
//! The way through, from bytes to answers:
//!
//! - [`jdk`] finds the JDK, [`maven`] turns coordinates into files, [`target`] tells what the user pointed at.
//! - [`container`] gets class files out of the JDK's image, jars and directories; [`program`] puts them in the order in
//!   which the JVM searches, and keeps what was read; [`modules`] knows what the JDK exports.
//! - [`class`], [`member`], [`types`], [`signature`], [`constants`] are what one class file says.
//! - [`hierarchy`], [`resolve`], [`access`] and [`api`] relate classes to each other and to a test, walking up from a
//!   class and reading only what that needs. [`index`] answers what needs every class: subtypes, and who gives a T.
//! - [`intent`], [`testable`], [`describe`] and [`lookup`] are what people ask; [`error`] is what they are told.
//!
//! Class files are decoded by `raddle-classfile`; this crate finds them, relates them and never runs them. Everything
//! can be asked from several threads, and no answer or order depends on threads or hashing.

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
