//! What the crate does as its users see it. One binary, so that the parts can share the JDKs they need.

mod java_source;
mod jdk;
mod json;
mod script;
mod signatures;
mod subjects;
mod thunks;
mod value;
