//! What was done, and what could not be.

use std::ops::AddAssign;

macro_rules! stats {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counts of one class, or of many added up.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct Stats {
            $($(#[$doc])* pub $name: u32,)*
        }

        impl AddAssign for Stats {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

stats! {
    /// Methods with code.
    methods,
    /// Methods whose code was changed.
    rewritten,
    /// Calls that were replaced by a hook.
    replaced,
    /// Methods that must not be preempted.
    brackets,
    /// Synchronized methods that take their lock explicitly now.
    synchronized,
    /// Of these, the ones whose `this` had to be kept in a local variable of its own.
    this_in_local,
    /// Synchronized native methods: left as they are.
    synchronized_native,
    /// Methods that grew too large, or whose jumps became too far, with all hooks, and have those for locks only.
    reduced,
    /// Methods that grew too large even so, and were left as they are.
    too_large,
    /// Methods with a jump that no longer reached even so, and were left as they are.
    too_far,
    /// Writes to a field of the class before `super()`, where the object may be `this` and no hook can be.
    before_super,
    /// Method handles for calls that would be replaced if they were made directly.
    method_handles,
    /// Classes whose static state can be reset.
    resettable,
    /// Interfaces with static state that cannot be reset.
    interfaces_not_reset,
    /// Enums with static state that is not reset, because their constants must stay the same objects.
    enums_not_reset,
    /// Ways to static fields that no hook sees, in classes that announce touches: reflection, handles, native methods.
    unseen_statics,
    /// Classes whose constant pool has no room for all hooks, and that have those for locks only.
    pool_full,
}
