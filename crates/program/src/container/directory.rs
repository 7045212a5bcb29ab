//! A directory of class files: `com/acme/Cache.class` below a root.

use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::{ContainerError, Located, Place, is_class_stem, limits};

/// The root directory of compiled classes.
#[derive(Debug)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// A directory that exists.
    pub(super) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
        }
    }

    /// The root.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The file a class would be in. Names come from class files and may be hostile, so none leads out of the root.
    pub(super) fn file_of(&self, name: &str) -> Option<PathBuf> {
        let harmless =
            |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\0');
        name.split('/')
            .all(harmless)
            .then(|| self.root.join(format!("{name}.class")))
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.file_of(name).is_some_and(|file| file.is_file())
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        let Some(path) = self.file_of(name) else {
            return Ok(None);
        };
        // Asking before opening: opening a pipe would block.
        let Ok(metadata) = std::fs::metadata(&path) else {
            return Ok(None);
        };
        if !metadata.is_file() {
            return Ok(None);
        }
        let fail = |error| ContainerError::reading(&path, error);
        let file = std::fs::File::open(&path).map_err(fail)?;
        let mut bytes = Vec::new();
        let read = file
            .take(limits::CLASS_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(fail)?;
        if read as u64 > limits::CLASS_BYTES {
            return Err(ContainerError::TooLarge {
                path,
                size: metadata.len(),
                limit: limits::CLASS_BYTES,
            });
        }
        Ok(Some(bytes))
    }

    pub(super) fn classes(&self) -> Result<Vec<Located>, ContainerError> {
        let mut found = Vec::new();
        self.walk(&self.root, "", &mut FxHashSet::default(), &mut found)?;
        found.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// Links may lead back up, so a directory is entered once, whatever it is called.
    fn walk(
        &self,
        at: &Path,
        prefix: &str,
        entered: &mut FxHashSet<(u64, u64)>,
        found: &mut Vec<Located>,
    ) -> Result<(), ContainerError> {
        let fail = |error| ContainerError::reading(at, error);
        let metadata = std::fs::metadata(at).map_err(fail)?;
        if !entered.insert((metadata.dev(), metadata.ino())) {
            return Ok(());
        }
        for entry in std::fs::read_dir(at).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            // A name that is not Unicode is no class's.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let path = entry.path();
            if path.is_dir() {
                self.walk(&path, &format!("{prefix}{name}/"), entered, found)?;
            } else if let Some(stem) = name.strip_suffix(".class")
                && is_class_stem(stem)
                && path.is_file()
            {
                found.push(Located {
                    name: format!("{prefix}{stem}").into_boxed_str(),
                    place: Place::Directory,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lists_and_stays_inside() {
        let root = tempfile::tempdir().unwrap();
        let inside = root.path().join("classes");
        std::fs::create_dir_all(inside.join("a/b")).unwrap();
        std::fs::write(inside.join("a/b/C.class"), b"c").unwrap();
        std::fs::write(inside.join("D.class"), b"d").unwrap();
        std::fs::write(inside.join("module-info.class"), b"m").unwrap();
        std::fs::write(inside.join("a/readme.txt"), b"r").unwrap();
        std::fs::write(root.path().join("Secret.class"), b"s").unwrap();
        let directory = Directory::new(&inside);
        let names: Vec<_> = directory
            .classes()
            .unwrap()
            .into_iter()
            .map(|c| c.name)
            .collect();
        assert_eq!(names, ["D".into(), "a/b/C".into()]);
        assert_eq!(directory.read("a/b/C").unwrap().unwrap(), b"c");
        assert!(directory.contains("D"));
        assert_eq!(directory.read("../Secret").unwrap(), None);
        assert_eq!(directory.read("a/../../Secret").unwrap(), None);
        assert_eq!(directory.read("/D").unwrap(), None);
        assert_eq!(directory.read("a/b").unwrap(), None);
    }

    #[test]
    fn a_loop_of_links_ends() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("p")).unwrap();
        std::fs::write(root.path().join("p/C.class"), b"c").unwrap();
        for link in ["again", "p/and", "p/again"] {
            std::os::unix::fs::symlink(root.path(), root.path().join(link)).unwrap();
        }
        let found = Directory::new(root.path()).classes().unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(&*found[0].name, "p/C");
    }

    #[test]
    fn huge_files_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let file = std::fs::File::create(root.path().join("Huge.class")).unwrap();
        file.set_len(limits::CLASS_BYTES + 1).unwrap();
        let error = Directory::new(root.path()).read("Huge").unwrap_err();
        assert!(matches!(error, ContainerError::TooLarge { .. }), "{error}");
    }
}
