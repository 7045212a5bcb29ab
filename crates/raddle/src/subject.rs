//! From what was typed to a program that can be read: the JDK is chosen, coordinates are resolved,
//! the class path is opened.

use std::path::{Path, PathBuf};

use raddle_program::jdk::Choice;
use raddle_program::maven::{Coordinate, Entry, Resolution, Resolver, split_class_path};
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::target::Target;

use crate::failure::Failure;
use crate::options::{ClassPathOption, JdkOption};
use crate::output;

/// An opened program, and the part of it the user pointed at.
pub struct Subject {
    /// The JDK in use.
    pub jdk: Choice,
    /// The JDK's classes and the class path.
    pub program: Program,
    /// What TARGET names in it.
    pub named: Named,
}

/// What a TARGET names, once its files are known.
pub enum Named {
    /// All classes of a jar or directory.
    Container(PathBuf),
    /// One class.
    Class(ClassName),
    /// What a static method makes.
    Factory {
        /// The class that has the method.
        class: ClassName,
    },
}

impl Subject {
    /// Opens what `target` names, with `class_path` behind it.
    pub fn open(
        target: &str,
        jdk: &JdkOption,
        class_path: &ClassPathOption,
    ) -> Result<Subject, Failure> {
        let target = Target::parse(target);
        let choice = jdk.choose()?;
        let resolver = Resolver::of_this_process(choice.jdk.home());
        let mut files = Vec::new();
        let named = match target {
            Target::Path(path) => {
                files.push(path.clone());
                Named::Container(path)
            }
            Target::Coordinate(text) => {
                let resolution = resolve(&resolver, &text.parse()?)?;
                files.extend(resolution.files().map(Path::to_owned));
                Named::Container(resolution.artifact().to_owned())
            }
            Target::Class(class) => Named::Class(class),
            Target::Factory { class, .. } => Named::Factory { class },
        };
        files.extend(class_path_files(&resolver, class_path)?);
        let program = Program::open(&choice.jdk, &files)?;
        Ok(Subject {
            jdk: choice,
            program,
            named,
        })
    }
}

/// The files that `--classpath` stands for, with coordinates resolved.
pub fn class_path(jdk: &Choice, option: &ClassPathOption) -> Result<Vec<PathBuf>, Failure> {
    class_path_files(&Resolver::of_this_process(jdk.jdk.home()), option)
}

fn class_path_files(
    resolver: &Resolver,
    option: &ClassPathOption,
) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for entry in option
        .classpath
        .iter()
        .flat_map(|text| split_class_path(text))
    {
        match entry {
            Entry::File(path) => files.extend(expand(path)?),
            Entry::Coordinate(coordinate) => {
                files.extend(resolve(resolver, &coordinate)?.files().map(Path::to_owned));
            }
        }
    }
    Ok(files)
}

fn resolve(resolver: &Resolver, coordinate: &Coordinate) -> Result<Resolution, Failure> {
    if let Some(resolution) = resolver.cached(coordinate) {
        return Ok(resolution);
    }
    if resolver.maven().is_some() {
        output::note(format_args!("resolving {coordinate} with Maven"));
    }
    Ok(resolver.ask_maven(coordinate)?)
}

/// `lib/*` is every jar in `lib`, as it is to `java`; in the order of their names, so that the same
/// folder is the same class path everywhere.
fn expand(entry: PathBuf) -> Result<Vec<PathBuf>, Failure> {
    if entry.file_name().is_none_or(|name| name != "*") || entry.exists() {
        return Ok(vec![entry]);
    }
    let folder = entry
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let entries = folder.read_dir().map_err(|error| {
        Failure::new(format!(
            "the class path names all jars in {}: {error}",
            folder.display()
        ))
        .with_help("check the spelling of the folder")
    })?;
    let is_jar = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("jar"))
    };
    let mut jars: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(is_jar)
        .collect();
    jars.sort();
    Ok(jars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_every_jar_of_the_folder_in_order() {
        let folder = tempfile::tempdir().expect("temporary folder");
        for name in ["b.jar", "a.JAR", "readme.txt"] {
            std::fs::write(folder.path().join(name), "").expect("file");
        }
        let jars = expand(folder.path().join("*")).expect("readable");
        assert_eq!(
            jars,
            [folder.path().join("a.JAR"), folder.path().join("b.jar")]
        );
        let plain = folder.path().join("gone.jar");
        assert_eq!(expand(plain.clone()).expect("not looked at yet"), [plain]);
        assert!(expand(folder.path().join("gone").join("*")).is_err());
    }
}
