//! A jar: a zip archive of class files, with a manifest.
//!
//! The central directory is read once, and a table from class name to entry is made, in which a multi-release jar's
//! newer versions have already won. Entries are unpacked when asked for, each reader with a position of its own.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use zip::ZipArchive;
use zip::result::ZipError;

use super::reader::{BufferedFile, SharedFile};
use super::{ContainerError, Located, Manifest, Place, is_class_stem, limits};

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";

/// An open jar.
#[derive(Debug)]
pub struct Jar {
    path: PathBuf,
    archive: ZipArchive<BufferedFile>,
    manifest: Manifest,
    entries: FxHashMap<Box<str>, u32>,
    /// Readers with their buffers, for the next who asks. A buffer a class would be freed between allocations that stay,
    /// and leave the heap full of holes.
    idle: Mutex<Vec<ZipArchive<BufferedFile>>>,
}

impl Jar {
    /// Opens a jar. `release` is the Java release whose versions of classes count, if the jar has several.
    pub(super) fn open(path: &Path, release: u16) -> Result<Self, ContainerError> {
        let file = SharedFile::open(path).map_err(|error| ContainerError::opening(path, error))?;
        let archive = match ZipArchive::new(BufferedFile::new(file.clone())) {
            Ok(archive) => archive,
            Err(error) => return Err(not_an_archive(path, &file, error)),
        };
        let mut jar = Self {
            path: path.to_owned(),
            archive,
            manifest: Manifest::default(),
            entries: FxHashMap::default(),
            idle: Mutex::default(),
        };
        if let Some(index) = jar.archive.index_for_name_raw(MANIFEST.as_bytes()) {
            let mut bytes = Vec::new();
            let mut archive = jar.archive.clone();
            jar.unpack(&mut archive, index, limits::MANIFEST_BYTES, &mut bytes)?;
            jar.manifest = Manifest::parse(&bytes);
        }
        jar.entries = jar.table(release)?;
        Ok(jar)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the manifest says.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Which entry has which class, for this Java release.
    fn table(&self, release: u16) -> Result<FxHashMap<Box<str>, u32>, ContainerError> {
        let mut best: FxHashMap<Box<str>, (u16, u32)> = FxHashMap::default();
        let mut total = 0u64;
        for index in 0..self.archive.len() {
            let entry = self
                .archive
                .by_index_data(index)
                .map_err(|error| self.damaged(error))?;
            let Some(stem) = std::str::from_utf8(entry.name_raw())
                .ok()
                .and_then(|name| name.strip_suffix(".class"))
            else {
                continue;
            };
            total = total.saturating_add(entry.size());
            let (version, name) = match stem.strip_prefix(VERSIONS) {
                Some(versioned) => match versioned.split_once('/') {
                    Some((number, name)) if self.manifest.multi_release => {
                        match number.parse::<u16>() {
                            Ok(version) if (9..=release).contains(&version) => (version, name),
                            _ => continue,
                        }
                    }
                    _ => continue,
                },
                None => (0, stem),
            };
            let simple = name.rsplit('/').next().unwrap_or(name);
            let number = u32::try_from(index).map_err(|_| self.bomb(format!("{index} entries")))?;
            if is_class_stem(simple) {
                let slot = best.entry(name.into()).or_insert((version, number));
                if version >= slot.0 {
                    *slot = (version, number);
                }
            }
        }
        // Every entry is held to the size it declares, so this bounds all the work there can be.
        if total > limits::JAR_BYTES {
            return Err(self.bomb(format!(
                "{total} bytes of classes, the limit is {}",
                limits::JAR_BYTES
            )));
        }
        Ok(best
            .into_iter()
            .map(|(name, (_, number))| (name, number))
            .collect())
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        let Some(&number) = self.entries.get(name) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let mut archive = self.idle().pop().unwrap_or_else(|| self.archive.clone());
        let unpacked = self.unpack(
            &mut archive,
            number as usize,
            limits::CLASS_BYTES,
            &mut bytes,
        );
        self.idle().push(archive);
        unpacked?;
        Ok(Some(bytes))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ZipArchive<BufferedFile>>> {
        // A panic elsewhere leaves a list of readers a list of readers.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn classes(&self) -> Vec<Located> {
        let mut found: Vec<(u64, Located)> = self
            .entries
            .iter()
            .map(|(name, &number)| {
                let start = self
                    .archive
                    .by_index_data(number as usize)
                    .map_or(0, |entry| entry.header_start());
                (
                    start,
                    Located {
                        name: name.clone(),
                        place: Place::Jar(number),
                    },
                )
            })
            .collect();
        found.sort_unstable_by(|(a, x), (b, y)| (a, x.place).cmp(&(b, y.place)));
        found.into_iter().map(|(_, class)| class).collect()
    }

    pub(super) fn scan<'c>(
        &self,
        classes: impl IntoIterator<Item = &'c Located>,
        mut visit: impl FnMut(&'c Located, Result<&[u8], ContainerError>),
    ) {
        let mut archive = self.archive.clone();
        let mut bytes = Vec::new();
        for class in classes {
            let Place::Jar(number) = class.place else {
                visit(
                    class,
                    Err(self.damaged_by("asked for another container's class".to_owned())),
                );
                continue;
            };
            match self.unpack(
                &mut archive,
                number as usize,
                limits::CLASS_BYTES,
                &mut bytes,
            ) {
                Ok(()) => visit(class, Ok(&bytes)),
                Err(error) => visit(class, Err(error)),
            }
        }
    }

    /// Unpacks one entry into `bytes`. Neither what is declared nor what comes out may be over the limit, and what
    /// comes out must be what is declared.
    fn unpack(
        &self,
        archive: &mut ZipArchive<BufferedFile>,
        index: usize,
        limit: u64,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        bytes.clear();
        let mut entry = archive
            .by_index(index)
            .map_err(|error| self.damaged(error))?;
        let declared = entry.size();
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if declared > limit {
            return Err(self.bomb(format!(
                "{name} declares {declared} bytes, the limit is {limit}"
            )));
        }
        (&mut entry)
            .take(declared + 1)
            .read_to_end(bytes)
            .map_err(|error| self.damaged_by(format!("{name} does not unpack: {error}")))?;
        let actual = bytes.len() as u64;
        if actual != declared {
            return Err(self.damaged_by(format!(
                "{name} unpacks to {actual} bytes, not to {declared}"
            )));
        }
        Ok(())
    }

    fn bomb(&self, detail: String) -> ContainerError {
        ContainerError::ZipBomb {
            path: self.path.clone(),
            detail,
        }
    }

    fn damaged(&self, error: ZipError) -> ContainerError {
        self.damaged_by(error.to_string())
    }

    fn damaged_by(&self, detail: String) -> ContainerError {
        ContainerError::DamagedJar {
            path: self.path.clone(),
            detail,
        }
    }
}

/// Tells a file that never was an archive from one that lost its end and from one with a broken directory.
fn not_an_archive(path: &Path, file: &SharedFile, error: ZipError) -> ContainerError {
    let path = path.to_owned();
    let mut start = [0; 4];
    if file.read_exact_at(&mut start, 0).is_err() || !start.starts_with(b"PK") {
        return ContainerError::NotAZip { path };
    }
    if has_end_record(file) {
        ContainerError::DamagedJar {
            path,
            detail: error.to_string(),
        }
    } else {
        ContainerError::TruncatedJar { path }
    }
}

/// Whether the end-of-central-directory signature is where it may be: followed by at most 64 KiB of comment.
fn has_end_record(file: &SharedFile) -> bool {
    let tail = file.len().min((1 << 16) + 22);
    let mut bytes = vec![0; tail as usize];
    file.read_exact_at(&mut bytes, file.len() - tail).is_ok()
        && bytes.windows(4).any(|window| window == b"PK\x05\x06")
}
