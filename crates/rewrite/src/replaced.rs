//! Calls that are replaced by a hook: what blocks, wakes, starts or ends threads, tells the time, or ends the process.
//!
//! The hook is static and takes the receiver first, so the call keeps its length and its effect on the stack. That
//! a null receiver must still throw is the hook's business. A call through reflection or a method reference reaches the
//! original; [`Stats::method_handles`](crate::Stats::method_handles) counts the latter.

use raddle_classfile::{JavaStr, MemberRef, Opcode};

use crate::Hook;

/// Which class a call must name to be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// Any: the method is a final one of `Object`, so nobody else can have one like it.
    Any,
    /// This class.
    Class(&'static str),
    /// `Thread`, or the class itself if it extends `Thread` and has no such method of its own: `sleep(1)` in a
    /// `Worker extends Thread` is compiled to `Worker.sleep`. Of other subclasses nothing is known when a class is loaded.
    Thread,
}

/// How the method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// `invokevirtual` or `invokespecial`.
    Instance,
    /// `invokestatic`.
    Static,
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Replaced {
    name: &'static str,
    descriptor: &'static str,
    receiver: Receiver,
    owner: Owner,
    pub hook: Hook,
    /// A method of the owner in which the call stays, because the hook itself falls back on that method.
    except_in: Option<&'static str>,
    /// Whether subclasses can have a method of their own in its place. The hook asks the receiver then, so a call of
    /// `super.method()` must not get there: it would come back for ever.
    overridable: bool,
}

const UNSAFE: [&str; 2] = ["jdk/internal/misc/Unsafe", "sun/misc/Unsafe"];

const fn on(name: &'static str, descriptor: &'static str, owner: Owner, hook: Hook) -> Replaced {
    Replaced {
        name,
        descriptor,
        receiver: Receiver::Instance,
        owner,
        hook,
        except_in: None,
        overridable: false,
    }
}

const fn of(name: &'static str, descriptor: &'static str, owner: Owner, hook: Hook) -> Replaced {
    Replaced {
        name,
        descriptor,
        receiver: Receiver::Static,
        owner,
        hook,
        except_in: None,
        overridable: false,
    }
}

/// Sorted by name.
static TABLE: &[Replaced] = &[
    // JDK 19 and later have this below isAlive.
    Replaced {
        except_in: Some("isAlive"),
        ..on(
            "alive",
            "()Z",
            Owner::Class("java/lang/Thread"),
            Hook::IsAlive,
        )
    },
    of(
        "currentTimeMillis",
        "()J",
        Owner::Class("java/lang/System"),
        Hook::CurrentTimeMillis,
    ),
    of(
        "exit",
        "(I)V",
        Owner::Class("java/lang/System"),
        Hook::SystemExit,
    ),
    on(
        "exit",
        "(I)V",
        Owner::Class("java/lang/Runtime"),
        Hook::RuntimeExit,
    ),
    of(
        "getNanoTimeAdjustment",
        "(J)J",
        Owner::Class("jdk/internal/misc/VM"),
        Hook::NanoTimeAdjustment,
    ),
    of(
        "getPlatformMBeanServer",
        "()Ljavax/management/MBeanServer;",
        Owner::Class("java/lang/management/ManagementFactory"),
        Hook::ManagementServer,
    ),
    Replaced {
        overridable: true,
        ..on(
            "getState",
            "()Ljava/lang/Thread$State;",
            Owner::Thread,
            Hook::GetState,
        )
    },
    on(
        "halt",
        "(I)V",
        Owner::Class("java/lang/Runtime"),
        Hook::RuntimeHalt,
    ),
    of(
        "holdsLock",
        "(Ljava/lang/Object;)Z",
        Owner::Thread,
        Hook::HoldsLock,
    ),
    of(
        "initialScramble",
        "(J)J",
        Owner::Class("java/util/Random"),
        Hook::Scramble,
    ),
    on("isAlive", "()Z", Owner::Thread, Hook::IsAlive),
    of(
        "nanoTime",
        "()J",
        Owner::Class("java/lang/System"),
        Hook::NanoTime,
    ),
    Replaced {
        overridable: true,
        ..on(
            "nextBytes",
            "([B)V",
            Owner::Class("java/security/SecureRandom"),
            Hook::SecureBytes,
        )
    },
    on("notify", "()V", Owner::Any, Hook::Notify),
    on("notifyAll", "()V", Owner::Any, Hook::NotifyAll),
    of("onSpinWait", "()V", Owner::Thread, Hook::OnSpinWait),
    on("park", "(ZJ)V", Owner::Class(UNSAFE[0]), Hook::Park),
    on("park", "(ZJ)V", Owner::Class(UNSAFE[1]), Hook::Park),
    of("sleep", "(J)V", Owner::Thread, Hook::Sleep),
    of("sleep", "(JI)V", Owner::Thread, Hook::SleepNanos),
    of(
        "sleep",
        "(Ljava/time/Duration;)V",
        Owner::Thread,
        Hook::SleepDuration,
    ),
    on(
        "unpark",
        "(Ljava/lang/Object;)V",
        Owner::Class(UNSAFE[0]),
        Hook::Unpark,
    ),
    on(
        "unpark",
        "(Ljava/lang/Object;)V",
        Owner::Class(UNSAFE[1]),
        Hook::Unpark,
    ),
    on("wait", "()V", Owner::Any, Hook::Wait),
    on("wait", "(J)V", Owner::Any, Hook::WaitMillis),
    on("wait", "(JI)V", Owner::Any, Hook::WaitNanos),
    of("yield", "()V", Owner::Thread, Hook::Yield),
];

impl Replaced {
    /// The row for a method, asked by a class; `extends_thread` is true for a class that extends `Thread` directly
    /// and does not declare this method itself.
    pub fn find(
        member: &MemberRef<'_>,
        receiver: Receiver,
        class: JavaStr<'_>,
        extends_thread: impl Fn() -> bool,
    ) -> Option<&'static Self> {
        let name = member.name.as_bytes();
        let first = TABLE.partition_point(|row| row.name.as_bytes() < name);
        TABLE[first..]
            .iter()
            .take_while(|row| row.name.as_bytes() == name)
            .find(|row| {
                row.receiver == receiver
                    && row.descriptor.as_bytes() == member.descriptor.as_bytes()
                    && match row.owner {
                        Owner::Any => true,
                        Owner::Class(owner) => member.owner == owner,
                        Owner::Thread => {
                            member.owner == "java/lang/Thread"
                                || member.owner == class && extends_thread()
                        }
                    }
            })
    }

    /// Whether some row is for a method of this name.
    pub fn has_name(name: JavaStr<'_>) -> bool {
        TABLE
            .binary_search_by_key(&name.as_bytes(), |row| row.name.as_bytes())
            .is_ok()
    }

    /// Whether a call by this instruction stays as it is in the method `name` of the class `class`.
    pub fn stays_in(&self, class: JavaStr<'_>, name: JavaStr<'_>, opcode: Opcode) -> bool {
        self.overridable && opcode == Opcode::Invokespecial
            || matches!((self.owner, self.except_in), (Owner::Class(owner), Some(method)) if class == owner && name == method)
    }
}

/// Whether the class is one of the `Unsafe`s.
pub(crate) fn is_unsafe(owner: JavaStr<'_>) -> bool {
    UNSAFE.iter().any(|name| owner == *name)
}

/// Every replaced method, as (owner, name, descriptor, static or not, hook); the owner of the final methods of `Object` is
/// `java/lang/Object`. For those who write the hooks: this is what each falls back on. What is replaced only below one of these is
/// left out.
pub fn replaced_calls() -> impl Iterator<Item = (MemberRef<'static>, bool, Hook)> {
    TABLE
        .iter()
        .filter(|row| row.except_in.is_none())
        .map(|row| {
            let owner = match row.owner {
                Owner::Any => "java/lang/Object",
                Owner::Class(owner) => owner,
                Owner::Thread => "java/lang/Thread",
            };
            let member = MemberRef {
                owner: owner.into(),
                name: row.name.into(),
                descriptor: row.descriptor.into(),
            };
            (member, row.receiver == Receiver::Static, row.hook)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(
        owner: &str,
        name: &str,
        descriptor: &str,
        receiver: Receiver,
    ) -> Option<&'static Replaced> {
        let member = MemberRef {
            owner: owner.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        Replaced::find(&member, receiver, "app/Worker".into(), || true)
    }

    fn find(owner: &str, name: &str, descriptor: &str, receiver: Receiver) -> Option<Hook> {
        row(owner, name, descriptor, receiver).map(|row| row.hook)
    }

    #[test]
    fn what_a_subclass_can_replace_itself_is_called_by_super_as_ever() {
        let stays = |owner, name, descriptor, opcode| {
            row(owner, name, descriptor, Receiver::Instance)
                .expect("a row")
                .stays_in("app/Worker".into(), "run".into(), opcode)
        };
        for (opcode, expected) in [
            (Opcode::Invokespecial, true),
            (Opcode::Invokevirtual, false),
        ] {
            let state = "()Ljava/lang/Thread$State;";
            assert_eq!(
                stays("java/lang/Thread", "getState", state, opcode),
                expected
            );
            let random = "java/security/SecureRandom";
            assert_eq!(stays(random, "nextBytes", "([B)V", opcode), expected);
            assert!(!stays("java/lang/Object", "notify", "()V", opcode));
        }
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.is_sorted_by_key(|row| row.name));
    }

    #[test]
    fn a_hook_takes_the_receiver_and_then_the_same_arguments() {
        for (member, is_static, hook) in replaced_calls() {
            let arguments = member.descriptor.to_str();
            let receiver = match hook.signature().1.strip_suffix(&arguments[1..]) {
                Some("(") => None,
                Some(receiver) => Some(receiver),
                None => panic!("{} for {}{arguments}", hook.signature().1, member.name),
            };
            assert_eq!(receiver.is_none(), is_static, "{}", member.name);
        }
    }

    #[test]
    fn only_what_is_meant_is_replaced() {
        assert_eq!(
            find("[I", "wait", "(J)V", Receiver::Instance),
            Some(Hook::WaitMillis)
        );
        assert_eq!(
            find("app/Queue", "notify", "()V", Receiver::Instance),
            Some(Hook::Notify)
        );
        assert_eq!(find("app/Queue", "notify", "()V", Receiver::Static), None);
        assert_eq!(
            find("app/Queue", "notify", "(I)V", Receiver::Instance),
            None
        );
        assert_eq!(
            find("app/Worker", "sleep", "(J)V", Receiver::Static),
            Some(Hook::Sleep)
        );
        assert_eq!(find("app/Other", "sleep", "(J)V", Receiver::Static), None);
        assert_eq!(
            find("java/lang/Runtime", "exit", "(I)V", Receiver::Instance),
            Some(Hook::RuntimeExit)
        );
        assert_eq!(
            find("java/lang/System", "exit", "(I)V", Receiver::Static),
            Some(Hook::SystemExit)
        );
        assert_eq!(
            find("java/lang/Thread", "start", "()V", Receiver::Instance),
            None
        );
    }
}
