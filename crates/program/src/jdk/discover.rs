//! Where installations are looked for, and which one is chosen.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use super::{Jdk, Unusable, canonical_home, release};

/// The variable that replaces the usual folders: a list, separated as in `PATH`, of folders that
/// each hold installations.
pub const FOLDERS_VARIABLE: &str = "RADDLE_JDK_FOLDERS";

/// Folders whose entries are installations, by the habits of package managers and tools.
const SYSTEM_FOLDERS: &[&str] = &[
    "/usr/lib/jvm",
    "/usr/lib64/jvm",
    "/usr/java",
    "/usr/local/java",
    "/opt",
    "/opt/java",
    "/opt/jdk",
    "/Library/Java/JavaVirtualMachines",
];

/// The same below the user's home.
const HOME_FOLDERS: &[&str] = &[
    ".sdkman/candidates/java",
    ".jdks",
    ".gradle/jdks",
    ".asdf/installs/java",
    ".local/share/mise/installs/java",
    "Library/Java/JavaVirtualMachines",
];

/// The places to look in; a value, so that tests can make their own.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// `JAVA_HOME`, if it is set and not empty.
    pub java_home: Option<PathBuf>,
    /// The folders of `PATH`.
    pub path: Vec<PathBuf>,
    /// Folders whose entries are installations.
    pub folders: Vec<PathBuf>,
}

impl Environment {
    /// What this process was started with.
    pub fn of_this_process() -> Environment {
        let folders =
            match env::var_os(FOLDERS_VARIABLE) {
                Some(folders) => env::split_paths(&folders).collect(),
                None => {
                    let home = env::home_dir().filter(|home| !home.as_os_str().is_empty());
                    let system = SYSTEM_FOLDERS.iter().map(PathBuf::from);
                    system
                        .chain(home.iter().flat_map(|home| {
                            HOME_FOLDERS.iter().map(move |folder| home.join(folder))
                        }))
                        .collect()
                }
            };
        Environment {
            java_home: env::var_os("JAVA_HOME")
                .filter(|home| !home.is_empty())
                .map(PathBuf::from),
            path: env::var_os("PATH")
                .map(|path| env::split_paths(&path).collect())
                .unwrap_or_default(),
            folders,
        }
    }

    /// The JDK to use: `explicit` (what `--java-home` named), else `JAVA_HOME`, else the newest found.
    ///
    /// One that was named but cannot be used is an error, not a reason to take another.
    pub fn choose(&self, explicit: Option<&Path>) -> Result<Choice, NoJdk> {
        match self.named(explicit) {
            Some((source, home)) => Jdk::at(home)
                .map(|jdk| Choice {
                    jdk,
                    reason: Reason::Named(source.clone()),
                })
                .map_err(|why| NoJdk::Named {
                    by: source,
                    home: home.to_owned(),
                    why,
                }),
            None => self.discover(None).newest(),
        }
    }

    /// Everything that looks like an installation, the newest first, what cannot be used last.
    pub fn discover(&self, explicit: Option<&Path>) -> Discovery {
        let mut found = Vec::new();
        for (source, home) in self.candidates(explicit) {
            add(&mut found, source, home);
        }
        // The sort is stable: among equal versions the better source stays first.
        found.sort_by(|a: &Found, b: &Found| match (&a.jdk, &b.jdk) {
            (Ok(a), Ok(b)) => b
                .version()
                .cmp(a.version())
                .then(b.javac().is_some().cmp(&a.javac().is_some())),
            (a, b) => b.is_ok().cmp(&a.is_ok()),
        });
        Discovery {
            found,
            searched: self.folders.clone(),
        }
    }

    fn named<'a>(&'a self, explicit: Option<&'a Path>) -> Option<(Source, &'a Path)> {
        let explicit = explicit.map(|home| (Source::Option, home));
        explicit.or_else(|| {
            self.java_home
                .as_deref()
                .map(|home| (Source::JavaHome, home))
        })
    }

    fn candidates(&self, explicit: Option<&Path>) -> Vec<(Source, PathBuf)> {
        let mut candidates = Vec::new();
        candidates.extend(explicit.map(|home| (Source::Option, home.to_owned())));
        candidates.extend(self.java_home.clone().map(|home| (Source::JavaHome, home)));
        candidates.extend(self.java_on_path().map(|home| (Source::Path, home)));
        for folder in &self.folders {
            let Ok(entries) = folder.read_dir() else {
                continue;
            };
            let mut homes: Vec<PathBuf> = entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .collect();
            homes.sort();
            // These folders hold other things too (/opt most of all): only what has a launcher counts.
            homes.retain(|home| canonical_home(home).is_ok());
            candidates.extend(
                homes
                    .into_iter()
                    .map(|home| (Source::Folder(folder.clone()), home)),
            );
        }
        candidates
    }

    /// The installation of the `java` that a shell would start.
    fn java_on_path(&self) -> Option<PathBuf> {
        let launcher = self
            .path
            .iter()
            .map(|folder| folder.join("java"))
            .find(|java| java.is_file())?;
        let resolved = launcher.canonicalize().ok()?;
        let home = resolved.parent()?.parent()?;
        let is_home = home.join("release").is_file() || home.join("lib").join("modules").is_file();
        if is_home {
            Some(home.to_owned())
        } else {
            release::home_of(&launcher)
        }
    }
}

fn add(found: &mut Vec<Found>, source: Source, home: PathBuf) {
    let home = canonical_home(&home).unwrap_or(home);
    match found.iter_mut().find(|known| known.home == home) {
        Some(known) if known.sources.contains(&source) => {}
        Some(known) => known.sources.push(source),
        None => found.push(Found {
            jdk: Jdk::at(&home),
            home,
            sources: vec![source],
        }),
    }
}

/// What led to an installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// `--java-home` names it.
    Option,
    /// `JAVA_HOME` names it.
    JavaHome,
    /// The `java` on `PATH` belongs to it.
    Path,
    /// It lies in this folder, one of the usual ones.
    Folder(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Option => f.write_str("--java-home"),
            Source::JavaHome => f.write_str("JAVA_HOME"),
            Source::Path => f.write_str("PATH"),
            Source::Folder(folder) => folder.display().fmt(f),
        }
    }
}

/// A folder that was named or looks like an installation.
#[derive(Debug, Clone)]
pub struct Found {
    /// The folder, links resolved where it exists.
    pub home: PathBuf,
    /// All that led here; never empty.
    pub sources: Vec<Source>,
    /// What it is, or why it cannot be used.
    pub jdk: Result<Jdk, Unusable>,
}

/// All installations of a machine.
#[derive(Debug, Clone)]
pub struct Discovery {
    /// Each folder once, the newest first, what cannot be used last.
    pub found: Vec<Found>,
    /// The folders that were searched.
    pub searched: Vec<PathBuf>,
}

impl Discovery {
    /// The installations that can be used, the newest first.
    pub fn usable(&self) -> impl Iterator<Item = &Jdk> {
        self.found
            .iter()
            .filter_map(|found| found.jdk.as_ref().ok())
    }

    fn newest(&self) -> Result<Choice, NoJdk> {
        match self.usable().next() {
            Some(jdk) => Ok(Choice {
                jdk: jdk.clone(),
                reason: Reason::Newest {
                    among: self.usable().count(),
                },
            }),
            None if self.found.is_empty() => Err(NoJdk::NoneFound {
                searched: self.searched.clone(),
            }),
            None => Err(NoJdk::NoneUsable {
                found: self.found.clone(),
            }),
        }
    }
}

/// The JDK in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The installation.
    pub jdk: Jdk,
    /// Why this one.
    pub reason: Reason,
}

/// Why an installation was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Somebody asked for it.
    Named(Source),
    /// Nobody asked for one, and it is the newest.
    Newest {
        /// How many could have been used.
        among: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Named(source) => write!(f, "{source} names it"),
            Reason::Newest { among: 1 } => f.write_str("the only one found"),
            Reason::Newest { among } => write!(f, "the newest of {among} found"),
        }
    }
}

/// There is no JDK to work with.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoJdk {
    /// The one that was asked for is none.
    #[error("{by} names {home}, which cannot be used: {why}", home = home.display())]
    Named {
        /// What named it.
        by: Source,
        /// The folder.
        home: PathBuf,
        /// What is wrong with it.
        why: Unusable,
    },
    /// Nothing was found.
    #[error(
        "no JDK was found: JAVA_HOME is not set, there is no java on PATH, and none of the usual folders holds one"
    )]
    NoneFound {
        /// The folders that were searched.
        searched: Vec<PathBuf>,
    },
    /// Nothing that was found will do.
    #[error("none of the Java installations found can be used: {}", list(found))]
    NoneUsable {
        /// What was found.
        found: Vec<Found>,
    },
}

impl NoJdk {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            NoJdk::Named {
                by: Source::JavaHome,
                ..
            } => "set JAVA_HOME to the folder of a JDK, or unset it to use the newest one found",
            NoJdk::Named { .. } => "name the folder of a JDK, the one that has bin/java in it",
            NoJdk::NoneFound { .. } | NoJdk::NoneUsable { .. } => {
                "install a JDK, 17 or later (Debian and Ubuntu: apt-get install \
                 openjdk-17-jdk-headless), or name the folder of one with --java-home or JAVA_HOME"
            }
        }
    }
}

fn list(found: &[Found]) -> String {
    let mut lines = found.iter().filter_map(|found| {
        let why = found.jdk.as_ref().err()?;
        Some(format!("{} ({why})", found.home.display()))
    });
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |list, line| list + ", " + &line)
}
