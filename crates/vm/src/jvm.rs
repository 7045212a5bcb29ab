//! The JVM inside the worker process: started with our agent, our runtime defined in it, ready to execute tests.

use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use jni_sys as sys;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use raddle_schedule::{Replay, Schedule, Spec, Strategy};
use raddle_testcase::{Call, Callee, ThunkBase};
use rustc_hash::FxHashMap;

use crate::control::{CONTROL, Control};
use crate::encode::{self, Mode, Numbers};
use crate::jni::{Env, Global, JavaError, Method, Object, Value};
use crate::job::{Job, JobReport, Observed, Record, Until};
use crate::natives::CLASS_CONSTANTS;
use crate::trace::Trace;
use crate::{agent, instrument, memory, natives, outcome, runtime, watchdog};

/// How the turn goes from one controlled thread to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handover {
    /// Operating system threads and a futex: every JDK.
    Threads,
    /// Continuations on one carrier thread: JDK 24 and later.
    Continuations,
}

impl Handover {
    /// The first JDK whose monitors do not pin a continuation (JEP 491).
    pub const FIRST_WITH_CONTINUATIONS: u16 = 24;

    /// The fastest that a JDK of this feature version has.
    pub fn fastest(feature: u16) -> Self {
        if feature >= Self::FIRST_WITH_CONTINUATIONS {
            Self::Continuations
        } else {
            Self::Threads
        }
    }
}

/// Why the JVM does not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum JvmError {
    /// libjvm cannot be loaded.
    #[error("cannot load the JVM: {0}")]
    Load(#[from] libloading::Error),
    /// It does not start.
    #[error("the JVM does not start (error {0})")]
    Start(i32),
    /// Something of ours failed in it.
    #[error(transparent)]
    Java(#[from] JavaError),
    /// A call of the test cannot be made.
    #[error("{0}")]
    Call(String),
    /// Something of ours failed while a test was executed: nobody knows in what state everything is.
    #[error("raddle failed inside the JVM: {0}")]
    Broken(JavaError),
}

/// How many failures of a job get their schedules settled.
const SETTLED: usize = 16;

/// A running JVM. There is one a process, and it stays until the process ends.
pub struct Jvm {
    env: Env,
    execution: Global,
    run: Method,
    add_thunk: Method,
    thunks: FxHashMap<Callee, u32>,
    classes: FxHashMap<String, u32>,
    loader: Global,
    for_name: Method,
    class_class: Global,
}

/// How the JVM compiles what runs often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Compiler {
    /// As well as it can: for a test that is executed millions of times.
    Thorough,
    /// Quickly: for thousands of tests. They are never executed often enough to be worth the work of the optimising compiler,
    /// which takes 40 % of the processor's time if it is let.
    Quick,
}

fn options(class_path: &str, scratch: &Path, compiler: Compiler) -> Vec<String> {
    let mut options = vec![format!("-Djava.class.path={class_path}")];
    options.extend(
        [
            "-agentlib:raddle",
            // Identity hashes, escape from C2's rewriting of string builders, exceptions that keep their traces.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-XX:-CheckIntrinsics",
            "-XX:-OptimizeStringConcat",
            "-XX:-OmitStackTraceInFastThrow",
            // More of a trace than is ever told; what overflows the stack fills in a deep one.
            "-XX:MaxJavaStackTraceDepth=256",
            "-Xlog:disable",
            "-Xlog:all=off",
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-Xms32m",
            "-Xmx512m",
            // Small enough for the caches; and there from the start, so that memory does not seem to grow.
            "-Xmn8m",
            "-XX:+AlwaysPreTouch",
            "-XX:MaxDirectMemorySize=256m",
            "-XX:-UsePerfData",
            // Room for the hooks to finish what they began when the tested code has used up its stack.
            "-XX:StackReservedPages=8",
            "-XX:+DisableAttachMechanism",
            "-XX:ActiveProcessorCount=1",
            "-Xrs",
            "-Djava.awt.headless=true",
            // What the JDK would otherwise do only after so many calls, in the middle of some execution.
            "-Djava.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD=-1",
            "-Dsun.reflect.noInflation=true",
        ]
        .map(str::to_owned),
    );
    if compiler == Compiler::Quick {
        options.push("-XX:TieredStopAtLevel=1".to_owned());
    }
    options.push(format!("-Djava.io.tmpdir={}", scratch.display()));
    options.push(format!("-Duser.home={}", scratch.display()));
    options.push(format!("-XX:ErrorFile={}/crash.log", scratch.display()));
    options
}

impl Jvm {
    /// Starts the JVM on the current thread, which drives all executions from now on.
    pub fn start(
        libjvm: &Path,
        class_path: &str,
        scratch: &Path,
        handover: Handover,
        compiler: Compiler,
        coverage: Vec<String>,
    ) -> Result<Self, JvmError> {
        instrument::set_coverage(coverage);
        // SAFETY: libjvm's initialisers are those of a JVM that expects to be loaded this way (JNI, Invocation API).
        let library = unsafe { Library::open(Some(libjvm), RTLD_NOW | RTLD_GLOBAL) }?;
        let env = create(&library, &options(class_path, scratch, compiler))?;
        let continuations = handover == Handover::Continuations;
        for (name, bytes) in runtime::classes(continuations) {
            env.define_class(name, None, bytes)?;
        }
        let lookup = |name: &str| {
            // SAFETY: only the address is taken; `natives` knows the types.
            let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes()) };
            symbol.ok().map(|symbol| symbol.as_raw_ptr())
        };
        memory::set_up(lookup);
        natives::register(env, !continuations, lookup)?;
        if !continuations && !agent::watch_threads() {
            return Err(JvmError::Call(
                "the JVM does not report its threads".to_owned(),
            ));
        }
        let jvm = Self::set_up(env, continuations);
        // The JVM must never be unloaded.
        std::mem::forget(library);
        jvm
    }

    fn set_up(env: Env, continuations: bool) -> Result<Self, JvmError> {
        let loaders = env.find_class("java/lang/ClassLoader")?;
        let loader = |name: &str| -> Result<Global, JavaError> {
            let get = env.static_method(loaders, name, "()Ljava/lang/ClassLoader;")?;
            Ok(env.global(env.call_static_object(loaders, get, &[])?))
        };
        agent::set_platform_loader(loader("getPlatformClassLoader")?);
        let class_class = env.find_class("java/lang/Class")?;
        let signature = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
        let execution = env.find_class("java/lang/RaddleExecution")?;
        let lookup = env.find_class("java/lang/invoke/MethodHandles$Lookup")?;
        let trusted = env.static_object_field(
            lookup,
            "IMPL_LOOKUP",
            "Ljava/lang/invoke/MethodHandles$Lookup;",
        )?;
        let set_up = env.static_method(
            execution,
            "setUp",
            "(ZLjava/lang/invoke/MethodHandles$Lookup;)V",
        )?;
        env.call_static_void(
            execution,
            set_up,
            &[Value::Boolean(continuations), Value::Object(trusted)],
        )?;
        Ok(Self {
            env,
            run: env.static_method(execution, "run", "([B)[J")?,
            add_thunk: env.static_method(execution, "addThunk", "(ILjava/lang/RaddleThunk;)V")?,
            execution: env.global(execution),
            thunks: FxHashMap::default(),
            classes: FxHashMap::default(),
            loader: loader("getSystemClassLoader")?,
            for_name: env.static_method(class_class, "forName", signature)?,
            class_class: env.global(class_class),
        })
    }

    /// Does a job.
    pub fn run(&mut self, job: &Job) -> Result<JobReport, JvmError> {
        watchdog::counting(|| watchdog::made(0));
        let Some(strategy) = job.strategy.strategy(job.seed) else {
            return self.run_in_parallel(job);
        };
        if job.executions == 0 {
            let (control, counts) = self.control(job, strategy, 0, None, job.until)?;
            return Ok(report(control, counts));
        }
        // Once without looking: classes get loaded and linked, caches filled. A replay does so along its own way, too.
        let mut warm_ups = vec![Schedule::new()];
        if let Spec::Replay(schedule) = &job.strategy {
            warm_ups.push(schedule.clone());
        }
        for schedule in warm_ups {
            let warm_up = Box::new(Replay::new(schedule));
            let (control, counts) = self.control(&preparing(job), warm_up, 1, None, Until::Done)?;
            if control.worn_out {
                let mut report = report(control, counts);
                report.divergence = None; // nobody asked for the warm-up's schedule
                return Ok(report);
            }
        }
        let trace = (job.record != Record::Schedules).then(Trace::default);
        let (control, counts) =
            watchdog::counting(|| self.control(job, strategy, job.executions, trace, job.until))?;
        let mut report = report(control, counts);
        if !report.worn_out && !matches!(job.strategy, Spec::Replay(_)) {
            let failures = report
                .observed
                .iter_mut()
                .filter(|observed| observed.outcome.is_failure());
            for failure in failures.take(SETTLED) {
                self.settle(job, failure)?;
            }
        }
        let traces = report
            .observed
            .iter()
            .filter_map(|observed| observed.trace.as_ref());
        let events = traces.flat_map(|trace| &trace.events);
        report.sites = instrument::sites(events.filter_map(|event| event.site));
        Ok(report)
    }

    /// Leaves the threads to the JVM. The schedules of what is observed are empty: nobody knows them.
    fn run_in_parallel(&mut self, job: &Job) -> Result<JobReport, JvmError> {
        let nobody = Box::new(Replay::new(Schedule::new()));
        let calls = job.test.suffixes.iter().map(Vec::len).max().unwrap_or(0) as u64;
        watchdog::PATIENCE.store(calls * u64::from(job.limits.patience), Ordering::Relaxed);
        let done =
            watchdog::counting(|| self.control(job, nobody, job.executions, None, job.until));
        watchdog::PATIENCE.store(0, Ordering::Relaxed);
        let (control, counts) = done?;
        let mut report = report(control, counts);
        report.divergence = None;
        Ok(report)
    }

    /// Finds the schedule that makes a failure happen again once everything has been loaded and initialised on its way: the
    /// first time, the JDK may do more than later.
    fn settle(&mut self, job: &Job, failure: &mut Observed) -> Result<(), JvmError> {
        const REPLAYS: u64 = 2;
        let unfocused = Job {
            focus: None,
            ..job.clone()
        };
        for _ in 0..REPLAYS {
            let replay = Box::new(Replay::new(failure.schedule.clone()));
            let trace = failure.trace.is_some().then(Trace::default);
            let (control, _) = self.control(&unfocused, replay, REPLAYS, trace, Until::Done)?;
            let Some(last) = control.found.last() else {
                return Ok(());
            };
            let same = outcome::decode(&last.encoded)
                .is_some_and(|outcome| outcome.fails_like(&failure.outcome));
            if !same {
                return Ok(());
            }
            let settled = failure.schedule == *control.last_schedule();
            failure.schedule = control.last_schedule().clone();
            failure.trace = control.trace;
            if settled {
                break;
            }
        }
        Ok(())
    }

    fn control(
        &mut self,
        job: &Job,
        strategy: Box<dyn Strategy>,
        executions: u64,
        trace: Option<Trace>,
        until: Until,
    ) -> Result<(Control, Vec<i64>), JvmError> {
        let needs = strategy.needs();
        let mode = Mode {
            parallel: job.strategy == Spec::Jvm,
            every_event: needs.pending || trace.is_some(),
            every_call: needs.call_boundaries,
            values: trace.is_some() && job.record == Record::Traces,
        };
        let focus = job.focus.as_ref().filter(|_| !mode.every_event);
        let told = focus.map(instrument::tell);
        let encoded = encode::job(job, mode, told.as_ref(), self)?;
        let mut control = Control::new(strategy, executions, job.test.suffixes.len(), trace);
        control.stop_at_failure = until == Until::Failure;
        control.overruns = job.limits.overruns;
        control.steps_left = job.limits.total;
        // SAFETY: no execution is under way, and this is the thread that drives them.
        unsafe { *CONTROL.get() = Some(control) };
        let bytes = self.env.byte_array(&encoded)?;
        watchdog::BUSY.store(true, Ordering::Relaxed);
        let counts =
            self.env
                .call_static_object(self.execution.object(), self.run, &[Value::Object(bytes)]);
        watchdog::BUSY.store(false, Ordering::Relaxed);
        self.env.delete_local(bytes);
        // SAFETY: as above.
        let control = unsafe { CONTROL.get() }.take();
        let counts = counts.map_err(JvmError::Broken)?;
        let longs = self.env.longs(counts);
        self.env.delete_local(counts);
        control
            .map(|control| (control, longs))
            .ok_or(JvmError::Call("the job is lost".to_owned()))
    }

    fn class(&mut self, name: &str) -> Result<Object, JvmError> {
        let name = self.env.new_string(name)?;
        let arguments = [
            Value::Object(name),
            Value::Boolean(false),
            Value::Object(self.loader.object()),
        ];
        let class =
            self.env
                .call_static_object(self.class_class.object(), self.for_name, &arguments);
        self.env.delete_local(name);
        Ok(class?)
    }
}

/// The same job with time enough to load and initialise whatever it needs, asking nobody.
fn preparing(job: &Job) -> Job {
    let mut job = job.clone();
    job.focus = None;
    job.limits.steps = job.limits.steps.saturating_mul(2);
    job.limits.branches = job.limits.branches.saturating_mul(2);
    job
}

/// What a job came to, but for what its traces' sites stand for.
fn report(control: Control, counts: Vec<i64>) -> JobReport {
    let observed = control
        .found
        .into_iter()
        .zip(counts)
        .filter_map(|(found, count)| {
            Some(Observed {
                outcome: outcome::decode(&found.encoded)?,
                count: count as u64,
                first: found.execution,
                schedule: found.schedule,
                trace: found.trace,
            })
        });
    JobReport {
        executions: control.executions,
        exhausted: control.exhausted,
        divergence: control.divergence,
        fingerprints: control.fingerprints,
        observed: observed.collect(),
        sites: Vec::new(),
        worn_out: control.worn_out,
    }
}

impl Numbers for Jvm {
    type Error = JvmError;

    fn thunk(&mut self, call: &Call) -> Result<u32, JvmError> {
        if let Some(&number) = self.thunks.get(&call.callee) {
            return Ok(number);
        }
        let number = self.thunks.len() as u32;
        let name = format!("{}/Thunk${number}", runtime::GENERATED_PACKAGE);
        let base = ThunkBase {
            class: runtime::THUNK,
            method: "call",
        };
        let thunk = call
            .callee
            .thunk(&name, base)
            .map_err(|error| JvmError::Call(error.to_string()))?;
        for class in thunk.stub.iter().chain([&thunk.class]) {
            let class = self
                .env
                .define_class(&class.name, Some(self.loader), &class.bytes)?;
            self.env.delete_local(class);
        }
        let class = self.class(&name.replace('/', "."))?;
        let constructor = self.env.method(class, "<init>", "()V")?;
        let object = self.env.new_object(class, constructor, &[])?;
        let arguments = [Value::Int(number as i32), Value::Object(object)];
        self.env
            .call_static_void(self.execution.object(), self.add_thunk, &arguments)?;
        self.env.delete_local(object);
        self.env.delete_local(class);
        self.thunks.insert(call.callee.clone(), number);
        Ok(number)
    }

    fn class(&mut self, name: &str) -> Result<u32, JvmError> {
        if let Some(&number) = self.classes.get(name) {
            return Ok(number);
        }
        let class = Jvm::class(self, name)?;
        let mut constants = CLASS_CONSTANTS
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let number = constants.len() as u32;
        constants.push(self.env.global(class));
        self.env.delete_local(class);
        self.classes.insert(name.to_owned(), number);
        Ok(number)
    }
}

fn create(library: &Library, options: &[String]) -> Result<Env, JvmError> {
    type Create = unsafe extern "system" fn(
        *mut *mut sys::JavaVM,
        *mut *mut c_void,
        *mut c_void,
    ) -> sys::jint;
    // SAFETY: the type is that of the function in the JNI specification.
    let create = unsafe { library.get::<Create>(b"JNI_CreateJavaVM") }?;
    let options: Vec<CString> = options
        .iter()
        .filter_map(|option| CString::new(option.as_str()).ok())
        .collect();
    let mut pointers: Vec<sys::JavaVMOption> = options
        .iter()
        .map(|option| sys::JavaVMOption {
            optionString: option.as_ptr().cast_mut(),
            extraInfo: ptr::null_mut(),
        })
        .collect();
    let mut arguments = sys::JavaVMInitArgs {
        version: sys::JNI_VERSION_1_8,
        nOptions: pointers.len() as i32,
        options: pointers.as_mut_ptr(),
        ignoreUnrecognized: false,
    };
    let (mut vm, mut env) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the structures are as JNI_CreateJavaVM wants them and outlive the call.
    let status = unsafe { create(&mut vm, &mut env, ptr::from_mut(&mut arguments).cast()) };
    if status != 0 {
        return Err(JvmError::Start(status));
    }
    // SAFETY: on success the JVM writes the environment of the current thread.
    Ok(unsafe { Env::from_raw(env.cast()) })
}
