//! Violations as people and programs read them.
//!
//! In comes a [`Violation`](raddle_engine::Violation) of a hunt; out comes a [`Document`], which says everything there is to say and is
//! enough to make it happen again elsewhere, and its [text](Document::text): what is wrong in a sentence, the test as Java, the
//! interleaving in columns, how the linearizations end, and the command that repeats it.
//!
//! Read on in this order: `document` (what is said), `timeline` (events in the order in which they were done), `interleaving` (which of
//! them matter), `text` (how it looks).
#![forbid(unsafe_code)]

mod content;
mod document;
mod ending;
mod fold;
mod interleaving;
mod knowledge;
mod objects;
mod results;
mod source;
mod text;
mod timeline;
mod wording;

pub use content::{Change, ContentHash, Entry, HashError};
pub use document::{Context, Document, DocumentError, Jdk, Linearization, Subject};
pub use interleaving::{Access, Place, Step, StepKind};
pub use objects::simple;
pub use source::Source;
pub use timeline::{Happening, Moment, timeline};
