//! What generators ask about the program again and again, remembered.
//!
//! Answers are found when they are first asked for, because the class under test needs few of all the types there are. They
//! depend on the program alone, so it does not matter which stream asks first.

mod makers;
mod providers;
mod recipes;
mod sharing;
mod stubs;
mod types;

pub(crate) use makers::{Freshness, Maker, MakerTable};
pub(crate) use providers::Providers;
pub(crate) use sharing::{Sharing, SharingRule};
pub(crate) use types::{Types, unboxed};
