//! How long it takes to know a program, and how much memory: `cargo bench -p raddle-program`.
//!
//! The goals, on two cores: a JDK and a 5 MB jar with the full index in 1.5 s and 400 MB resident, the description of
//! one class without the index in 150 ms. A jar of your own: `RADDLE_BENCH_JAR=app.jar`.
//!
//! The most memory a process had cannot be reset, so the steps run from the smallest to the largest.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use raddle_program::container::Container;
use raddle_program::describe;
use raddle_program::jdk::{Environment, Jdk};
use raddle_program::program::Program;

const JAR_BYTES: usize = 5 << 20;
const REPETITIONS: usize = 5;

fn main() {
    let jdk = Environment::of_this_process()
        .choose(None)
        .expect("a JDK")
        .jdk;
    println!("{jdk}, {} threads", rayon::current_num_threads());
    let directory = tempfile::tempdir().expect("temporary directory");
    let jar = match std::env::var_os("RADDLE_BENCH_JAR") {
        Some(jar) => PathBuf::from(jar),
        None => made_up_jar(&jdk, directory.path()),
    };
    let size = fs::metadata(&jar).expect("the jar").len();
    println!("{} ({:.1} MB)", jar.display(), size as f64 / 1e6);
    println!("resident so far at most {} MB", resident());

    measure(
        "describe java.lang.StringBuffer, everything opened anew",
        || {
            let program = Program::open(&jdk, std::slice::from_ref(&jar)).expect("opens");
            let class = program.lookup("java.lang.StringBuffer").expect("found");
            let description = describe::class(&program, &class).expect("described");
            assert!(
                program.index_if_built().is_none(),
                "the index was not needed"
            );
            description.instance_methods.len()
        },
    );
    measure("open the JDK and the jar, build the index", || {
        let program = Program::open(&jdk, std::slice::from_ref(&jar)).expect("opens");
        program.index().len()
    });
    measure("describe the jar", || {
        let program = Program::open(&jdk, std::slice::from_ref(&jar)).expect("opens");
        describe::jar(&program, &jar).expect("described").testable
    });
}

fn measure(what: &str, mut step: impl FnMut() -> usize) {
    println!("{what}:");
    for repetition in 1..=REPETITIONS {
        let (start, cpu) = (Instant::now(), cpu_time());
        let result = std::hint::black_box(step());
        let (elapsed, cpu) = (start.elapsed(), cpu_time().saturating_sub(cpu));
        println!(
            "  {repetition}: {elapsed:.1?}, {cpu:?} of processor time ({result}), resident at most {} MB",
            resident()
        );
    }
}

/// User and system time of this process so far, in the kernel's ticks of 10 ms: what counts on a busy machine.
fn cpu_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the command in parentheses; user and system time are the 12th and 13th after it.
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// The most memory this process ever had resident.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

/// A jar of real classes that needs no network: the JDK's own tools, in a package with another name of the same length,
/// so that the class files stay valid.
fn made_up_jar(jdk: &Jdk, directory: &Path) -> PathBuf {
    let program = Program::open(jdk, &[]).expect("opens");
    let image = program.containers().next().expect("the image");
    assert!(matches!(image, Container::Image(_)));
    let mut classes = image.classes().expect("listed");
    classes.retain(|class| class.name.starts_with("com/sun/"));
    let path = directory.join("made-up.jar");
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).expect("created"));
    let mut packed = 0;
    image.scan(&classes, |class, bytes| {
        let renamed = renamed(bytes.expect("read"));
        if packed < JAR_BYTES {
            let name = class.name.replacen("com/sun/", "com/not/", 1);
            let options = zip::write::SimpleFileOptions::default();
            writer
                .start_file(format!("{name}.class"), options)
                .expect("added");
            writer.write_all(&renamed).expect("added");
            // Class files shrink to about 45% of their size.
            packed += renamed.len() * 45 / 100;
        }
    });
    writer.finish().expect("written");
    path
}

fn renamed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len().saturating_sub(8) {
        if &bytes[at..at + 8] == b"com/sun/" {
            bytes[at..at + 8].copy_from_slice(b"com/not/");
        }
    }
    bytes
}
