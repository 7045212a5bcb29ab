//! The native methods of raddle's Java runtime, and of java.lang.Thread where raddle takes over.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use jni_sys::{JNIEnv, jboolean, jbyteArray, jclass, jint, jlong, jobject};
use raddle_schedule::EventKind;

use crate::control::{CONTROL, Control};
use crate::jni::{Env, Global, JavaError, Method, Object};
use crate::outcome::End;
use crate::{agent, instrument, memory, stack, trace, turns, watchdog};

/// What the replaced methods of java.lang.Thread need.
struct ThreadHooks {
    class: Global,
    start: Method,
    interrupt: Method,
    arrive: Method,
    leave: Method,
    jvm_start: unsafe extern "system" fn(*mut JNIEnv, jobject),
    jvm_interrupt: unsafe extern "system" fn(*mut JNIEnv, jobject),
    /// Whether a controlled thread has an operating system thread of its own.
    own_threads: bool,
}

static THREADS: OnceLock<ThreadHooks> = OnceLock::new();

/// The classes that the job names as constants.
pub static CLASS_CONSTANTS: std::sync::Mutex<Vec<Global>> = std::sync::Mutex::new(Vec::new());

fn control<R>(action: impl FnOnce(&mut Control) -> R) -> Option<R> {
    // SAFETY: native methods of the runtime are called by the thread that has the turn, and `action` does not call back.
    unsafe { CONTROL.get() }.as_mut().map(action)
}

/// Registers everything. `lookup` finds the JVM's own functions in libjvm.
pub fn register(
    env: Env,
    own_threads: bool,
    lookup: impl Fn(&str) -> Option<*mut c_void>,
) -> Result<(), JavaError> {
    let runtime = env.find_class("java/lang/RaddleNative")?;
    // SAFETY: each function below has the parameters and the result of the signature beside it.
    unsafe {
        env.register_natives(
            runtime,
            &[
                ("begin", "()I", begin as *mut c_void),
                ("owners", "(I)Ljava/lang/String;", owners as *mut c_void),
                ("decide", "(IIJI)J", decide as *mut c_void),
                ("spawned", "(I)V", spawned as *mut c_void),
                ("watch", "(IIIIII)I", watch as *mut c_void),
                ("object", "(Ljava/lang/String;)V", object as *mut c_void),
                ("target", "(I)[Ljava/lang/String;", target as *mut c_void),
                (
                    "slot",
                    "(ILjava/lang/String;Ljava/lang/String;)V",
                    slot as *mut c_void,
                ),
                ("value", "(IILjava/lang/String;I)V", value as *mut c_void),
                ("outcome", "([B)V", outcome as *mut c_void),
                ("end", "(IJ)Z", end as *mut c_void),
                (
                    "classNumber",
                    "(I)Ljava/lang/Class;",
                    class_number as *mut c_void,
                ),
                ("handOver", "(II)V", hand_over as *mut c_void),
                ("give", "(I)V", give as *mut c_void),
                ("awaitTurn", "(I)V", await_turn as *mut c_void),
                ("stackLeft", "()I", stack_left as *mut c_void),
                ("unpin", "()V", unpin as *mut c_void),
                ("wornOut", "()V", worn_out as *mut c_void),
                ("lost", "()V", lost as *mut c_void),
                ("waitsInside", "(Z)V", waits_inside as *mut c_void),
                (
                    "monitorEnter",
                    "(Ljava/lang/Object;)V",
                    monitor_enter as *mut c_void,
                ),
                (
                    "monitorExit",
                    "(Ljava/lang/Object;)V",
                    monitor_exit as *mut c_void,
                ),
                (
                    "setStatus",
                    "(Ljava/lang/Thread;Z)V",
                    set_status as *mut c_void,
                ),
            ],
        )?;
    }
    let hooks = env.find_class("java/lang/RaddleThreads")?;
    let thread = env.find_class("java/lang/Thread")?;
    let (Some(jvm_start), Some(jvm_interrupt)) =
        (lookup("JVM_StartThread"), lookup("JVM_Interrupt"))
    else {
        return Ok(());
    };
    let taken = "(Ljava/lang/Thread;)Z";
    let _ = THREADS.set(ThreadHooks {
        class: env.global(hooks),
        start: env.static_method(hooks, "start", taken)?,
        interrupt: env.static_method(hooks, "interrupt", taken)?,
        arrive: env.static_method(hooks, "arrive", "()V")?,
        leave: env.static_method(hooks, "leave", "()V")?,
        // SAFETY: libjvm's JVM_StartThread and JVM_Interrupt take the environment and the Thread.
        jvm_start: unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "system" fn(*mut JNIEnv, jobject)>(
                jvm_start,
            )
        },
        // SAFETY: as above.
        jvm_interrupt: unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "system" fn(*mut JNIEnv, jobject)>(
                jvm_interrupt,
            )
        },
        own_threads,
    });
    // SAFETY: both are instance methods without parameters and result.
    unsafe {
        env.register_natives(
            thread,
            &[
                ("start0", "()V", start0 as *mut c_void),
                ("interrupt0", "()V", interrupt0 as *mut c_void),
            ],
        )
    }
}

/// What `begin` answers, as the runtime numbers it.
const ENOUGH: jint = 0;
const EXECUTE: jint = 1;
const EXECUTE_FRESH: jint = 2;

unsafe extern "system" fn begin(_: *mut JNIEnv, _: jclass) -> jint {
    // Only the thread that drives the executions counts them.
    let executions = watchdog::EXECUTIONS.load(Ordering::Relaxed);
    watchdog::EXECUTIONS.store(executions + 1, Ordering::Relaxed);
    watchdog::nobody_waits_inside();
    let begun = control(|control| {
        watchdog::made(control.executions);
        control.begin()
    });
    match begun {
        Some(true) if instrument::has_unseen_statics() => EXECUTE_FRESH,
        Some(true) => EXECUTE,
        _ => ENOUGH,
    }
}

unsafe extern "system" fn owners(env: *mut JNIEnv, _: jclass, site: jint) -> jobject {
    // SAFETY: as in `object`.
    let env = unsafe { Env::from_raw(env) };
    let names = env.new_string(&instrument::owners(site as u32));
    names.map_or(std::ptr::null_mut(), Object::raw)
}

unsafe extern "system" fn decide(
    _: *mut JNIEnv,
    _: jclass,
    thread: jint,
    kind: jint,
    enabled: jlong,
    events: jint,
) -> jlong {
    let kind = EventKind::from_number(kind as u8).unwrap_or(EventKind::Blocked);
    control(|control| {
        let (thread, events) = control.decide(thread as u8, kind, enabled as u64, events as u32);
        jlong::from(thread) << 32 | jlong::from(events)
    })
    .unwrap_or(jlong::from(thread) << 32 | 1)
}

unsafe extern "system" fn spawned(_: *mut JNIEnv, _: jclass, thread: jint) {
    control(|control| control.spawned(thread as u8));
}

unsafe extern "system" fn watch(
    _: *mut JNIEnv,
    _: jclass,
    thread: jint,
    kind: jint,
    object: jint,
    index: jint,
    slot: jint,
    site: jint,
) -> jint {
    let announced = trace::Announced {
        thread: thread as u8,
        kind: kind as u8,
        object: object as u32,
        index,
        slot: u32::try_from(slot).ok(),
        site: u32::try_from(site).ok(),
    };
    control(|control| trace::watch(control, announced))
        .flatten()
        .map_or(-1, |number| number as jint)
}

unsafe extern "system" fn object(env: *mut JNIEnv, _: jclass, class: jobject) {
    // SAFETY: the JVM passes the current thread's environment and a valid reference.
    let (env, class) = unsafe { (Env::from_raw(env), Object::from_raw(class)) };
    control(|control| {
        if let Some(trace) = &mut control.trace {
            trace.add_object(&env.string(class).unwrap_or_default());
        }
    });
}

unsafe extern "system" fn target(env: *mut JNIEnv, _: jclass, site: jint) -> jobject {
    // SAFETY: as in `object`.
    let env = unsafe { Env::from_raw(env) };
    let target = u32::try_from(site).ok().and_then(instrument::target);
    // What it throws reaches the caller as a Java exception of its own.
    env.string_array(&target.unwrap_or_default())
        .map_or(std::ptr::null_mut(), Object::raw)
}

unsafe extern "system" fn slot(
    env: *mut JNIEnv,
    _: jclass,
    _: jint,
    owner: jobject,
    name: jobject,
) {
    // SAFETY: as in `object`.
    let (env, owner, name) = unsafe {
        (
            Env::from_raw(env),
            Object::from_raw(owner),
            Object::from_raw(name),
        )
    };
    trace::slots::add(trace::Member {
        class: env.string(owner).unwrap_or_default(),
        name: env.string(name).unwrap_or_default(),
    });
}

unsafe extern "system" fn value(
    env: *mut JNIEnv,
    _: jclass,
    event: jint,
    form: jint,
    text: jobject,
    object: jint,
) {
    // SAFETY: as in `object`.
    let (env, text) = unsafe { (Env::from_raw(env), Object::from_raw(text)) };
    let text = || env.string(text).unwrap_or_default();
    control(|control| {
        if let Some(trace) = &mut control.trace {
            trace.set_value(event as usize, form as u8, text, object as u32);
        }
    });
}

unsafe extern "system" fn outcome(env: *mut JNIEnv, _: jclass, encoded: jbyteArray) {
    // SAFETY: as in `object`.
    let (env, encoded) = unsafe { (Env::from_raw(env), Object::from_raw(encoded)) };
    let encoded = env.bytes(encoded);
    control(|control| control.found(encoded));
}

/// The end of an execution whose switches should have been between calls, and which left a call in its sleep: it is not observed.
const OVERLAPPED: jint = 8;

unsafe extern "system" fn end(_: *mut JNIEnv, _: jclass, end: jint, steps: jlong) -> jboolean {
    let used_up = memory::is_or_was_used_up();
    let end = if used_up {
        Some(End::OutOfMemory)
    } else {
        (end != OVERLAPPED).then(|| End::from_number(end as u8))
    };
    control(|control| control.end(end, steps as u64));
    used_up
}

unsafe extern "system" fn class_number(_: *mut JNIEnv, _: jclass, number: jint) -> jclass {
    let classes = CLASS_CONSTANTS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    classes
        .get(number as usize)
        .map_or(std::ptr::null_mut(), |class| class.object().raw())
}

unsafe extern "system" fn hand_over(_: *mut JNIEnv, _: jclass, from: jint, to: jint) {
    turns::give(to as usize);
    turns::take(from as usize);
}

unsafe extern "system" fn give(_: *mut JNIEnv, _: jclass, to: jint) {
    turns::give(to as usize);
}

unsafe extern "system" fn await_turn(_: *mut JNIEnv, _: jclass, thread: jint) {
    turns::take(thread as usize);
}

unsafe extern "system" fn stack_left(_: *mut JNIEnv, _: jclass) -> jint {
    jint::try_from(stack::left()).unwrap_or(jint::MAX)
}

unsafe extern "system" fn unpin(_: *mut JNIEnv, _: jclass) {
    let mut every = rustix::thread::CpuSet::new();
    (0..rustix::thread::CpuSet::MAX_CPU).for_each(|core| every.set(core));
    // Without it the threads only run less in parallel.
    let _ = rustix::thread::sched_setaffinity(None, &every);
}

unsafe extern "system" fn worn_out(_: *mut JNIEnv, _: jclass) {
    control(|control| control.worn_out = true);
}

unsafe extern "system" fn lost(_: *mut JNIEnv, _: jclass) {
    watchdog::lost();
}

unsafe extern "system" fn waits_inside(_: *mut JNIEnv, _: jclass, begins: jboolean) {
    if begins {
        watchdog::begins_to_wait_inside();
    } else {
        watchdog::goes_on_inside();
    }
}

unsafe extern "system" fn monitor_enter(env: *mut JNIEnv, _: jclass, object: jobject) {
    // SAFETY: as in `object`.
    let (env, object) = unsafe { (Env::from_raw(env), Object::from_raw(object)) };
    env.monitor_enter(object);
}

unsafe extern "system" fn monitor_exit(env: *mut JNIEnv, _: jclass, object: jobject) {
    // SAFETY: as in `object`.
    let (env, object) = unsafe { (Env::from_raw(env), Object::from_raw(object)) };
    env.monitor_exit(object);
}

/// The JVMTI thread states that java.lang.Thread keeps (JVMTI, Get Thread State): alive and runnable; terminated.
const RUNNABLE: jint = 0x5;
const TERMINATED: jint = 0x2;

unsafe extern "system" fn set_status(
    env: *mut JNIEnv,
    _: jclass,
    thread: jobject,
    alive: jboolean,
) {
    // SAFETY: as in `object`.
    let (env, thread) = unsafe { (Env::from_raw(env), Object::from_raw(thread)) };
    let status = if alive { RUNNABLE } else { TERMINATED };
    match env.object_field(thread, "holder", "Ljava/lang/Thread$FieldHolder;") {
        Some(holder) => {
            env.set_int_field(holder, "threadStatus", status);
            env.delete_local(holder);
        }
        // Before JDK 19 it is a field of Thread itself.
        None => {
            env.set_int_field(thread, "threadStatus", status);
        }
    }
}

unsafe extern "system" fn start0(env: *mut JNIEnv, thread: jobject) {
    // SAFETY: as in `object`.
    let (safe, object) = unsafe { (Env::from_raw(env), Object::from_raw(thread)) };
    let Some(hooks) = THREADS.get() else { return };
    let taken = safe.call_static_boolean(hooks.class.object(), hooks.start, object);
    if safe.is_throwing() {
        return;
    }
    if !taken || hooks.own_threads {
        // SAFETY: the environment and the Thread are those the JVM passed to start0.
        unsafe { (hooks.jvm_start)(env, thread) };
    }
}

unsafe extern "system" fn interrupt0(env: *mut JNIEnv, thread: jobject) {
    // SAFETY: as in `object`.
    let (safe, object) = unsafe { (Env::from_raw(env), Object::from_raw(thread)) };
    let Some(hooks) = THREADS.get() else { return };
    let taken = safe.call_static_boolean(hooks.class.object(), hooks.interrupt, object);
    if safe.is_throwing() {
        return;
    }
    if !taken || hooks.own_threads {
        // SAFETY: the environment and the Thread are those the JVM passed to interrupt0.
        unsafe { (hooks.jvm_interrupt)(env, thread) };
    }
}

/// A new thread's first moment, called by the agent on that thread.
pub fn arrived(env: Env) {
    if let Some(hooks) = THREADS.get().filter(|hooks| hooks.own_threads) {
        // What `arrive` throws is the order to unwind a thread that has not begun: it ends at its first hook instead.
        let _ = env.call_static_void(hooks.class.object(), hooks.arrive, &[]);
    }
}

/// A thread's last moment, called by the agent on that thread.
pub fn left(env: Env) {
    if let Some(hooks) = THREADS.get().filter(|hooks| hooks.own_threads) {
        let _ = env.call_static_void(hooks.class.object(), hooks.leave, &[]);
    }
}

/// Keeps the agent's exported entry in the binary.
#[used]
static AGENT: agent::OnLoad = agent::Agent_OnLoad_raddle;
