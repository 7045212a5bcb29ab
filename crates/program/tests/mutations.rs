//! 20,000 random mutations of real classes: whatever the bytes, there is an answer, soon, without much memory.

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cap::Cap;
use raddle_program::class::Class;
use raddle_program::describe;
use raddle_program::origin::Origin;
use raddle_program::program::Program;
use raddle_program::signature::{ClassSignature, GenericType, MethodSignature};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use support::{compile, jar, jdk, jdk_program};

/// Fails the allocation, and with it the test, if more than this is ever asked for.
#[global_allocator]
static MEMORY: Cap<std::alloc::System> = Cap::new(std::alloc::System, 192 << 20);

const MUTATIONS: u64 = 20_000;
/// One mutated class takes well below a millisecond; this only has to tell a loop from a slow machine.
const PATIENCE: Duration = Duration::from_secs(5);

/// Small and large classes of the JDK, and classes with all that javac can write.
fn originals() -> Vec<Vec<u8>> {
    let program = jdk_program();
    let image = program.containers().next().unwrap();
    let classes = image.classes().unwrap();
    let mut originals = Vec::new();
    image.scan(classes.iter().step_by(211), |_, bytes| {
        originals.push(bytes.unwrap().to_vec())
    });
    for name in [
        "java/lang/StringBuffer",
        "java/util/concurrent/ConcurrentHashMap",
        "java/lang/Enum",
    ] {
        originals.push(image.read(name).unwrap().unwrap());
    }
    let source = r#"
import java.util.*;
import java.util.concurrent.locks.*;
public class Rich<T extends Comparable<? super T> & Runnable> implements Iterable<T> {
    @interface ThreadSafe { String[] value() default {}; Class<?> type() default Object.class; Deprecated nested() default @Deprecated; }
    enum Kind { A { void f() { } }, B; void f() { } }
    @ThreadSafe("x") private volatile Map<String, ? extends List<T[]>> map;
    private final Lock lock = new ReentrantLock();
    @ThreadSafe(value = {"a", "b"}, type = int[].class, nested = @Deprecated) public synchronized <X extends Exception> T get(int... keys) throws X {
        synchronized (this) { switch (keys.length) { case 1: case 7: return null; default: } }
        Runnable r = () -> System.out.println("lambda" + keys.length);
        r.run();
        return null;
    }
    public Iterator<T> iterator() { return new Iterator<T>() { public boolean hasNext() { return false; } public T next() { return null; } }; }
    public class Inner { public class Deeper { } }
}
"#;
    originals.extend(
        compile(&[("Rich.java", source)])
            .entries()
            .into_iter()
            .map(|(_, bytes)| bytes),
    );
    originals.retain(|bytes| bytes.len() < 100_000);
    originals
}

fn mutate(bytes: &mut Vec<u8>, random: &mut impl Rng) {
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..bytes.len().max(1));
        match random.random_range(0..7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at.min(bytes.len()), random.random()),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at + 1 < bytes.len() => {
                let extreme = [[0, 0], [0, 1], [0xff, 0xff], [0x7f, 0xff], [0x80, 0]];
                bytes[at..at + 2].copy_from_slice(&extreme[random.random_range(0..extreme.len())]);
            }
            4 if at < bytes.len() => {
                let from = random.random_range(0..bytes.len());
                let length = random.random_range(0..64.min(bytes.len() - at.max(from)).max(1));
                bytes.copy_within(from..from + length, at);
            }
            _ if at < bytes.len() => bytes[at] = random.random(),
            _ => {}
        }
    }
}

/// Asks everything that can be asked of one class.
fn ask_everything(program: &Program, bytes: Vec<u8>) -> bool {
    let origin = Origin::Directory {
        path: Arc::from(std::path::Path::new("mutated")),
    };
    let Ok(class) = Class::read(bytes, origin) else {
        return false;
    };
    let class = Arc::new(class);
    let _ = class.constants();
    let _ = class.generic_text().map(ClassSignature::parse);
    for method in class.methods() {
        let _ = method.generic_text().map(MethodSignature::parse);
        let _ = program.resolve(method.id());
        let _ = program.select(&class, method);
    }
    for field in class.fields() {
        let _ = field.generic_text().map(GenericType::parse);
        let _ = program.resolve_field(field.id());
    }
    let _ = program.intent(&class);
    let _ = program.accessibility(&class);
    if let Ok(api) = program.api(&class) {
        let _ = program.own_sources(&class, &api);
    }
    true
}

#[test]
fn twenty_thousand_mutations() {
    let originals = originals();
    let program = jdk_program();
    let mut survived = 0;
    for seed in 0..MUTATIONS {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut bytes = originals[random.random_range(0..originals.len())].clone();
        mutate(&mut bytes, &mut random);
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| ask_everything(program, bytes)));
        match outcome {
            Ok(readable) => survived += u64::from(readable),
            Err(_) => panic!("the mutation with seed {seed} panics"),
        }
        assert!(
            start.elapsed() < PATIENCE,
            "the mutation with seed {seed} takes {:?}",
            start.elapsed()
        );
    }
    // Mutations that only ever break the header would prove nothing.
    assert!(
        survived > MUTATIONS / 10,
        "only {survived} mutated classes were read"
    );
    assert!(
        survived < MUTATIONS * 9 / 10,
        "{survived} mutated classes were read: the mutations are too mild"
    );
}

/// The index and the description of a jar read the same bytes in other ways.
#[test]
fn jars_of_mutated_classes() {
    let originals = originals();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mutated.jar");
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    for number in 0..1_000 {
        let mut bytes = originals[random.random_range(0..originals.len())].clone();
        // The JDK's packages are the JDK's alone: into packages of ours.
        for at in 0..bytes.len().saturating_sub(5) {
            if &bytes[at..at + 5] == b"java/" {
                bytes[at..at + 5].copy_from_slice(b"mine/");
            }
        }
        let Ok(file) = raddle_classfile::ClassFile::parse(&bytes) else {
            continue;
        };
        let name = file.name().to_string();
        if number % 3 > 0 {
            mutate(&mut bytes, &mut random);
        }
        entries.retain(|(other, _)| *other != format!("{name}.class"));
        entries.push((format!("{name}.class"), bytes));
    }
    let borrowed: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, bytes)| (&**name, &**bytes))
        .collect();
    jar(&path, &borrowed);
    let program = Program::open(jdk(), std::slice::from_ref(&path)).unwrap();
    let described = describe::jar(&program, &path).unwrap();
    assert_eq!(described.classes.len(), entries.len());
    assert!(program.index().broken().len() > 0, "some are broken");
}
