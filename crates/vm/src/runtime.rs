//! raddle's Java runtime: classes compiled by the build and carried inside the binary.

/// The class that holds the hooks; ours takes the place of the JDK's.
pub const HOOKS: &str = "java/util/EventListenerProxy";

/// The superclass of every thunk.
pub const THUNK: &str = "java/lang/RaddleThunk";

/// Where generated classes live.
pub const GENERATED_PACKAGE: &str = "raddle";

static CLASSES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/classes.rs"));

/// The bytes of the class that holds the hooks.
pub fn hooks() -> &'static [u8] {
    CLASSES
        .iter()
        .find(|(name, _)| *name == HOOKS)
        .expect("the build compiles it")
        .1
}

/// The other classes, to be defined by the boot loader; superclasses come first. Those with `continuations` need a JDK that has them.
pub fn classes(continuations: bool) -> Vec<(&'static str, &'static [u8])> {
    let mut classes: Vec<_> = CLASSES
        .iter()
        .copied()
        .filter(|(name, _)| {
            *name != HOOKS && (continuations || !name.starts_with("java/lang/RaddleContinuations"))
        })
        .collect();
    // The only superclasses among our own.
    classes.sort_by_key(|(name, _)| (*name != "java/lang/RaddleHandover", *name));
    classes
}

/// Whether a class is part of raddle itself and must not be rewritten.
pub fn is_ours(name: &str) -> bool {
    name == HOOKS || name.starts_with("java/lang/Raddle") || name.starts_with("raddle/")
}
