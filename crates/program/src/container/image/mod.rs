//! The JDK's own classes: `lib/modules`, in the format the JDK calls jimage.
//!
//! The file starts with a header of seven words and four tables, all in the byte order of the machine it was made for;
//! the resources follow. A table of locations describes each resource by a run of small attributes: module, package
//! (`parent`), file name (`base`), extension, offset, sizes. A perfect hash over the full name finds a location.
//! `jdk.internal.jimage` in java.base is the only definition of the format.
//!
//! The tables (1.5 MB) are read when the image is opened, a resource when it is asked for. Resources are plain in every
//! published JDK; `jlink --compress` may have deflated them, which is understood as well.

mod packed;
mod tables;

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::reader::SharedFile;
use super::{ContainerError, Located, Place, is_class_stem, limits};
use tables::{Damage, HEADER, Header, Location, Tables};

/// Neighbouring classes are read together, up to this many bytes.
const REGION: u64 = 1 << 20;

/// An open `lib/modules`.
#[derive(Debug)]
pub struct JdkImage {
    path: PathBuf,
    file: SharedFile,
    tables: Tables,
    /// Which module has a package's classes.
    modules: FxHashMap<Box<str>, Box<str>>,
}

impl JdkImage {
    /// Opens an image, a JDK's `lib/modules`.
    pub fn open(path: &Path) -> Result<Self, ContainerError> {
        let file = SharedFile::open(path).map_err(|error| ContainerError::opening(path, error))?;
        let damaged = |Damage(detail)| ContainerError::DamagedImage {
            path: path.to_owned(),
            detail,
        };
        let read = |bytes: &mut [u8]| {
            file.read_exact_at(bytes, 0)
                .map_err(|error| ContainerError::reading(path, error))
        };
        if file.len() < HEADER as u64 {
            return Err(damaged("it is shorter than its header".into()));
        }
        let mut header = [0; HEADER];
        read(&mut header)?;
        let header = Header::parse(&header).map_err(damaged)?;
        let mut bytes = vec![0; header.size_within(file.len()).map_err(damaged)?];
        read(&mut bytes)?;
        let tables = Tables::new(&header, bytes);
        let modules = packages(&tables).map_err(damaged)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            tables,
            modules,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All packages that have classes, with their modules, in no order.
    pub fn packages_with_modules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules
            .iter()
            .map(|(package, module)| (&**package, &**module))
    }

    /// The names of all modules, sorted.
    pub fn modules(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.modules.values().map(|module| &**module).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The bytes of a module's `module-info.class`.
    pub fn module_info(&self, module: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        let location = self.tables.find(module, "", "module-info");
        let location = location.map_err(|damage| self.damaged(damage))?;
        location.map(|location| self.load(&location)).transpose()
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        matches!(self.find(name), Ok(Some(_)))
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        let location = self.find(name).map_err(|damage| self.damaged(damage))?;
        location.map(|location| self.load(&location)).transpose()
    }

    fn find(&self, name: &str) -> Result<Option<Location>, Damage> {
        let Some((package, base)) = name.rsplit_once('/') else {
            return Ok(None);
        };
        match self.modules.get(package) {
            Some(module) if is_class_stem(base) => self.tables.find(module, package, base),
            _ => Ok(None),
        }
    }

    pub(super) fn classes(&self) -> Result<Vec<Located>, ContainerError> {
        let mut found = Vec::with_capacity(self.tables.length as usize);
        let listed = self.tables.each_class(|number, location, parent, base| {
            let class = Located {
                name: format!("{parent}/{base}").into_boxed_str(),
                place: Place::Image(number),
            };
            found.push((location.offset, class));
        });
        listed.map_err(|damage| self.damaged(damage))?;
        found.sort_unstable_by(|(a, x), (b, y)| (a, x.place).cmp(&(b, y.place)));
        Ok(found.into_iter().map(|(_, class)| class).collect())
    }

    pub(super) fn scan<'c>(
        &self,
        classes: impl IntoIterator<Item = &'c Located>,
        mut visit: impl FnMut(&'c Located, Result<&[u8], ContainerError>),
    ) {
        let mut region = Region::default();
        let mut run: Vec<(&Located, Location)> = Vec::new();
        let mut classes = classes.into_iter().peekable();
        while let Some(class) = classes.next() {
            let located = match class.place {
                Place::Image(number) => self.tables.location(number),
                Place::Jar(_) | Place::Directory => {
                    Err("asked for another container's class".into())
                }
            };
            match located {
                Ok(location) => run.push((class, location)),
                Err(damage) => visit(class, Err(self.damaged(damage))),
            }
            let start = run.first().map_or(0, |(_, first)| first.offset);
            let end = run
                .last()
                .map_or(0, |(_, last)| last.offset.saturating_add(last.stored()));
            if classes.peek().is_some() && end.saturating_sub(start) < REGION {
                continue;
            }
            for (class, location) in run.drain(..) {
                if location.compressed == 0 {
                    visit(class, self.slice(&mut region, &location, end));
                } else {
                    match self.load(&location) {
                        Ok(bytes) => visit(class, Ok(&bytes)),
                        Err(error) => visit(class, Err(error)),
                    }
                }
            }
        }
    }

    /// A plain resource's bytes, from the region if it was read already, or else after reading up to `end`.
    fn slice<'r>(
        &self,
        region: &'r mut Region,
        location: &Location,
        end: u64,
    ) -> Result<&'r [u8], ContainerError> {
        let size = self.checked_size(location)?;
        if region.get(location.offset, size).is_none() {
            let least = location.offset + size as u64;
            let until = end.clamp(least, location.offset + REGION + limits::CLASS_BYTES);
            region.bytes.resize((until - location.offset) as usize, 0);
            region.start = location.offset;
            self.read_data(&mut region.bytes, location.offset)?;
        }
        region
            .get(location.offset, size)
            .ok_or_else(|| self.damaged("a resource overlaps the end of the file".into()))
    }

    fn load(&self, location: &Location) -> Result<Vec<u8>, ContainerError> {
        let size = self.checked_size(location)?;
        let mut bytes = vec![0; location.stored() as usize];
        self.read_data(&mut bytes, location.offset)?;
        if location.compressed == 0 {
            return Ok(bytes);
        }
        packed::unpack(&self.tables, bytes, size).map_err(|damage| self.damaged(damage))
    }

    fn checked_size(&self, location: &Location) -> Result<usize, ContainerError> {
        if location.size > limits::CLASS_BYTES || location.compressed > limits::CLASS_BYTES {
            return Err(self.damaged("a class has an impossible size".into()));
        }
        if location.offset > self.file.len() {
            return Err(self.damaged("a resource lies outside the file".into()));
        }
        Ok(location.size as usize)
    }

    fn read_data(&self, bytes: &mut [u8], offset: u64) -> Result<(), ContainerError> {
        let start = self.tables.len() + offset;
        if start + bytes.len() as u64 > self.file.len() {
            return Err(self.damaged("a resource lies outside the file: it is cut off".into()));
        }
        self.file
            .read_exact_at(bytes, start)
            .map_err(|error| ContainerError::reading(&self.path, error))
    }

    fn damaged(&self, Damage(detail): Damage) -> ContainerError {
        ContainerError::DamagedImage {
            path: self.path.clone(),
            detail,
        }
    }
}

/// Packages and the modules that have classes of them.
fn packages(tables: &Tables) -> Result<FxHashMap<Box<str>, Box<str>>, Damage> {
    let mut seen: FxHashMap<u32, u32> = FxHashMap::default();
    tables.each_class(|_, location, _, _| {
        seen.insert(location.parent, location.module);
    })?;
    seen.into_iter()
        .map(|(parent, module)| Ok((tables.string(parent)?.into(), tables.string(module)?.into())))
        .collect()
}

/// A run of neighbouring resources, read at once.
#[derive(Debug, Default)]
struct Region {
    start: u64,
    bytes: Vec<u8>,
}

impl Region {
    fn get(&self, offset: u64, size: usize) -> Option<&[u8]> {
        let from = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        self.bytes.get(from..from.checked_add(size)?)
    }
}
