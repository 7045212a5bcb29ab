//! The JVMTI agent inside the worker: sees every class as it is loaded, from java.lang.Object on, and every thread.
//!
//! It is linked into the binary; the JVM finds it by the exported name that `-agentlib:raddle` stands for.

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use jni_sys as sys;
use jvmti_bindings::sys::jni as ti_jni;
use jvmti_bindings::sys::jvmti as ti;
use raddle_rewrite::{Origin, Stage};

use crate::jni::{Env, Global, Object};
use crate::natives;
use crate::{instrument, memory};

/// The type of the agent's entry.
pub type OnLoad =
    unsafe extern "system" fn(*mut sys::JavaVM, *const c_char, *mut c_void) -> sys::jint;

static JVMTI: AtomicPtr<ti::jvmtiEnv> = AtomicPtr::new(ptr::null_mut());

/// The agent's entry, called by the JVM before it loads its first class.
///
/// # Safety
/// Only the JVM calls it.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the JVM looks for this name")]
pub unsafe extern "system" fn Agent_OnLoad_raddle(
    vm: *mut sys::JavaVM,
    _: *const c_char,
    _: *mut c_void,
) -> sys::jint {
    let mut env: *mut c_void = ptr::null_mut();
    // SAFETY: the JVM passes itself; GetEnv writes the environment it was asked for.
    let status = unsafe { ((**vm).v1_2.GetEnv)(vm, &mut env, ti::JVMTI_VERSION_11) };
    if status != 0 {
        return status;
    }
    let env = env.cast::<ti::jvmtiEnv>();
    JVMTI.store(env, Ordering::Release);
    // SAFETY: all-zero is how both structures say "nothing"; their fields are integers and optional functions.
    let (mut capabilities, mut callbacks): (ti::jvmtiCapabilities, ti::jvmtiEventCallbacks) =
        unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    capabilities.set_can_generate_all_class_hook_events(true);
    capabilities.set_can_generate_early_class_hook_events(true);
    capabilities.set_can_generate_resource_exhaustion_heap_events(true);
    callbacks.ResourceExhausted = Some(resource_exhausted);
    callbacks.ClassFileLoadHook = Some(class_file_load_hook);
    callbacks.ThreadStart = Some(thread_start);
    callbacks.ThreadEnd = Some(thread_end);
    // SAFETY: a live JVMTI environment has these functions (JVMTI, Function Table), and the structures outlive the calls.
    let errors = unsafe {
        let functions = &*(*env).functions;
        let (Some(add), Some(set)) = (functions.AddCapabilities, functions.SetEventCallbacks)
        else {
            return sys::JNI_ERR;
        };
        [
            add(env, &capabilities).raw(),
            set(env, &callbacks, size_of_val(&callbacks) as i32).raw(),
        ]
    };
    let events = [
        ti::JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
        ti::JVMTI_EVENT_RESOURCE_EXHAUSTED,
    ];
    if errors != [0, 0] || !events.into_iter().all(enable) {
        return sys::JNI_ERR;
    }
    sys::JNI_OK
}

fn enable(event: ti::jvmtiEvent) -> bool {
    let env = JVMTI.load(Ordering::Acquire);
    // SAFETY: the environment was stored by the entry and lives as long as the JVM.
    unsafe {
        let Some(set) = (*(*env).functions).SetEventNotificationMode else {
            return false;
        };
        set(env, ti::JVMTI_ENABLE, event, ptr::null_mut()).raw() == 0
    }
}

/// From now on, tells the runtime about threads that arrive and leave.
pub fn watch_threads() -> bool {
    enable(ti::JVMTI_EVENT_THREAD_START) && enable(ti::JVMTI_EVENT_THREAD_END)
}

/// The loader of the JDK's modules outside the boot loader, once the JVM is up.
static PLATFORM_LOADER: OnceLock<Global> = OnceLock::new();

/// From now on the program's classes can be told from the JDK's.
pub fn set_platform_loader(loader: Global) {
    let _ = PLATFORM_LOADER.set(loader);
}

fn stage(env: *mut ti::jvmtiEnv) -> Stage {
    let mut phase = ti::JVMTI_PHASE_LIVE;
    // SAFETY: the JVM passes its environment to every event.
    unsafe {
        if let Some(get) = (*(*env).functions).GetPhase {
            get(env, &mut phase);
        }
    }
    if phase == ti::JVMTI_PHASE_PRIMORDIAL {
        Stage::Primordial
    } else {
        Stage::Running
    }
}

fn origin(loader: ti_jni::jobject, env: *mut ti_jni::JNIEnv) -> Origin {
    let Some(platform) = PLATFORM_LOADER.get() else {
        return Origin::Jdk;
    };
    if loader.is_null() {
        return Origin::Jdk;
    }
    // SAFETY: the JVM is up, so it passes the current thread's environment and a valid reference.
    let (env, loader) = unsafe { (Env::from_raw(env.cast()), Object::from_raw(loader.cast())) };
    if env.is_same(loader, platform.object()) {
        Origin::Jdk
    } else {
        Origin::Program
    }
}

unsafe extern "system" fn class_file_load_hook(
    env: *mut ti::jvmtiEnv,
    jni: *mut ti_jni::JNIEnv,
    redefined: ti_jni::jclass,
    loader: ti_jni::jobject,
    name: *const c_char,
    _: ti_jni::jobject,
    length: i32,
    data: *const u8,
    new_length: *mut i32,
    new_data: *mut *mut u8,
) {
    if !redefined.is_null() {
        return;
    }
    // SAFETY: the JVM passes the class's bytes and its name, or null for a hidden class.
    let (bytes, name) = unsafe {
        let name = if name.is_null() {
            c""
        } else {
            CStr::from_ptr(name)
        };
        (
            std::slice::from_raw_parts(data, length as usize),
            name.to_string_lossy(),
        )
    };
    let origin = origin(loader, jni);
    let stage = stage(env);
    let rewritten = std::panic::catch_unwind(|| instrument::load(&name, origin, stage, bytes));
    let Ok(Some(rewritten)) = rewritten else {
        return;
    };
    // SAFETY: the JVM takes over memory that its own Allocate gave out; the copy is as long as that memory.
    unsafe {
        let Some(allocate) = (*(*env).functions).Allocate else {
            return;
        };
        let mut memory: *mut u8 = ptr::null_mut();
        if allocate(env, rewritten.len() as i64, &mut memory).raw() != 0 {
            return;
        }
        ptr::copy_nonoverlapping(rewritten.as_ptr(), memory, rewritten.len());
        *new_length = rewritten.len() as i32;
        *new_data = memory;
    }
}

unsafe extern "system" fn resource_exhausted(
    _: *mut ti::jvmtiEnv,
    _: *mut ti_jni::JNIEnv,
    flags: i32,
    _: *const c_void,
    _: *const c_char,
) {
    if flags & ti::JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP != 0 {
        memory::was_refused();
    }
}

unsafe extern "system" fn thread_start(
    _: *mut ti::jvmtiEnv,
    env: *mut ti_jni::JNIEnv,
    _: ti_jni::jthread,
) {
    // SAFETY: the JVM passes the environment of the thread that starts, which is the current one.
    natives::arrived(unsafe { Env::from_raw(env.cast()) });
}

unsafe extern "system" fn thread_end(
    _: *mut ti::jvmtiEnv,
    env: *mut ti_jni::JNIEnv,
    _: ti_jni::jthread,
) {
    // SAFETY: the JVM passes the environment of the thread that ends, which is the current one.
    natives::left(unsafe { Env::from_raw(env.cast()) });
}
