//! Code in which a thread must not be preempted.
//!
//! A thread that is suspended inside a static initialiser, the linkage of a lambda or the loading of a class blocks
//! every other user of it inside the VM, where no model sees it. So these methods call [`Hook::Pause`] and, however they
//! end, [`Hook::Resume`].
//!
//! [`Hook::Pause`]: crate::Hook::Pause
//! [`Hook::Resume`]: crate::Hook::Resume

use raddle_classfile::JavaStr;

/// The bracketed methods besides every `<clinit>`: start of the class's internal name, start of the method's name.
/// The VM itself calls the first four: they link call sites and method handles, and load classes. The next make and keep what method
/// handles, variable handles and reflection need, once a JVM. Then come the JDK's own registers of threads and cleaners, which
/// outlive a test and look different after each; and randomness from outside, for those who ask for it in a way of their own.
pub const BRACKETED: &[(&str, &str)] = &[
    ("java/lang/invoke/MethodHandleNatives", "link"),
    ("java/lang/invoke/MethodHandleNatives", "find"),
    ("java/lang/ClassLoader", "loadClass"),
    ("jdk/internal/loader/", "loadClass"),
    ("java/lang/invoke/MethodType", "makeImpl"),
    ("java/lang/invoke/VarForm", "getMemberName"),
    ("java/lang/invoke/LambdaForm", "compileToBytecode"),
    ("java/lang/invoke/LambdaFormEditor", "getInCache"),
    ("java/lang/invoke/LambdaFormEditor", "putInCache"),
    ("java/lang/invoke/ClassSpecializer", "findSpecies"),
    ("jdk/internal/reflect/ReflectionFactory", "new"),
    ("jdk/internal/vm/ThreadContainers", "trackContainer"),
    ("jdk/internal/vm/ThreadContainers", "registerContainer"),
    ("jdk/internal/vm/ThreadContainers", "deregisterContainer"),
    ("jdk/internal/vm/ThreadContainers", "untrackContainer"),
    ("jdk/internal/vm/SharedThreadContainer", "create"),
    ("jdk/internal/ref/CleanerImpl$CleanableList", "insert"),
    ("jdk/internal/ref/CleanerImpl$CleanableList", "remove"),
    ("java/security/SecureRandom", "nextBytes"),
];

pub(crate) fn is_bracketed(class: JavaStr<'_>, method: JavaStr<'_>) -> bool {
    method == "<clinit>"
        || BRACKETED.iter().any(|(owner, name)| {
            let class_matches = if owner.ends_with('/') {
                class.as_bytes().starts_with(owner.as_bytes())
            } else {
                class == *owner
            };
            class_matches && method.as_bytes().starts_with(name.as_bytes())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_upcalls_and_initialisers() {
        for (class, method, expected) in [
            ("app/Main", "<clinit>", true),
            ("java/lang/invoke/MethodHandleNatives", "linkCallSite", true),
            (
                "java/lang/invoke/MethodHandleNatives",
                "findMethodHandleType",
                true,
            ),
            ("java/lang/ClassLoader", "loadClass", true),
            (
                "jdk/internal/loader/BuiltinClassLoader",
                "loadClassOrNull",
                true,
            ),
            ("java/lang/ClassLoaderHelper", "loadClass", false),
            ("app/Loader", "loadClass", false),
            ("java/lang/invoke/MethodHandles", "findVirtual", false),
        ] {
            assert_eq!(
                is_bracketed(class.into(), method.into()),
                expected,
                "{class}.{method}"
            );
        }
    }
}
