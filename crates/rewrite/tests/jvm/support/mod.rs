//! Rewriting classes and having a JVM look at them.

pub mod host;
pub mod jvm;

use std::fs;
use std::path::{Path, PathBuf};

use raddle_program::container::{Container, JdkImage};
use raddle_rewrite::{Error, Level, Options, Rewritten, Stats, rewrite};

/// Where the idle hooks are.
pub const HOST: &str = "java/util/RaddleIdleHooks";

/// Everything that can be put into a class of the JDK.
pub const EVERYTHING: Options<'static> = Options {
    host: HOST,
    level: Level::Full,
    site_base: 1_000_000,
    reset_statics: false,
    touches: Some(&[]),
    coverage: true,
    brackets: true,
};

/// What became of many classes.
#[derive(Debug, Default)]
pub struct Tally {
    pub classes: usize,
    pub changed: usize,
    pub stats: Stats,
    pub sites: usize,
    pub errors: Vec<(String, Error)>,
}

impl Tally {
    /// Rewrites a class into `folder`, if there is something to rewrite. Returns what came of it.
    pub fn rewrite(
        &mut self,
        name: &str,
        bytes: &[u8],
        options: &Options<'_>,
        folder: &Path,
    ) -> Option<Rewritten> {
        self.classes += 1;
        match rewrite(bytes, options) {
            Ok(None) => None,
            Ok(Some(rewritten)) => {
                self.changed += 1;
                self.stats += rewritten.stats;
                self.sites += rewritten.sites.sites.len();
                write_class(folder, name, &rewritten.bytes);
                Some(rewritten)
            }
            Err(error) => {
                self.errors.push((name.to_owned(), error));
                None
            }
        }
    }
}

/// Writes a class file where a class path wants it.
pub fn write_class(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(format!("{name}.class"));
    fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
    fs::write(path, bytes).expect("a writable folder");
}

/// The classes of a module of a JDK whose names are `wanted`, with their bytes.
pub fn module_classes(
    home: &Path,
    module: &str,
    wanted: impl Fn(&str) -> bool,
) -> Vec<(String, Vec<u8>)> {
    let image = JdkImage::open(&home.join("lib/modules")).expect("the JDK's image");
    let packages: Vec<String> = image
        .packages_with_modules()
        .filter(|(_, of)| *of == module)
        .map(|(package, _)| package.replace('.', "/"))
        .collect();
    let in_module = |name: &str| {
        name.rsplit_once('/')
            .is_some_and(|(package, _)| packages.iter().any(|known| known == package))
    };
    classes(&Container::Image(image), |name| {
        wanted(name) && in_module(name)
    })
}

/// The classes of a container whose names are `wanted`, with their bytes.
pub fn classes(container: &Container, wanted: impl Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let located = container.classes().expect("a readable container");
    let mut classes = Vec::new();
    container.scan(
        located.iter().filter(|class| wanted(&class.name)),
        |class, bytes| {
            classes.push((
                class.name.to_string(),
                bytes.expect("a readable class").to_vec(),
            ));
        },
    );
    classes
}

/// The classes in a folder, with their bytes.
pub fn folder_classes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let container = Container::open(&PathBuf::from(folder), 17).expect("a folder");
    classes(&container, |_| true)
}

/// A name as Java writes it.
pub fn dotted(name: &str) -> String {
    name.replace('/', ".")
}
