//! Every hook there is: the whole instrumented surface at a glance.
//!
//! Hooks are public static methods of one class, the host, which `vm` puts into java.base. What a site is, [`SiteTable`]
//! says; it is always the last argument.
//!
//! [`SiteTable`]: crate::SiteTable

macro_rules! hooks {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $descriptor:literal;)*) => {
        /// A method of the host that rewritten code calls.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Hook {
            $($(#[$doc])* $variant,)*
        }

        impl Hook {
            /// All of them.
            pub const ALL: &'static [Hook] = &[$(Hook::$variant,)*];

            /// Name and descriptor of the method.
            pub const fn signature(self) -> (&'static str, &'static str) {
                match self {
                    $(Hook::$variant => ($name, $descriptor),)*
                }
            }
        }
    };
}

hooks! {
    /// Before `getfield`: the object, which may be null.
    GetField = "getfield" "(Ljava/lang/Object;I)V";
    /// Before `putfield`: the object, which may be null.
    PutField = "putfield" "(Ljava/lang/Object;I)V";
    /// Before `getstatic`.
    GetStatic = "getstatic" "(I)V";
    /// Before `putstatic`.
    PutStatic = "putstatic" "(I)V";
    /// Before an access by which the state of a class that is reset could be changed: the site is that of the access.
    Touch = "touch" "(I)V";
    /// Before an access that only looks at such state.
    Look = "look" "(I)V";
    /// Before an array load: the array, which may be null, and the index, which may be out of bounds.
    ArrayLoad = "arrayLoad" "(Ljava/lang/Object;II)V";
    /// Before an array store, likewise.
    ArrayStore = "arrayStore" "(Ljava/lang/Object;II)V";
    /// Before a read, write or update by `Unsafe`: base, which may be null, and offset.
    Atomic = "atomic" "(Ljava/lang/Object;JI)V";
    /// Before a `VarHandle` access: the handle, which may be null; the first argument if it is a reference, else null; the
    /// second if it is an int, else 0.
    VarHandle = "varHandle" "(Ljava/lang/Object;Ljava/lang/Object;II)V";
    /// Before a jump backwards.
    Backward = "backward" "()V";

    /// Before `monitorenter`, and before the body of a method that was synchronized: the object, which may be null.
    MonitorEnter = "monitorEnter" "(Ljava/lang/Object;I)V";
    /// After `monitorexit`, likewise. Must not throw.
    MonitorExit = "monitorExit" "(Ljava/lang/Object;)V";

    /// At the start of code that must not be preempted: see [`BRACKETED`](crate::BRACKETED).
    Pause = "pause" "()V";
    /// At its end, normal or not. Must not throw.
    Resume = "resume" "()V";
    /// Where something is registered that the garbage collector is to wake: see [`KEPT`](crate::KEPT). What is registered, or the
    /// reference to it.
    Keep = "keep" "(Ljava/lang/Object;)V";
    /// At the start of a method, its lock taken.
    MethodEnter = "methodEnter" "(I)V";
    /// At its end, normal or not, its lock still held. Must not throw.
    MethodExit = "methodExit" "(I)V";
    /// At the normal end of a static initialiser: the class, which now has [`RESET_METHOD`](crate::RESET_METHOD).
    Initialised = "initialised" "(Ljava/lang/Class;)V";

    /// Instead of `Object.wait`.
    Wait = "wait_" "(Ljava/lang/Object;)V";
    /// Instead of `Object.wait(long)`.
    WaitMillis = "wait_" "(Ljava/lang/Object;J)V";
    /// Instead of `Object.wait(long, int)`.
    WaitNanos = "wait_" "(Ljava/lang/Object;JI)V";
    /// Instead of `Object.notify`.
    Notify = "notify_" "(Ljava/lang/Object;)V";
    /// Instead of `Object.notifyAll`.
    NotifyAll = "notifyAll_" "(Ljava/lang/Object;)V";
    /// Instead of `Thread.holdsLock`.
    HoldsLock = "holdsLock" "(Ljava/lang/Object;)Z";

    /// Instead of `Thread.isAlive`.
    IsAlive = "isAlive" "(Ljava/lang/Thread;)Z";
    /// Instead of `Thread.getState`.
    GetState = "getState" "(Ljava/lang/Thread;)Ljava/lang/Thread$State;";
    /// Instead of `Thread.yield`.
    Yield = "yield_" "()V";
    /// Instead of `Thread.onSpinWait`.
    OnSpinWait = "onSpinWait" "()V";
    /// Instead of `Thread.sleep(long)`.
    Sleep = "sleep" "(J)V";
    /// Instead of `Thread.sleep(long, int)`.
    SleepNanos = "sleep" "(JI)V";
    /// Instead of `Thread.sleep(Duration)`.
    SleepDuration = "sleep" "(Ljava/time/Duration;)V";
    /// Instead of `Unsafe.park`, of either `Unsafe`.
    Park = "park" "(Ljava/lang/Object;ZJ)V";
    /// Instead of `Unsafe.unpark`, of either `Unsafe`.
    Unpark = "unpark" "(Ljava/lang/Object;Ljava/lang/Object;)V";

    /// Instead of `System.nanoTime`.
    NanoTime = "nanoTime" "()J";
    /// Instead of `System.currentTimeMillis`.
    CurrentTimeMillis = "currentTimeMillis" "()J";
    /// Instead of `VM.getNanoTimeAdjustment`, the clock behind `Instant.now`.
    NanoTimeAdjustment = "nanoTimeAdjustment" "(J)J";

    /// Instead of `Random.initialScramble`: where the numbers of a seeded generator start.
    Scramble = "scramble" "(J)J";
    /// Instead of `SecureRandom.nextBytes`, where all its randomness comes from.
    SecureBytes = "secureBytes" "(Ljava/security/SecureRandom;[B)V";

    /// Instead of `ManagementFactory.getPlatformMBeanServer`: what is registered there would stay from one execution to the next.
    ManagementServer = "managementServer" "()Ljavax/management/MBeanServer;";

    /// Instead of `System.exit`.
    SystemExit = "exit" "(I)V";
    /// Instead of `Runtime.exit`.
    RuntimeExit = "exit" "(Ljava/lang/Runtime;I)V";
    /// Instead of `Runtime.halt`.
    RuntimeHalt = "halt" "(Ljava/lang/Runtime;I)V";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use raddle_classfile::MethodDescriptor;

    use super::*;

    #[test]
    fn hooks_are_distinct_methods_with_good_descriptors() {
        let signatures: HashSet<_> = Hook::ALL.iter().map(|hook| hook.signature()).collect();
        assert_eq!(signatures.len(), Hook::ALL.len());
        for (name, descriptor) in signatures {
            MethodDescriptor::parse(descriptor.into())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        assert!(
            Hook::ALL
                .iter()
                .enumerate()
                .all(|(place, hook)| *hook as usize == place)
        );
    }
}
