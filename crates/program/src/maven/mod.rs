//! Maven coordinates as files.
//!
//! The user's own Maven does the resolving, so that settings, mirrors, credentials and the local
//! repository are the user's: raddle writes a project of one dependency into a temporary folder and
//! asks for its runtime class path. The answer is kept by coordinate in the user's cache folder;
//! as long as the files it names exist, neither Maven nor the network is needed again.

mod cache;
mod class_path;
mod coordinate;
mod launcher;
mod project;

use std::env;
use std::path::{Path, PathBuf};

pub use class_path::{Entry, split_class_path};
pub use coordinate::{Coordinate, MalformedCoordinate};
pub use launcher::Maven;
pub use project::MavenError;

use cache::Cache;

/// Turns coordinates into files.
#[derive(Debug, Clone)]
pub struct Resolver {
    maven: Option<Maven>,
    cache: Option<Cache>,
}

/// What a coordinate stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    artifact: PathBuf,
    dependencies: Vec<PathBuf>,
}

impl Resolution {
    /// `None` if there are no files.
    fn new(files: impl IntoIterator<Item = PathBuf>) -> Option<Resolution> {
        let mut files = files.into_iter();
        Some(Resolution {
            artifact: files.next()?,
            dependencies: files.collect(),
        })
    }

    /// The jar of the coordinate itself.
    pub fn artifact(&self) -> &Path {
        &self.artifact
    }

    /// What it needs at run time, in Maven's order.
    pub fn dependencies(&self) -> &[PathBuf] {
        &self.dependencies
    }

    /// The artifact, then its dependencies: a class path.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.artifact()).chain(self.dependencies.iter().map(PathBuf::as_path))
    }
}

impl Resolver {
    /// A resolver that asks `maven`, if there is one, and remembers in the folder `cache`.
    pub fn new(maven: Option<Maven>, cache: Option<PathBuf>) -> Resolver {
        Resolver {
            maven,
            cache: cache.map(Cache::new),
        }
    }

    /// The Maven on this process's `PATH`, and the user's cache folder. Maven itself runs on the JDK
    /// in `java_home` where the user's environment names no other.
    pub fn of_this_process(java_home: &Path) -> Resolver {
        let maven = Maven::find().map(|maven| maven.with_fallback_java(java_home));
        Resolver::new(maven, cache_folder())
    }

    /// The Maven that is asked, if there is one.
    pub fn maven(&self) -> Option<&Maven> {
        self.maven.as_ref()
    }

    /// An earlier answer, if all its files are still there.
    pub fn cached(&self, coordinate: &Coordinate) -> Option<Resolution> {
        self.cache.as_ref()?.get(coordinate)
    }

    /// Asks Maven, which may download, and keeps the answer.
    pub fn ask_maven(&self, coordinate: &Coordinate) -> Result<Resolution, MavenError> {
        let maven = self
            .maven
            .as_ref()
            .ok_or_else(|| MavenError::Missing(coordinate.clone()))?;
        let resolution = project::resolve(maven, coordinate)?;
        // A snapshot is a moving target: Maven's own rules say when to look for a newer one.
        if let Some(cache) = self.cache.as_ref().filter(|_| !coordinate.is_snapshot()) {
            // A cache that cannot be written costs time, not correctness: Maven is asked again.
            let _ = cache.put(coordinate, &resolution);
        }
        Ok(resolution)
    }
}

/// `$XDG_CACHE_HOME/raddle/maven`, or `~/.cache/raddle/maven`.
fn cache_folder() -> Option<PathBuf> {
    let xdg = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute());
    let base = xdg.or_else(|| Some(env::home_dir()?.join(".cache")))?;
    base.is_absolute()
        .then(|| base.join("raddle").join("maven"))
}
