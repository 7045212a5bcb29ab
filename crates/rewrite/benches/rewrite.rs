//! How long rewriting takes: every class of java.base, for each way of rewriting it.
//!
//! `cargo bench -p raddle-rewrite` uses the JDK that raddle would use. Time on the processor counts, and of several rounds the
//! best: what is slower was disturbed.

use std::hint::black_box;
use std::time::Duration;

use raddle_program::container::{Container, JdkImage};
use raddle_program::jdk::Environment;
use raddle_rewrite::{Level, Options, rewrite};

const ROUNDS: usize = 5;

fn main() {
    let Ok(choice) = Environment::of_this_process().choose(None) else {
        eprintln!("no JDK was found: set JAVA_HOME");
        return;
    };
    let classes = java_base(&choice.jdk);
    let bytes: usize = classes.iter().map(Vec::len).sum();
    println!(
        "JDK {}: {} classes of java.base, {bytes} bytes",
        choice.jdk.version(),
        classes.len()
    );
    let plain = Options {
        host: "java/util/EventListenerProxy",
        level: Level::Full,
        site_base: 0,
        reset_statics: false,
        touches: None,
        coverage: false,
        brackets: true,
    };
    measure("parsed only", &classes, |bytes| {
        raddle_classfile::ClassFile::parse(bytes).map_or(0, |class| class.pool().count().into())
    });
    for (title, options) in [
        (
            "locks",
            Options {
                level: Level::Locks,
                ..plain
            },
        ),
        ("full", plain),
        (
            "full, coverage",
            Options {
                coverage: true,
                ..plain
            },
        ),
        (
            "full, coverage, statics",
            Options {
                coverage: true,
                reset_statics: true,
                touches: Some(&[]),
                ..plain
            },
        ),
    ] {
        measure(title, &classes, |bytes| match rewrite(bytes, &options) {
            Ok(Some(rewritten)) => rewritten.bytes.len(),
            _ => 0,
        });
    }
}

fn measure(title: &str, classes: &[Vec<u8>], work: impl Fn(&[u8]) -> usize) {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = processor_time();
        for class in classes {
            black_box(work(black_box(class)));
        }
        best = best.min(processor_time().saturating_sub(start));
    }
    println!(
        "{title:26} {:7.2} us a class",
        best.as_secs_f64() * 1e6 / classes.len() as f64
    );
}

/// Time that this thread has spent running (`sched-stats` of the kernel's documentation).
fn processor_time() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let running = statistics
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    Duration::from_nanos(running.expect("Linux tells how long a thread has run"))
}

fn java_base(jdk: &raddle_program::jdk::Jdk) -> Vec<Vec<u8>> {
    let image = JdkImage::open(&jdk.home().join("lib/modules")).expect("the JDK's image");
    let packages: Vec<String> = image
        .packages_with_modules()
        .filter(|(_, module)| *module == "java.base")
        .map(|(package, _)| package.replace('.', "/"))
        .collect();
    let image = Container::Image(image);
    let located = image.classes().expect("a readable image");
    let wanted = located.iter().filter(|class| {
        class
            .name
            .rsplit_once('/')
            .is_some_and(|(package, _)| packages.iter().any(|known| known == package))
    });
    let mut classes = Vec::new();
    image.scan(wanted, |_, bytes| classes.extend(bytes.map(<[u8]>::to_vec)));
    classes
}
