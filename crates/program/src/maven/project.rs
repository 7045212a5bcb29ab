//! A project of one dependency, and what Maven says about it.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Coordinate, Maven, Resolution};

/// The plugin that prints class paths.
const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin";

/// The version of [`PLUGIN`] that is asked first: old ones, which Maven up to 3.8 has by default,
/// lose the order of the class path.
const VERSION: &str = "3.6.1";

/// Asks `maven` for the runtime class path of `coordinate`.
///
/// Where no repository can be reached, the local one may still have all of it, perhaps with the
/// plugin of Maven's own choice; and a mirror may have only that one.
pub(super) fn resolve(maven: &Maven, coordinate: &Coordinate) -> Result<Resolution, MavenError> {
    let ask = |plugin, reach| ask(maven, coordinate, plugin, reach);
    match ask(Plugin::Good, Reach::Anywhere) {
        Err(error @ MavenError::Network { .. }) => ask(Plugin::Good, Reach::LocalOnly)
            .or_else(|_| ask(Plugin::Default, Reach::LocalOnly))
            .map_err(|_| error),
        Err(error @ MavenError::NoPlugin { .. }) => {
            ask(Plugin::Default, Reach::Anywhere).map_err(|_| error)
        }
        answer => answer,
    }
}

/// Which version of the plugin does the work.
#[derive(Clone, Copy)]
enum Plugin {
    Good,
    Default,
}

impl Plugin {
    fn goal(self) -> String {
        match self {
            Plugin::Good => format!("{PLUGIN}:{VERSION}:build-classpath"),
            Plugin::Default => format!("{PLUGIN}:build-classpath"),
        }
    }
}

/// Where Maven may look.
#[derive(Clone, Copy)]
enum Reach {
    Anywhere,
    LocalOnly,
}

impl Reach {
    fn option(self) -> &'static str {
        match self {
            // A failure that Maven remembers from an earlier attempt is tried again.
            Reach::Anywhere => "--update-snapshots",
            Reach::LocalOnly => "--offline",
        }
    }
}

fn ask(
    maven: &Maven,
    coordinate: &Coordinate,
    plugin: Plugin,
    reach: Reach,
) -> Result<Resolution, MavenError> {
    let failed = |what: &str, error: std::io::Error| MavenError::Start {
        coordinate: coordinate.clone(),
        problem: format!("{what}: {error}"),
    };
    let folder = tempfile::Builder::new()
        .prefix("raddle-maven-")
        .tempdir()
        .map_err(|error| failed("no temporary folder could be made", error))?;
    let (pom, answer) = (
        folder.path().join("pom.xml"),
        folder.path().join("classpath"),
    );
    fs::write(&pom, project(coordinate)).map_err(|error| failed("its project", error))?;
    let output = maven
        .run(arguments(&pom, &answer, plugin, reach))
        .map_err(|error| {
            failed(
                &format!("{} does not start", maven.launcher().display()),
                error,
            )
        })?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(diagnose(coordinate, &String::from_utf8_lossy(&said)));
    }
    let class_path = fs::read_to_string(&answer).unwrap_or_default();
    // A dependency may be of another type than jar (a pom, a native library): not for a class path.
    let mut jars: Vec<PathBuf> = env::split_paths(class_path.trim_end())
        .filter(|file| {
            file.extension()
                .is_some_and(|ending| ending == "jar" || ending == "zip")
        })
        .collect();
    let name = coordinate.file_name();
    if let Some(own) = jars
        .iter()
        .position(|jar| jar.file_name() == Some(name.as_ref()))
    {
        jars[..=own].rotate_right(1);
    }
    Resolution::new(jars).ok_or_else(|| MavenError::Unknown {
        coordinate: coordinate.clone(),
    })
}

fn arguments(pom: &Path, answer: &Path, plugin: Plugin, reach: Reach) -> Vec<OsString> {
    let mut output = OsString::from("-Dmdep.outputFile=");
    output.push(answer);
    let goal = plugin.goal();
    let fixed = [
        "-B",
        "-q",
        reach.option(),
        &goal,
        "-DincludeScope=runtime",
        "-f",
    ];
    fixed
        .into_iter()
        .map(OsString::from)
        .chain([pom.into(), output])
        .collect()
}

/// Nothing in it needs escaping: [`Coordinate`] allows no such characters.
fn project(coordinate: &Coordinate) -> String {
    let mut dependency = format!(
        "<groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>",
        coordinate.group(),
        coordinate.artifact(),
        coordinate.version()
    );
    if let Some(classifier) = coordinate.classifier() {
        let _ = write!(dependency, "<classifier>{classifier}</classifier>");
    }
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
         <groupId>raddle</groupId><artifactId>resolve</artifactId><version>1</version>\
         <packaging>pom</packaging>\
         <dependencies><dependency>{dependency}</dependency></dependencies></project>\n"
    )
}

/// Why a coordinate could not be turned into files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MavenError {
    /// There is no `mvn`.
    #[error("{0} is to be resolved by Maven, and Maven was not found: there is no mvn on PATH")]
    Missing(Coordinate),
    /// It is there but could not be run.
    #[error("{coordinate} is to be resolved by Maven, which failed to run: {problem}")]
    Start {
        /// What was asked for.
        coordinate: Coordinate,
        /// What went wrong.
        problem: String,
    },
    /// No repository has it.
    #[error("Maven knows no {coordinate}: none of its repositories has such a jar")]
    Unknown {
        /// What was asked for.
        coordinate: Coordinate,
    },
    /// Something it depends on is nowhere.
    #[error("{coordinate} depends on {missing}, which none of Maven's repositories has")]
    UnknownDependency {
        /// What was asked for.
        coordinate: Coordinate,
        /// What Maven did not find, in Maven's spelling.
        missing: String,
    },
    /// A repository could not be reached.
    #[error("Maven could not reach a repository to resolve {coordinate}: {problem}")]
    Network {
        /// What was asked for.
        coordinate: Coordinate,
        /// Maven's words.
        problem: String,
    },
    /// The plugin that does the work is nowhere.
    #[error("Maven cannot get {missing}, which is needed to resolve {coordinate}")]
    NoPlugin {
        /// What was asked for.
        coordinate: Coordinate,
        /// What Maven did not find, in Maven's spelling.
        missing: String,
    },
    /// Anything else.
    #[error("Maven failed to resolve {coordinate}: {problem}")]
    Failed {
        /// What was asked for.
        coordinate: Coordinate,
        /// Maven's words.
        problem: String,
    },
}

impl MavenError {
    /// What to do about it.
    pub fn remedy(&self) -> String {
        match self {
            MavenError::Missing(_) => {
                "install Maven (Debian and Ubuntu: apt-get install maven), or \
                 give the jar's file instead of the coordinate"
                    .to_owned()
            }
            MavenError::Start { .. } => "see whether `mvn -v` works".to_owned(),
            MavenError::Unknown { .. } => {
                "check the spelling (group:artifact:version), and the repositories in your Maven \
                 settings"
                    .to_owned()
            }
            MavenError::UnknownDependency { .. } => {
                "give the artifact's jar as the target, and what it really needs with -cp"
                    .to_owned()
            }
            MavenError::NoPlugin { .. } => {
                "see that the repositories in your Maven settings offer plugins too".to_owned()
            }
            MavenError::Network { coordinate, .. } => format!(
                "check the network and the mirrors and proxies in your Maven settings; once \
                 resolved, {coordinate} is available offline"
            ),
            MavenError::Failed { .. } => "see whether Maven works in a project of yours".to_owned(),
        }
    }
}

/// What Maven's messages come down to. Maven has no codes for these, but the words of its resolver
/// have been the same since 3.0.
fn diagnose(coordinate: &Coordinate, said: &str) -> MavenError {
    let coordinate = coordinate.clone();
    let errors: Vec<&str> = said
        .lines()
        .filter_map(|line| Some(line.split_once("[ERROR]")?.1.trim()))
        .filter(|line| !line.is_empty())
        .collect();
    let has = |phrases: &[&str]| {
        errors
            .iter()
            .copied()
            .find(|line| phrases.iter().any(|phrase| line.contains(phrase)))
    };
    if let Some(line) = has(UNREACHABLE) {
        return MavenError::Network {
            coordinate,
            problem: gist(line),
        };
    }
    if let Some(missing) = has(NOT_FOUND).and_then(missing_artifact) {
        return if is_same(&missing, &coordinate) {
            MavenError::Unknown { coordinate }
        } else if missing.starts_with(PLUGIN) {
            MavenError::NoPlugin {
                coordinate,
                missing,
            }
        } else {
            MavenError::UnknownDependency {
                coordinate,
                missing,
            }
        };
    }
    let problem = errors.first().copied().map(gist);
    let last_line = || {
        said.lines()
            .rev()
            .map(str::trim)
            .find(|line| !line.is_empty())
    };
    let problem = problem
        .or_else(|| last_line().map(str::to_owned))
        .unwrap_or_else(|| "it said nothing".to_owned());
    MavenError::Failed {
        coordinate,
        problem,
    }
}

/// The last one is Maven 4's, whose plugins have no default versions.
const UNREACHABLE: &[&str] = &[
    "Could not transfer",
    "in offline mode",
    "Error resolving version for plugin",
];

const NOT_FOUND: &[&str] = &["Could not find artifact ", "Failure to find "];

/// The artifact in `Could not find artifact group:artifact:jar:version in …`.
fn missing_artifact(line: &str) -> Option<String> {
    let (_, rest) = NOT_FOUND
        .iter()
        .find_map(|phrase| line.split_once(phrase))?;
    rest.split([' ', ',']).next().map(str::to_owned)
}

/// Maven writes `group:artifact:type[:classifier]:version`.
fn is_same(artifact: &str, coordinate: &Coordinate) -> bool {
    let mut parts = artifact.split(':');
    parts.next() == Some(coordinate.group())
        && parts.next() == Some(coordinate.artifact())
        && parts.next_back() == Some(coordinate.version())
}

/// Maven's message without the frame around it: the goal and project in front (ours, and of no
/// interest to anybody), the reference to a help page behind.
fn gist(line: &str) -> String {
    let line = line.split(" -> [Help").next().unwrap_or(line);
    let start = line
        .find("Could not transfer")
        .or_else(|| line.find("Cannot access"));
    line[start.unwrap_or(0)..].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnosis(said: &str) -> MavenError {
        let coordinate = "g:a:1".parse().expect("well-formed");
        diagnose(&coordinate, said)
    }

    /// The first is how 3.6 and 3.8 say it, the second 3.9, the third 4.0.
    #[test]
    fn unknown_coordinates() {
        for said in [
            "[ERROR] Failed to execute goal on project resolve: Could not resolve dependencies for \
             project raddle:resolve:pom:1: Could not find artifact g:a:jar:1 in central \
             (https://repo.example) -> [Help 1]\n[ERROR] \n[ERROR] To see the full stack trace",
            "[ERROR] Failed to execute goal on project resolve: Could not resolve dependencies for \
             project raddle:resolve:pom:1\n[ERROR] dependency: g:a:jar:1 (compile)\n\
             [ERROR] \tCould not find artifact g:a:jar:1 in central (https://repo.example)\n",
            "[ERROR] dependency: g:a:jar:1 (compile)\n[ERROR] \tCould not find artifact g:a:jar:1 \
             in central (https://repo.example): The following artifacts could not be resolved: \
             g:a:jar:1 (absent): Could not find artifact g:a:jar:1 in central\n",
        ] {
            assert!(
                matches!(diagnosis(said), MavenError::Unknown { .. }),
                "{said}"
            );
        }
    }

    #[test]
    fn a_missing_dependency_is_named() {
        let error = diagnosis(
            "[ERROR] Failed to execute goal on project resolve: Could not resolve dependencies for \
             project raddle:resolve:pom:1: Could not find artifact com.sun.jmx:jmxri:jar:1.2.1 in \
             central (https://repo.example) -> [Help 1]",
        );
        assert_eq!(
            error.to_string(),
            "g:a:1 depends on com.sun.jmx:jmxri:jar:1.2.1, which none of Maven's repositories has"
        );
    }

    #[test]
    fn an_unreachable_repository_is_not_an_unknown_coordinate() {
        for (said, problem) in [
            (
                "[ERROR] Plugin p:q:2.8 or one of its dependencies could not be resolved: Failed to \
                 read artifact descriptor for p:q:jar:2.8: Could not transfer artifact p:q:pom:2.8 \
                 from/to mirror (http://mirror.example/): Connection refused -> [Help 1]",
                "Could not transfer artifact p:q:pom:2.8 from/to mirror (http://mirror.example/): \
                 Connection refused",
            ),
            (
                "[ERROR] Failed to execute goal: Cannot access central (https://repo.example) in \
                 offline mode and the artifact g:a:jar:1 has not been downloaded from it before. -> \
                 [Help 1]",
                "Cannot access central (https://repo.example) in offline mode and the artifact \
                 g:a:jar:1 has not been downloaded from it before.",
            ),
        ] {
            let MavenError::Network { problem: told, .. } = diagnosis(said) else {
                panic!("{said}");
            };
            assert_eq!(told, problem);
        }
    }

    #[test]
    fn anything_else_is_passed_on() {
        let MavenError::Failed { problem, .. } =
            diagnosis("[ERROR] Malformed settings -> [Help 1]")
        else {
            panic!("an error of its own");
        };
        assert_eq!(problem, "Malformed settings");
        let MavenError::Failed { problem, .. } =
            diagnosis("JAVA_HOME is not defined correctly\n\n")
        else {
            panic!("the launcher's words");
        };
        assert_eq!(problem, "JAVA_HOME is not defined correctly");
    }

    #[test]
    fn the_project_has_the_classifier() {
        let coordinate = "g:a:1:jdk15".parse().expect("well-formed");
        assert!(
            project(&coordinate).contains("<version>1</version><classifier>jdk15</classifier>")
        );
    }
}
