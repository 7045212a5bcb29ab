//! Puts hooks into class files.
//!
//! In go the bytes of a class as the JVM is about to load it; out come bytes of a class that does the same, and on the way
//! calls a static method of the *host* class before everything that another thread could notice: field and array
//! accesses, monitors, atomics; and instead of what blocks, wakes or starts threads or tells the time. [`Hook`] lists all of
//! them. There is no JVM here and no knowledge of other classes: a class is rewritten from its own bytes
//! alone, so that the result can be kept by their hash.
//!
//! Only the code of methods is taken apart; constants are added behind the existing ones, and everything else is copied as it
//! stands. The way through a method: `weave` goes over the instructions, `insert` says what to put before each, `wrap`
//! surrounds the body, `tables` and `frames` move what names places in the code.
//!
//! Each hook that needs to know where it was called gets a site number, a constant of the class. The numbers of a class are
//! consecutive from [`Options::site_base`], their constants stand in one row, and [`relocate`] gives them another base: so
//! a cached class fits wherever it is loaded.

#![forbid(unsafe_code)]

mod brackets;
mod class;
mod code;
mod constants;
mod constructor;
mod error;
mod frames;
mod hooks;
mod insert;
mod kept;
mod method;
mod places;
mod policy;
mod references;
mod replaced;
mod site;
mod statics;
mod stats;
mod tables;
mod type_annotations;
mod weave;
mod wrap;

use std::ops::Range;

use raddle_classfile::ClassFile;

pub use brackets::BRACKETED;
pub use error::Error;
pub use hooks::Hook;
pub use kept::KEPT;
pub use policy::{Origin, Stage, policy};
pub use replaced::replaced_calls;
pub use site::{MemberName, MethodName, Site, SiteKind, SiteTable};
pub use statics::RESET_METHOD;
pub use stats::Stats;

/// How much of a class is hooked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Everything.
    Full,
    /// Monitors, synchronized methods, replaced calls and brackets: what must be hooked in every class, because a thread that
    /// blocks in the JVM unseen blocks everything.
    Locks,
}

/// What to do with a class.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Internal name of the class that has the hooks.
    pub host: &'a str,
    /// How much is hooked.
    pub level: Level,
    /// Number of the class's first site.
    pub site_base: u32,
    /// Whether the class gets [`RESET_METHOD`] and announces its initialisation.
    pub reset_statics: bool,
    /// Whether accesses to static state are announced, so that only what was touched need be reset: of classes outside `java.`, and of those of `java.` that are given here.
    pub touches: Option<&'a [&'a str]>,
    /// Whether methods announce their entry and exit.
    pub coverage: bool,
    /// Whether static initialisers and [`BRACKETED`] methods are bracketed. Off for classes that the JVM needs before the
    /// host can be initialised.
    pub brackets: bool,
}

/// A class with hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The class file.
    pub bytes: Vec<u8>,
    /// Where the hooks are.
    pub sites: SiteTable,
    /// The place in `bytes` of the site numbers: constants of five bytes each, in order, at the end of the pool.
    pub site_constants: Range<usize>,
    /// Whether the class has [`RESET_METHOD`].
    pub resettable: bool,
    /// What was done.
    pub stats: Stats,
}

/// Puts hooks into a class. `None` if there is nothing to put in, or the class is the host.
///
/// A class whose constant pool has no room for all hooks gets those of [`Level::Locks`].
pub fn rewrite(bytes: &[u8], options: &Options<'_>) -> Result<Option<Rewritten>, Error> {
    let class = ClassFile::parse(bytes)?;
    if class.name() == options.host {
        return Ok(None);
    }
    match class::rewrite(&class, options) {
        Err(Error::PoolFull) if options.level == Level::Full => {
            let fewer = Options {
                level: Level::Locks,
                coverage: false,
                ..*options
            };
            let mut rewritten = class::rewrite(&class, &fewer)?;
            if let Some(rewritten) = &mut rewritten {
                rewritten.stats.pool_full += 1;
            }
            Ok(rewritten)
        }
        result => result,
    }
}

/// Gives the sites of a rewritten class other numbers: `base` and up.
pub fn relocate(bytes: &mut [u8], site_constants: Range<usize>, base: u32) {
    let constants = bytes.get_mut(site_constants).unwrap_or_default();
    for (number, [_tag, value @ ..]) in (base..).zip(constants.as_chunks_mut::<5>().0) {
        *value = number.to_be_bytes();
    }
}
