//! The JDK's own classes: `lib/modules`, in the format the JDK calls jimage.
//!
//! The file starts with a header of seven words and four tables, all in the byte order of the machine it was made for;
//! the resources follow. A table of locations describes each resource by a run of small attributes: module, package
//! (`parent`), file name (`base`), extension, offset, sizes. A perfect hash over the full name finds a location.
//! `jdk.internal.jimage` in java.base is the only definition of the format.
//!
//! The tables (1.5 MB) are read when the image is opened, a resource when it is asked for. Resources are plain in every
//! published JDK; `jlink --compress` may have deflated them, which is understood as well.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::reader::SharedFile;
use super::{ContainerError, Located, Place, is_class_stem, limits};

const HEADER: usize = 28;
const MAGIC: u32 = 0xCAFE_DADA;
const HASH: u32 = 0x0100_0193;
/// Neighbouring classes are read together, up to this many bytes.
const REGION: u64 = 1 << 20;

mod attribute {
    pub(super) const END: u8 = 0;
    pub(super) const MODULE: u8 = 1;
    pub(super) const PARENT: u8 = 2;
    pub(super) const BASE: u8 = 3;
    pub(super) const EXTENSION: u8 = 4;
    pub(super) const OFFSET: u8 = 5;
    pub(super) const COMPRESSED: u8 = 6;
    pub(super) const UNCOMPRESSED: u8 = 7;
}

/// An open `lib/modules`.
#[derive(Debug)]
pub struct JdkImage {
    path: PathBuf,
    file: SharedFile,
    order: ByteOrder,
    tables: Tables,
    /// Which module has a package's classes.
    modules: FxHashMap<Box<str>, Box<str>>,
}

#[derive(Debug, Clone, Copy)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }
}

/// The tables before the resources, and where each starts.
#[derive(Debug)]
struct Tables {
    bytes: Vec<u8>,
    length: u32,
    offsets: usize,
    locations: usize,
    strings: usize,
}

/// What a location says. Names are positions in the table of strings.
#[derive(Debug, Default, Clone, Copy)]
struct Location {
    module: u32,
    parent: u32,
    base: u32,
    extension: u32,
    offset: u64,
    compressed: u64,
    size: u64,
}

impl Location {
    /// How many bytes of the file it takes.
    fn stored(&self) -> u64 {
        if self.compressed == 0 {
            self.size
        } else {
            self.compressed
        }
    }
}

impl JdkImage {
    /// Opens an image, a JDK's `lib/modules`.
    pub fn open(path: &Path) -> Result<Self, ContainerError> {
        let file = SharedFile::open(path).map_err(|error| ContainerError::opening(path, error))?;
        let damaged = |detail: &str| ContainerError::DamagedImage {
            path: path.to_owned(),
            detail: detail.to_owned(),
        };
        let read = |bytes: &mut [u8], at| {
            file.read_exact_at(bytes, at)
                .map_err(|error| ContainerError::reading(path, error))
        };
        if file.len() < HEADER as u64 {
            return Err(damaged("it is shorter than its header"));
        }
        let mut header = [0; HEADER];
        read(&mut header, 0)?;
        let order = match u32::from_le_bytes(word(&header, 0)) {
            MAGIC => ByteOrder::Little,
            swapped if swapped.swap_bytes() == MAGIC => ByteOrder::Big,
            _ => return Err(damaged("it does not start like a jimage file")),
        };
        let field = |number: usize| order.u32(word(&header, 4 * number));
        let (version, length) = (field(1), field(4));
        if version >> 16 != 1 {
            return Err(damaged(&format!(
                "its format has the version {}",
                version >> 16
            )));
        }
        let (locations, strings) = (u64::from(field(5)), u64::from(field(6)));
        let size = HEADER as u64 + 8 * u64::from(length) + locations + strings;
        if size > file.len() || size > limits::IMAGE_INDEX_BYTES || length == 0 {
            return Err(damaged("its tables do not fit into the file"));
        }
        let mut bytes = vec![0; size as usize];
        read(&mut bytes, 0)?;
        let offsets = HEADER + 4 * length as usize;
        let tables = Tables {
            bytes,
            length,
            offsets,
            locations: offsets + 4 * length as usize,
            strings: offsets + 4 * length as usize + locations as usize,
        };
        let mut image = Self {
            path: path.to_owned(),
            file,
            order,
            tables,
            modules: FxHashMap::default(),
        };
        image.modules = image.packages()?;
        Ok(image)
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
        self.find(module, "", "module-info")?
            .map(|location| self.load(&location))
            .transpose()
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        matches!(self.class_location(name), Ok(Some(_)))
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ContainerError> {
        self.class_location(name)?
            .map(|location| self.load(&location))
            .transpose()
    }

    pub(super) fn classes(&self) -> Result<Vec<Located>, ContainerError> {
        let mut found = Vec::with_capacity(self.tables.length as usize);
        self.each_class(|number, location, parent, base| {
            found.push((
                location.offset,
                Located {
                    name: format!("{parent}/{base}").into_boxed_str(),
                    place: Place::Image(number),
                },
            ));
        })?;
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
                Place::Image(number) => self.location(number),
                Place::Jar(_) | Place::Directory => {
                    Err(self.damaged("asked for another container's class"))
                }
            };
            match located {
                Ok(location) => run.push((class, location)),
                Err(error) => visit(class, Err(error)),
            }
            let span = |last: u64| {
                run.first()
                    .map_or(0, |(_, first)| last.saturating_sub(first.offset))
            };
            let end = run
                .last()
                .map_or(0, |(_, last)| last.offset.saturating_add(last.stored()));
            if classes.peek().is_some() && span(end) < REGION {
                continue;
            }
            for (class, location) in run.drain(..) {
                if location.compressed == 0 {
                    visit(class, self.slice(&mut region, &location, end));
                } else {
                    visit(
                        class,
                        self.load(&location)
                            .as_deref()
                            .map_err(|_| self.damaged("a resource does not unpack")),
                    );
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
            let until = end.clamp(
                location.offset + size as u64,
                location.offset + REGION + limits::CLASS_BYTES,
            );
            region.bytes.resize((until - location.offset) as usize, 0);
            region.start = location.offset;
            self.read_data(&mut region.bytes, location.offset)?;
        }
        region
            .get(location.offset, size)
            .ok_or_else(|| self.damaged("a resource overlaps the end of the file"))
    }

    /// Packages and the modules that have classes of them.
    fn packages(&self) -> Result<FxHashMap<Box<str>, Box<str>>, ContainerError> {
        let mut seen: FxHashMap<u32, u32> = FxHashMap::default();
        self.each_class(|_, location, _, _| {
            seen.insert(location.parent, location.module);
        })?;
        seen.into_iter()
            .map(|(parent, module)| Ok((self.string(parent)?.into(), self.string(module)?.into())))
            .collect()
    }

    /// Calls `visit` with number, location, package and file name of every class. Only `module-info` is in no package.
    fn each_class(
        &self,
        mut visit: impl FnMut(u32, &Location, &str, &str),
    ) -> Result<(), ContainerError> {
        for number in 0..self.tables.length {
            let location = self.location(number)?;
            if self.string(location.extension)? != "class" {
                continue;
            }
            let (parent, base) = (self.string(location.parent)?, self.string(location.base)?);
            if !parent.is_empty() && is_class_stem(base) {
                visit(number, &location, parent, base);
            }
        }
        Ok(())
    }

    fn class_location(&self, name: &str) -> Result<Option<Location>, ContainerError> {
        let Some((package, base)) = name.rsplit_once('/') else {
            return Ok(None);
        };
        match self.modules.get(package) {
            Some(module) if is_class_stem(base) => self.find(module, package, base),
            _ => Ok(None),
        }
    }

    /// Looks a `.class` resource up by the perfect hash of its full name, and checks that it is the one.
    fn find(
        &self,
        module: &str,
        parent: &str,
        base: &str,
    ) -> Result<Option<Location>, ContainerError> {
        let full = if parent.is_empty() {
            format!("/{module}/{base}.class")
        } else {
            format!("/{module}/{parent}/{base}.class")
        };
        let slot = hash(&full, HASH) % self.tables.length;
        let redirect = self.word(HEADER + 4 * slot as usize)? as i32;
        let number = match redirect {
            0 => return Ok(None),
            direct if direct < 0 => (-1 - direct) as u32,
            seed => hash(&full, seed as u32) % self.tables.length,
        };
        if number >= self.tables.length {
            return Err(self.damaged("its hash table points outside"));
        }
        let location = self.location(number)?;
        let same = self.string(location.module)? == module
            && self.string(location.parent)? == parent
            && self.string(location.base)? == base
            && self.string(location.extension)? == "class";
        Ok(same.then_some(location))
    }

    fn location(&self, number: u32) -> Result<Location, ContainerError> {
        let start = self.word(self.tables.offsets + 4 * number as usize)? as usize;
        let all = &self.tables.bytes[self.tables.locations..self.tables.strings];
        let mut rest = all.get(start..).unwrap_or_default();
        let mut location = Location::default();
        loop {
            let Some((&head, tail)) = rest.split_first() else {
                return Err(self.damaged("a location has no end"));
            };
            let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
            if kind == attribute::END {
                return Ok(location);
            }
            let Some((value, after)) = tail.split_at_checked(length) else {
                return Err(self.damaged("a location has no end"));
            };
            let value = value
                .iter()
                .fold(0u64, |value, &byte| value << 8 | u64::from(byte));
            let name = || u32::try_from(value).map_err(|_| self.damaged("a name lies outside"));
            match kind {
                attribute::MODULE => location.module = name()?,
                attribute::PARENT => location.parent = name()?,
                attribute::BASE => location.base = name()?,
                attribute::EXTENSION => location.extension = name()?,
                attribute::OFFSET => location.offset = value,
                attribute::COMPRESSED => location.compressed = value,
                attribute::UNCOMPRESSED => location.size = value,
                // Later JDKs add kinds of their own; none changes what the others mean.
                _ => {}
            }
            rest = after;
        }
    }

    fn string(&self, at: u32) -> Result<&str, ContainerError> {
        let rest = self.tables.bytes[self.tables.strings..]
            .get(at as usize..)
            .unwrap_or_default();
        rest.iter()
            .position(|&byte| byte == 0)
            .and_then(|end| std::str::from_utf8(&rest[..end]).ok())
            .ok_or_else(|| self.damaged("a name lies outside"))
    }

    fn word(&self, at: usize) -> Result<u32, ContainerError> {
        match self
            .tables
            .bytes
            .get(at..at + 4)
            .and_then(|bytes| bytes.try_into().ok())
        {
            Some(bytes) => Ok(self.order.u32(bytes)),
            None => Err(self.damaged("a table is cut off")),
        }
    }

    fn checked_size(&self, location: &Location) -> Result<usize, ContainerError> {
        if location.size > limits::CLASS_BYTES || location.compressed > limits::CLASS_BYTES {
            return Err(self.damaged("a class has an impossible size"));
        }
        if location.offset > self.file.len() {
            return Err(self.damaged("a resource lies outside the file"));
        }
        Ok(location.size as usize)
    }

    fn load(&self, location: &Location) -> Result<Vec<u8>, ContainerError> {
        let size = self.checked_size(location)?;
        let mut bytes = vec![0; location.stored() as usize];
        self.read_data(&mut bytes, location.offset)?;
        if location.compressed == 0 {
            return Ok(bytes);
        }
        self.unpacked(bytes, size)
    }

    fn read_data(&self, bytes: &mut [u8], offset: u64) -> Result<(), ContainerError> {
        let start = self.tables.bytes.len() as u64 + offset;
        if start + bytes.len() as u64 > self.file.len() {
            return Err(self.damaged("a resource lies outside the file: it is cut off"));
        }
        self.file
            .read_exact_at(bytes, start)
            .map_err(|error| ContainerError::reading(&self.path, error))
    }

    fn damaged(&self, detail: &str) -> ContainerError {
        ContainerError::DamagedImage {
            path: self.path.clone(),
            detail: detail.to_owned(),
        }
    }
}

mod packed;

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

fn word(bytes: &[u8; HEADER], at: usize) -> [u8; 4] {
    [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
}

fn hash(name: &str, seed: u32) -> u32 {
    let step = |hash: u32, byte: u8| hash.wrapping_mul(HASH) ^ u32::from(byte);
    name.bytes().fold(seed, step) & 0x7FFF_FFFF
}
