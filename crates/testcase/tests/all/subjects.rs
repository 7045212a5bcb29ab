//! The classes in `subjects/` and the tests of them: everything compiles, fits together and leaves nothing out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use raddle_classfile::{ClassFile, ClassFlags, FieldFlags, MethodFlags, Opcode, Operands, Tag};
use raddle_testcase::{Callee, Dispatch, FieldHolder, TestFile};

use crate::jdk;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects")
}

/// All files below a folder whose names end so, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The compiled subjects: class files by internal name. Compiled by every JDK under test, kept from the last.
fn classes() -> &'static BTreeMap<String, Vec<u8>> {
    static CLASSES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let sources = files(&root().join("src"), ".java");
        let mut classes = BTreeMap::new();
        for jdk in jdk::compilers() {
            let folder = tempfile::tempdir().unwrap();
            jdk::javac(
                &jdk,
                &sources,
                folder.path(),
                &["-Xlint:all,-options", "-Werror"],
            );
            for file in files(folder.path(), ".class") {
                let name = file.strip_prefix(folder.path()).unwrap().with_extension("");
                classes.insert(name.to_str().unwrap().to_owned(), fs::read(file).unwrap());
            }
        }
        classes
    })
}

/// The tests by file name without `.json`.
fn tests() -> BTreeMap<String, TestFile> {
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let file = TestFile::from_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, file)
    };
    files(&root().join("tests"), ".json")
        .into_iter()
        .map(read)
        .collect()
}

/// Looks for a member in a class and its supertypes, as far as they are subjects.
fn find<T>(class: &str, look: &dyn Fn(&ClassFile<'_>) -> Option<T>) -> Option<T> {
    let parsed = ClassFile::parse(classes().get(class)?).unwrap();
    look(&parsed).or_else(|| {
        let supertypes = parsed
            .super_name()
            .into_iter()
            .chain(parsed.interfaces().map(Result::unwrap));
        supertypes
            .map(|name| name.to_str().into_owned())
            .find_map(|name| find(&name, look))
    })
}

/// What is wrong with calling this from a test, if the class is a subject.
fn objection(callee: &Callee) -> Option<String> {
    let class = callee.class()?.internal();
    if !class.starts_with("subjects/") {
        return None;
    }
    let Some(bytes) = classes().get(&class) else {
        return Some(format!("there is no class {class}"));
    };
    let parsed = ClassFile::parse(bytes).unwrap();
    if !parsed.flags().contains(ClassFlags::PUBLIC) {
        return Some(format!("{class} is not public"));
    }
    let method = |name: &str, descriptor: &str| {
        find(&class, &|class| {
            let found = class.methods().find(|method| {
                method.name().to_str() == name && method.descriptor().to_str() == descriptor
            });
            found.map(|method| method.flags())
        })
    };
    let flags = match callee {
        Callee::Constructor { descriptor, .. } => method("<init>", descriptor.as_str()),
        Callee::Method {
            name,
            descriptor,
            dispatch,
            ..
        } => {
            let is_interface = parsed.flags().contains(ClassFlags::INTERFACE);
            let is_static = matches!(dispatch, Dispatch::Static | Dispatch::InterfaceStatic);
            method(name.as_str(), descriptor.as_str()).filter(|flags| {
                dispatch.owner_is_interface() == is_interface
                    && flags.contains(MethodFlags::STATIC) == is_static
            })
        }
        Callee::GetField {
            name,
            descriptor,
            holder,
            ..
        } => find(&class, &|class| {
            let found = class.fields().find(|field| {
                field.name().to_str() == name.as_str()
                    && field.descriptor().to_str() == descriptor.descriptor()
                    && field.flags().contains(FieldFlags::STATIC) == (*holder == FieldHolder::Class)
            });
            found.map(|field| MethodFlags::from_bits_retain(field.flags().bits()))
        }),
        Callee::NewArray { .. } | Callee::Stub(_) => return None,
    };
    match flags {
        None => Some(format!("{class} has no such member: {callee:?}")),
        Some(flags) if !flags.contains(MethodFlags::PUBLIC) => {
            Some(format!("not public: {callee:?}"))
        }
        Some(_) => None,
    }
}

#[test]
fn every_test_calls_what_there_is() {
    let tests = tests();
    assert!(tests.len() > 150, "only {} tests", tests.len());
    for (name, file) in tests {
        for call in file.test.calls() {
            assert_eq!(objection(&call.callee), None, "{name}");
        }
        let subject = file
            .subject
            .unwrap_or_else(|| panic!("{name} names no subject"));
        let used = file
            .test
            .calls()
            .any(|call| call.callee.class() == Some(&subject));
        assert!(used, "{name} does not use {subject}");
    }
}

#[test]
fn every_defect_has_a_correct_twin() {
    let tests = tests();
    let mut defects = 0;
    for (name, file) in &tests {
        let ours = file
            .subject
            .as_ref()
            .is_some_and(|subject| subject.as_str().starts_with("subjects."));
        if file.defect.is_some() && ours {
            defects += 1;
            assert!(file.expect.is_some(), "{name} does not say what happens");
            let twin = file
                .twin
                .as_ref()
                .unwrap_or_else(|| panic!("{name} names no twin"));
            let twin = tests
                .get(twin)
                .unwrap_or_else(|| panic!("{name}: there is no test {twin}"));
            assert!(
                twin.defect.is_none() && twin.twin.is_some(),
                "{name}: its twin is defective too"
            );
            let (bad, good) = (
                &file.expect.as_ref().unwrap().outcomes,
                &twin.expect.as_ref().unwrap().outcomes,
            );
            assert!(bad != good, "{name} behaves as its twin does");
        } else if let Some(twin) = &file.twin {
            assert!(
                tests[twin].defect.is_some(),
                "{name}: its twin has no defect"
            );
        }
    }
    assert!(defects > 40, "only {defects} defects");
}

/// The outermost class around a class.
fn outermost(name: &str) -> &str {
    name.split('$').next().unwrap()
}

/// The outermost classes that the others mention in their constants.
fn mentioned() -> BTreeSet<String> {
    let mut mentioned = BTreeSet::new();
    for (name, bytes) in classes() {
        let class = ClassFile::parse(bytes).unwrap();
        for (index, tag) in class.pool().iter() {
            if tag == Tag::Class {
                let other = class
                    .pool()
                    .class_name(index)
                    .unwrap()
                    .to_str()
                    .into_owned();
                if outermost(&other) != outermost(name) {
                    mentioned.insert(outermost(&other).to_owned());
                }
            }
        }
    }
    mentioned
}

#[test]
fn every_subject_has_a_test() {
    let tests = tests();
    let called = tests.values().flat_map(|file| file.test.calls());
    let mut used: BTreeSet<String> = called
        .filter_map(|call| Some(outermost(&call.callee.class()?.internal()).to_owned()))
        .collect();
    used.extend(mentioned());
    for (name, bytes) in classes() {
        let class = ClassFile::parse(bytes).unwrap();
        let is_program = class
            .methods()
            .any(|method| method.name().to_str() == "main");
        assert!(
            is_program || used.contains(outermost(name)),
            "no test and no other subject uses {name}"
        );
    }
}

/// A test's outcomes fit its calls: a value where something is returned, `void` where not.
#[test]
fn outcomes_have_the_right_kinds_of_results() {
    use raddle_testcase::{CallResult, Outcome};
    for (name, file) in tests() {
        let Some(expect) = file.expect else { continue };
        assert!(!expect.outcomes.is_empty(), "{name}");
        for outcome in &expect.outcomes {
            let Outcome::Finished {
                suffixes,
                afterwards,
                ..
            } = outcome
            else {
                continue;
            };
            let parts = suffixes.iter().zip(&file.test.suffixes);
            for (results, calls) in parts.chain([(afterwards, &file.test.afterwards)]) {
                for (result, call) in results.iter().zip(calls) {
                    if let CallResult::Returned(text) = result {
                        let is_void = call.callee.result_type().is_none();
                        assert_eq!(text == "void", is_void, "{name}: {outcome}");
                    }
                }
            }
        }
    }
}

/// What the compiled subjects do: opcodes by mnemonic and methods called, as `class.name`.
fn primitives_used() -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for bytes in classes().values() {
        let class = ClassFile::parse(bytes).unwrap();
        for method in class.methods() {
            if method.flags().contains(MethodFlags::SYNCHRONIZED) {
                let kind = if method.flags().contains(MethodFlags::STATIC) {
                    "static "
                } else {
                    ""
                };
                used.insert(format!("{kind}synchronized method"));
            }
            let Some(code) = method.code().unwrap() else {
                continue;
            };
            for instruction in code.instructions() {
                let instruction = instruction.unwrap();
                used.insert(instruction.opcode.mnemonic().to_owned());
                if let Operands::Branch(target) = instruction.operands
                    && target <= instruction.pc
                {
                    used.insert("backward branch".to_owned());
                }
                let calls = matches!(
                    instruction.opcode,
                    Opcode::Invokevirtual
                        | Opcode::Invokestatic
                        | Opcode::Invokespecial
                        | Opcode::Invokeinterface
                );
                if let Operands::Constant(index) = instruction.operands
                    && calls
                {
                    let target = class.pool().member_ref(index).unwrap();
                    used.insert(format!(
                        "{}.{}",
                        target.owner.to_str(),
                        target.name.to_str()
                    ));
                }
            }
        }
    }
    used
}

#[test]
fn the_subjects_use_every_primitive_that_is_controlled() {
    let used = primitives_used();
    let opcodes = [
        "getfield",
        "putfield",
        "getstatic",
        "putstatic",
        "monitorenter",
        "monitorexit",
        "invokedynamic",
        "baload",
        "saload",
        "caload",
        "iaload",
        "laload",
        "faload",
        "daload",
        "aaload",
        "bastore",
        "sastore",
        "castore",
        "iastore",
        "lastore",
        "fastore",
        "dastore",
        "aastore",
        "backward branch",
        "synchronized method",
        "static synchronized method",
    ];
    let methods = [
        "java/lang/Thread: start join sleep yield interrupt isInterrupted interrupted isAlive onSpinWait getState",
        "java/util/concurrent/locks/LockSupport: park unpark parkNanos",
        "java/lang/invoke/VarHandle: getVolatile setVolatile getAndAdd compareAndSet",
        "java/util/concurrent/atomic/AtomicInteger: get set compareAndSet incrementAndGet updateAndGet",
        "java/util/concurrent/atomic/AtomicReference: get set compareAndSet",
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater: get set incrementAndGet",
        "java/util/concurrent/atomic/AtomicLongArray: addAndGet",
        "java/util/concurrent/atomic/LongAdder: increment sum",
        "java/util/concurrent/locks/ReentrantLock: lock unlock tryLock newCondition",
        "java/util/concurrent/locks/Condition: await signal signalAll",
        "java/util/concurrent/locks/ReentrantReadWriteLock: readLock writeLock",
        "java/util/concurrent/locks/StampedLock: writeLock unlockWrite tryOptimisticRead validate readLock unlockRead",
        "java/util/concurrent/Semaphore: acquire release tryAcquire",
        "java/util/concurrent/CountDownLatch: await countDown",
        "java/util/concurrent/CyclicBarrier: await",
        "java/util/concurrent/Exchanger: exchange",
        "java/util/concurrent/BlockingQueue: put take",
        "java/util/concurrent/LinkedBlockingQueue: poll take",
        "java/util/concurrent/ConcurrentLinkedQueue: offer poll",
        "java/util/concurrent/ConcurrentHashMap: get put computeIfAbsent",
        "java/util/concurrent/CompletableFuture: join get complete completeExceptionally supplyAsync thenApply thenCombine",
        "java/util/concurrent/ExecutorService: submit invokeAll shutdown awaitTermination",
        "java/util/concurrent/ScheduledExecutorService: schedule",
        "java/util/concurrent/ForkJoinPool: invoke",
        "java/lang/ThreadLocal: get set withInitial",
        "java/lang/System: identityHashCode nanoTime currentTimeMillis",
    ];
    for opcode in opcodes {
        assert!(used.contains(opcode), "no subject uses {opcode}");
    }
    for line in methods {
        let (class, names) = line.split_once(": ").unwrap();
        for name in names.split(' ') {
            assert!(
                used.contains(&format!("{class}.{name}")),
                "no subject calls {class}.{name}"
            );
        }
    }
    for name in ["wait", "notify", "notifyAll"] {
        let called = used.iter().any(|call| call.ends_with(&format!(".{name}")));
        assert!(called, "no subject calls {name}");
    }
}
