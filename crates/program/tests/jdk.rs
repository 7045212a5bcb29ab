//! Finding JDKs: made-up installations in a folder of their own, and the real one the tests run on.

use std::fs;
use std::path::{Path, PathBuf};

use raddle_program::jdk::{Environment, Jdk, NoJdk, Reason, Source, Unusable};
use tempfile::TempDir;

/// What a made-up installation has.
struct Fake<'a> {
    name: &'a str,
    release: Option<&'a str>,
    files: &'a [&'a str],
}

const RUNTIME: &[&str] = &["bin/java", "lib/modules", LIBJVM];
const FULL: &[&str] = &["bin/java", "bin/javac", "lib/modules", LIBJVM];
const LIBJVM: &str = if cfg!(target_os = "macos") {
    "lib/server/libjvm.dylib"
} else {
    "lib/server/libjvm.so"
};

impl Fake<'_> {
    fn make(&self, folder: &Path) -> PathBuf {
        let home = folder.join(self.name);
        for file in self.files {
            let file = home.join(file);
            fs::create_dir_all(file.parent().expect("inside the home")).expect("folder");
            fs::write(&file, "").expect("file");
        }
        if let Some(release) = self.release {
            fs::write(home.join("release"), release).expect("release file");
        }
        home.canonicalize().expect("just made")
    }
}

fn full<'a>(name: &'a str, release: &'a str) -> Fake<'a> {
    Fake {
        name,
        release: Some(release),
        files: FULL,
    }
}

/// A folder of installations, and an environment that sees nothing else.
fn machine(installations: &[Fake<'_>]) -> (TempDir, Environment) {
    let folder = tempfile::tempdir().expect("temporary folder");
    for installation in installations {
        installation.make(folder.path());
    }
    let environment = Environment {
        folders: vec![folder.path().to_owned()],
        ..Environment::default()
    };
    (folder, environment)
}

#[test]
fn the_newest_is_chosen_by_number_not_by_name() {
    let (folder, environment) = machine(&[
        full("z-java-9", "JAVA_VERSION=\"9.0.4\""),
        full("jdk-21", "JAVA_VERSION=\"21.0.2\""),
        full("a-jdk-21", "JAVA_VERSION=\"21.0.10\"\nIMPLEMENTOR=\"Acme\""),
        full("jdk-17", "JAVA_VERSION=\"17.0.15\""),
    ]);
    let choice = environment.choose(None).expect("three of them will do");
    assert_eq!(
        choice.jdk.home(),
        folder
            .path()
            .canonicalize()
            .expect("exists")
            .join("a-jdk-21")
    );
    assert_eq!(choice.jdk.feature().number(), 21);
    assert_eq!(choice.jdk.vendor(), Some("Acme"));
    assert_eq!(choice.reason, Reason::Newest { among: 3 });
    let discovery = environment.discover(None);
    let versions: Vec<_> = discovery
        .usable()
        .map(|jdk| jdk.version().as_str())
        .collect();
    assert_eq!(versions, ["21.0.10", "21.0.2", "17.0.15"]);
    assert_eq!(
        discovery.found.len(),
        4,
        "what is too old is listed all the same"
    );
}

#[test]
fn among_equals_the_one_with_a_compiler_is_chosen() {
    let release = Some("JAVA_VERSION=\"17.0.15\"");
    let (_folder, environment) = machine(&[
        Fake {
            name: "a-runtime",
            release,
            files: RUNTIME,
        },
        Fake {
            name: "b-jdk",
            release,
            files: FULL,
        },
    ]);
    let choice = environment.choose(None).expect("both will do");
    assert!(choice.jdk.javac().is_some());
}

#[test]
fn java_home_wins_over_newer_ones_and_the_option_over_java_home() {
    let (folder, mut environment) = machine(&[
        full("jdk-11", "JAVA_VERSION=\"11.0.22\""),
        full("jdk-17", "JAVA_VERSION=\"17.0.15\""),
        full("jdk-21", "JAVA_VERSION=\"21.0.2\""),
    ]);
    environment.java_home = Some(folder.path().join("jdk-17"));
    let choice = environment.choose(None).expect("JAVA_HOME will do");
    assert_eq!(choice.jdk.feature().number(), 17);
    assert_eq!(choice.reason, Reason::Named(Source::JavaHome));
    let choice = environment
        .choose(Some(&folder.path().join("jdk-11")))
        .expect("the option will do");
    assert_eq!(choice.jdk.feature().number(), 11);
    assert_eq!(choice.reason, Reason::Named(Source::Option));
}

#[test]
fn a_named_one_that_cannot_be_used_is_an_error_not_a_hint() {
    let (folder, mut environment) = machine(&[full("jdk-21", "JAVA_VERSION=\"21.0.2\"")]);
    environment.java_home = Some(folder.path().join("gone"));
    let error = environment
        .choose(None)
        .expect_err("JAVA_HOME leads nowhere");
    assert!(
        matches!(
            &error,
            NoJdk::Named {
                by: Source::JavaHome,
                why: Unusable::Missing,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("gone"), "{error}");
    assert!(error.remedy().contains("unset"), "{}", error.remedy());
    environment.java_home = None;
    let error = environment
        .choose(Some(folder.path()))
        .expect_err("no launcher in there");
    assert!(
        matches!(
            &error,
            NoJdk::Named {
                by: Source::Option,
                why: Unusable::NoJava,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn nothing_found_and_nothing_usable_say_so() {
    let (_folder, environment) = machine(&[]);
    let error = environment.choose(None).expect_err("nothing is there");
    assert!(matches!(error, NoJdk::NoneFound { .. }), "{error}");
    assert!(error.remedy().contains("install"), "{}", error.remedy());

    let (_folder, environment) = machine(&[full("jdk-8", "JAVA_VERSION=\"1.8.0_392\"")]);
    let error = environment.choose(None).expect_err("8 is too old");
    assert!(error.to_string().contains("Java 8 is too old"), "{error}");
}

#[test]
fn what_an_installation_lacks_is_named() {
    let release = Some("JAVA_VERSION=\"17\"");
    let folder = tempfile::tempdir().expect("temporary folder");
    let at = |name, files| {
        Jdk::at(
            &Fake {
                name,
                release,
                files,
            }
            .make(folder.path()),
        )
    };
    assert_eq!(
        at("no-modules", &["bin/java", LIBJVM]),
        Err(Unusable::NoModules)
    );
    assert_eq!(
        at("no-libjvm", &["bin/java", "lib/modules"]),
        Err(Unusable::NoLibjvm)
    );
    assert_eq!(at("nothing", &["lib/modules"]), Err(Unusable::NoJava));
    let runtime = at("runtime", RUNTIME).expect("enough to run");
    assert_eq!(runtime.javac(), None);
    assert!(runtime.libjvm().ends_with(LIBJVM));
    assert!(runtime.modules().ends_with("lib/modules"));
}

#[cfg(unix)]
#[test]
fn links_lead_to_one_installation_with_all_its_sources() {
    use std::os::unix::fs::symlink;
    let (folder, mut environment) = machine(&[full("jdk-17", "JAVA_VERSION=\"17.0.15\"")]);
    let real = folder.path().canonicalize().expect("exists").join("jdk-17");
    symlink(&real, folder.path().join("default")).expect("link");
    let bin = tempfile::tempdir().expect("temporary folder");
    symlink(real.join("bin/java"), bin.path().join("java")).expect("link");
    environment.path = vec![PathBuf::from("nowhere"), bin.path().to_owned()];
    environment.java_home = Some(folder.path().join("default"));
    let discovery = environment.discover(None);
    let [only] = discovery.found.as_slice() else {
        panic!("one installation, found {:?}", discovery.found);
    };
    assert_eq!(only.home, real);
    let sources = [
        Source::JavaHome,
        Source::Path,
        Source::Folder(folder.path().to_owned()),
    ];
    assert_eq!(only.sources, sources);
}

/// Makes `path` a program that runs `line`.
#[cfg(unix)]
fn script(path: &Path, line: &str) {
    let stand_in = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/stand-in");
    let _ = fs::remove_file(path);
    std::os::unix::fs::symlink(stand_in, path).expect("link");
    fs::write(path.with_extension("sh"), line).expect("script");
}

#[cfg(unix)]
#[test]
fn a_launcher_is_asked_where_no_release_file_tells() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let home = Fake {
        name: "jdk",
        release: None,
        files: FULL,
    }
    .make(folder.path());
    let line = "printf '    java.version = 21.0.4\\n    java.vendor = Acme\\n' >&2";
    script(&home.join("bin/java"), line);
    let jdk = Jdk::at(&home).expect("the launcher tells");
    assert_eq!(
        (jdk.version().as_str(), jdk.vendor()),
        ("21.0.4", Some("Acme"))
    );

    script(&home.join("bin/java"), "exit 3");
    let error = Jdk::at(&home).expect_err("the launcher fails");
    assert!(matches!(error, Unusable::UnknownVersion(_)), "{error}");
}

#[cfg(unix)]
#[test]
fn a_shim_on_path_is_asked_for_its_home() {
    let (folder, mut environment) = machine(&[full("jdk-17", "JAVA_VERSION=\"17.0.15\"")]);
    let home = folder.path().canonicalize().expect("exists").join("jdk-17");
    environment.folders.clear();
    let shims = folder.path().join("shims");
    fs::create_dir(&shims).expect("folder");
    script(
        &shims.join("java"),
        &format!("echo '    java.home = {}' >&2", home.display()),
    );
    environment.path = vec![shims];
    let choice = environment.choose(None).expect("through the shim");
    assert_eq!(choice.jdk.home(), home);
}

#[test]
fn the_jdk_of_this_machine_is_complete() {
    let choice = Environment::of_this_process()
        .choose(None)
        .expect("the tests need a JDK");
    let jdk = choice.jdk;
    assert!(jdk.feature() >= Jdk::OLDEST_SUPPORTED);
    assert!(jdk.libjvm().is_file() && jdk.modules().is_file() && jdk.java().is_file());
    let line = jdk.to_string();
    assert!(line.contains(jdk.version().as_str()), "{line}");
    assert!(line.contains(&jdk.home().display().to_string()), "{line}");
}
