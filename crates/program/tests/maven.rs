//! Resolving coordinates through a made-up Maven, and through the real one where
//! `RADDLE_NETWORK_TESTS=1` allows the network.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use raddle_program::maven::{Coordinate, Maven, MavenError, Resolution, Resolver};
use tempfile::TempDir;

/// A folder with a local repository, a cache, and a script in Maven's place.
struct Bench {
    folder: TempDir,
}

/// Finds the file the answer is to be written to among Maven's arguments, and counts the calls.
const PRELUDE: &str = r#"
echo "$*" >> "$(dirname "$0")/calls"
for argument; do case $argument in
  -Dmdep.outputFile=*) answer=${argument#-Dmdep.outputFile=} ;;
  *pom.xml) pom=$argument ;;
esac; done
"#;

impl Bench {
    fn new(script: &str) -> Bench {
        let bench = Bench {
            folder: tempfile::tempdir().expect("temporary folder"),
        };
        let stand_in = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/stand-in");
        symlink(stand_in, bench.launcher()).expect("link");
        bench.replace_maven(script);
        bench
    }

    fn replace_maven(&self, script: &str) {
        let file = self.launcher().with_extension("sh");
        fs::write(file, format!("{PRELUDE}{script}\n")).expect("script");
    }

    fn launcher(&self) -> PathBuf {
        self.folder.path().join("mvn")
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn resolver(&self) -> Resolver {
        Resolver::new(Some(Maven::at(self.launcher())), Some(self.cache()))
    }

    fn file(&self, name: &str) -> PathBuf {
        let file = self.folder.path().join(name);
        fs::write(&file, "").expect("file");
        file
    }

    /// The arguments of each call so far.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.folder.path().join("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }
}

fn coordinate(text: &str) -> Coordinate {
    text.parse().expect("well-formed")
}

fn files(resolution: &Resolution) -> Vec<&Path> {
    resolution.files().collect()
}

#[test]
fn the_answer_is_the_artifact_and_its_dependencies_without_what_is_no_jar() {
    let bench = Bench::new("");
    let (artifact, dependency) = (bench.file("a-1.jar"), bench.file("b-2.jar"));
    let parts =
        [&artifact, &bench.file("c.pom"), &dependency].map(|path| path.display().to_string());
    bench.replace_maven(&format!("printf '%s' '{}' > \"$answer\"", parts.join(":")));
    let resolution = bench
        .resolver()
        .ask_maven(&coordinate("g:a:1"))
        .expect("resolved");
    assert_eq!(resolution.artifact(), artifact);
    assert_eq!(resolution.dependencies(), [dependency]);
}

#[test]
fn the_project_names_the_coordinate_and_leaves_nothing_behind() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    let keep = bench.folder.path().join("kept-pom");
    let script = format!(
        "cp \"$pom\" '{}'; printf '{}' > \"$answer\"",
        keep.display(),
        jar.display()
    );
    bench.replace_maven(&script);
    bench
        .resolver()
        .ask_maven(&coordinate("g.h:a:1.0:jdk15"))
        .expect("resolved");
    let pom = fs::read_to_string(keep).expect("the script kept it");
    for part in [
        "<groupId>g.h<",
        "<artifactId>a<",
        "<version>1.0<",
        "<classifier>jdk15<",
    ] {
        assert!(pom.contains(part), "{part} in {pom}");
    }
    let [call] = bench.calls().try_into().expect("one call");
    let project = call
        .split(' ')
        .find(|argument| argument.ends_with("pom.xml"))
        .expect("a project");
    assert!(
        !Path::new(project).parent().expect("in a folder").exists(),
        "{project} is still there"
    );
}

#[test]
fn an_answer_is_kept_until_one_of_its_files_is_gone() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    bench.replace_maven(&format!("printf '{}' > \"$answer\"", jar.display()));
    let (resolver, wanted) = (bench.resolver(), coordinate("g:a:1"));
    assert_eq!(resolver.cached(&wanted), None);
    resolver.ask_maven(&wanted).expect("resolved");

    let without_maven = Resolver::new(None, Some(bench.cache()));
    let kept = without_maven
        .cached(&wanted)
        .expect("no Maven needed any more");
    assert_eq!(files(&kept), [&jar]);
    assert_eq!(
        without_maven.cached(&coordinate("g:a:2")),
        None,
        "another version"
    );
    assert_eq!(bench.calls().len(), 1);

    fs::remove_file(&jar).expect("there");
    assert_eq!(without_maven.cached(&wanted), None);
}

#[test]
fn a_damaged_cache_is_as_good_as_none() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    bench.replace_maven(&format!("printf '{}' > \"$answer\"", jar.display()));
    let (resolver, wanted) = (bench.resolver(), coordinate("g:a:1"));
    resolver.ask_maven(&wanted).expect("resolved");
    let kept: Vec<_> = fs::read_dir(bench.cache())
        .expect("a cache")
        .map(|entry| entry.expect("entry").path())
        .collect();
    assert_eq!(kept.len(), 1, "one file, and nothing temporary: {kept:?}");
    fs::write(&kept[0], "{\"form\": 1, \"coor").expect("writable");
    assert_eq!(resolver.cached(&wanted), None);
    resolver.ask_maven(&wanted).expect("resolved again");
    assert!(resolver.cached(&wanted).is_some());
}

#[test]
fn a_cache_that_cannot_be_written_does_no_harm() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    bench.replace_maven(&format!("printf '{}' > \"$answer\"", jar.display()));
    let resolver = Resolver::new(
        Some(Maven::at(bench.launcher())),
        Some(jar.join("under-a-file")),
    );
    assert!(resolver.ask_maven(&coordinate("g:a:1")).is_ok());
}

#[test]
fn snapshots_are_not_kept() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    bench.replace_maven(&format!("printf '{}' > \"$answer\"", jar.display()));
    let (resolver, wanted) = (bench.resolver(), coordinate("g:a:1-SNAPSHOT"));
    resolver.ask_maven(&wanted).expect("resolved");
    assert_eq!(resolver.cached(&wanted), None);
}

#[test]
fn without_a_network_the_local_repository_is_asked() {
    let bench = Bench::new("");
    let jar = bench.file("a.jar");
    let script = "case \" $* \" in *' --offline '*) printf 'JAR' > \"$answer\" ;; *) echo \
                  '[ERROR] Could not transfer artifact g:a:jar:1: no route'; exit 1 ;; esac";
    bench.replace_maven(&script.replace("JAR", &jar.display().to_string()));
    let resolution = bench
        .resolver()
        .ask_maven(&coordinate("g:a:1"))
        .expect("it was there");
    assert_eq!(files(&resolution), [&jar]);

    bench.replace_maven("echo '[ERROR] Could not transfer artifact g:a:jar:1: no route'; exit 1");
    let error = bench
        .resolver()
        .ask_maven(&coordinate("g:a:1"))
        .expect_err("nowhere");
    assert!(matches!(error, MavenError::Network { .. }), "{error}");
    assert!(error.to_string().ends_with("no route"), "{error}");
}

#[test]
fn an_old_plugin_has_to_do_where_the_good_one_is_not_to_be_had() {
    let bench = Bench::new("");
    let (artifact, dependency) = (bench.file("z-1.jar"), bench.file("a-2.jar"));
    let answer = format!("{}:{}", dependency.display(), artifact.display());
    let script = "case $* in *plugin:build-classpath*) printf 'ANSWER' > \"$answer\" ;; *) echo \
                  '[ERROR] Could not find artifact \
                  org.apache.maven.plugins:maven-dependency-plugin:jar:3.6.1 in x'; exit 1 ;; esac";
    bench.replace_maven(&script.replace("ANSWER", &answer));
    let resolution = bench
        .resolver()
        .ask_maven(&coordinate("g:z:1"))
        .expect("resolved");
    assert_eq!(
        files(&resolution),
        [&artifact, &dependency],
        "the artifact itself comes first"
    );
    assert_eq!(bench.calls().len(), 2);
}

#[test]
fn failures_are_told_apart() {
    let bench = Bench::new("echo '[ERROR] Could not find artifact g:a:jar:1 in central'; exit 1");
    let resolver = bench.resolver();
    let error = resolver
        .ask_maven(&coordinate("g:a:1"))
        .expect_err("unknown");
    assert_eq!(
        error.to_string(),
        "Maven knows no g:a:1: none of its repositories has such a jar"
    );
    let error = resolver
        .ask_maven(&coordinate("g:other:1"))
        .expect_err("unknown dependency");
    assert!(
        matches!(error, MavenError::UnknownDependency { .. }),
        "{error}"
    );
    assert_eq!(
        fs::read_dir(bench.cache()).map_or(0, Iterator::count),
        0,
        "failures are not kept"
    );

    let none = Resolver::new(None, None)
        .ask_maven(&coordinate("g:a:1"))
        .expect_err("no Maven");
    assert!(matches!(none, MavenError::Missing(_)), "{none}");
    assert!(none.remedy().contains("install Maven"), "{}", none.remedy());

    let gone = Resolver::new(Some(Maven::at("/no/such/mvn")), None);
    let error = gone
        .ask_maven(&coordinate("g:a:1"))
        .expect_err("does not start");
    assert!(matches!(error, MavenError::Start { .. }), "{error}");
}

#[test]
fn the_version_is_found_among_colours() {
    let bench = Bench::new(r"printf '\033[1mApache Maven 3.8.7\033[m\nMaven home: /x\n'");
    assert_eq!(
        Maven::at(bench.launcher()).version().as_deref(),
        Some("3.8.7")
    );
}

/// A resolver on the real Maven, its cache apart, if the network may be used.
fn real() -> Option<(TempDir, Resolver)> {
    if std::env::var_os("RADDLE_NETWORK_TESTS").is_none_or(|allowed| allowed != "1") {
        eprintln!("not run: needs Maven and the network, set RADDLE_NETWORK_TESTS=1");
        return None;
    }
    let cache = tempfile::tempdir().expect("temporary folder");
    let maven = Maven::find().expect("RADDLE_NETWORK_TESTS needs Maven");
    let resolver = Resolver::new(Some(maven), Some(cache.path().to_owned()));
    Some((cache, resolver))
}

#[test]
fn real_maven_resolves_transitively() {
    let Some((_cache, resolver)) = real() else {
        return;
    };
    let wanted = coordinate("commons-dbcp:commons-dbcp:1.4");
    let resolution = resolver.ask_maven(&wanted).expect("resolved");
    let names: Vec<_> = resolution
        .files()
        .map(|file| file.file_name().expect("a file").to_owned())
        .collect();
    assert_eq!(names, ["commons-dbcp-1.4.jar", "commons-pool-1.5.4.jar"]);
    assert_eq!(resolver.cached(&wanted), Some(resolution));
}

#[test]
fn real_maven_resolves_classifiers() {
    let Some((_cache, resolver)) = real() else {
        return;
    };
    let wanted = coordinate("net.sf.json-lib:json-lib:2.4:jdk15");
    let resolution = resolver.ask_maven(&wanted).expect("resolved");
    assert!(
        resolution.artifact().ends_with("json-lib-2.4-jdk15.jar"),
        "{resolution:?}"
    );
}

#[test]
fn real_maven_knows_what_it_does_not_know() {
    let Some((_cache, resolver)) = real() else {
        return;
    };
    let error = resolver
        .ask_maven(&coordinate("commons-dbcp:commons-dbcp:9.9.9"))
        .expect_err("no such");
    assert!(matches!(error, MavenError::Unknown { .. }), "{error}");
}
