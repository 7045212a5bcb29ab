//! What the garbage collector must not wake while a test is under way.
//!
//! Finalizers and cleaners run when the collector finds out that nobody needs an object any more, in a thread of the JDK's, at any
//! time: a pool that a test still uses through one of its threads is shut down because nobody refers to its wrapper. So whatever is
//! registered for that is kept until the execution is over ([`Hook::Keep`]).
//!
//! [`Hook::Keep`]: crate::Hook::Keep

use raddle_classfile::JavaStr;

/// Where things are registered: class, method, and the local variable that holds the thing or the reference to it.
pub const KEPT: &[(&str, &str, u16)] = &[
    ("java/lang/ref/Finalizer", "register", 0),
    // Up to JDK 20 and from then on.
    ("jdk/internal/ref/PhantomCleanable", "insert", 0),
    ("jdk/internal/ref/CleanerImpl$CleanableList", "insert", 1),
];

pub(crate) fn kept_by(class: JavaStr<'_>, method: JavaStr<'_>) -> Option<u16> {
    KEPT.iter()
        .find(|(owner, name, _)| class == *owner && method == *name)
        .map(|(_, _, local)| *local)
}
