//! The tables in front of an image's resources.

use super::super::{is_class_stem, limits};

/// The size of the header: seven words.
pub(super) const HEADER: usize = 28;
const MAGIC: u32 = 0xCAFE_DADA;
/// The multiplier of the hash, and its seed for the first try.
const HASH: u32 = 0x0100_0193;

/// What is wrong with an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage(pub(super) String);

impl From<&str> for Damage {
    fn from(detail: &str) -> Self {
        Self(detail.to_owned())
    }
}

/// The byte order of the machine that the image was made for.
#[derive(Debug, Clone, Copy)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    pub(super) fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }
}

/// What a location says. Names are positions in the table of strings.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Location {
    pub(super) module: u32,
    pub(super) parent: u32,
    base: u32,
    extension: u32,
    /// From the end of the tables.
    pub(super) offset: u64,
    /// 0 if the resource is not packed.
    pub(super) compressed: u64,
    pub(super) size: u64,
}

impl Location {
    /// How many bytes of the file it takes.
    pub(super) fn stored(&self) -> u64 {
        if self.compressed == 0 {
            self.size
        } else {
            self.compressed
        }
    }
}

/// What the header says about the sizes that follow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub(super) order: ByteOrder,
    length: u32,
    locations: u32,
    strings: u32,
}

impl Header {
    pub(super) fn parse(bytes: &[u8; HEADER]) -> Result<Self, Damage> {
        let word = |number: usize| {
            let at = 4 * number;
            [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
        };
        let order = match u32::from_le_bytes(word(0)) {
            MAGIC => ByteOrder::Little,
            swapped if swapped.swap_bytes() == MAGIC => ByteOrder::Big,
            _ => return Err("it does not start like a jimage file".into()),
        };
        let version = order.u32(word(1)) >> 16;
        if version != 1 {
            return Err(Damage(format!("its format has the version {version}")));
        }
        Ok(Self {
            order,
            length: order.u32(word(4)),
            locations: order.u32(word(5)),
            strings: order.u32(word(6)),
        })
    }

    /// The size of header and tables, which must fit into the file.
    pub(super) fn size_within(&self, file: u64) -> Result<usize, Damage> {
        let size = HEADER as u64
            + 8 * u64::from(self.length)
            + u64::from(self.locations)
            + u64::from(self.strings);
        if size > file || size > limits::IMAGE_INDEX_BYTES || self.length == 0 {
            return Err("its tables do not fit into the file".into());
        }
        Ok(size as usize)
    }
}

/// Header and tables, and where each starts.
#[derive(Debug)]
pub(super) struct Tables {
    bytes: Vec<u8>,
    pub(super) order: ByteOrder,
    /// The number of locations.
    pub(super) length: u32,
    offsets: usize,
    locations: usize,
    strings: usize,
}

impl Tables {
    /// The tables in `bytes`, which are as long as the header says.
    pub(super) fn new(header: &Header, bytes: Vec<u8>) -> Self {
        let offsets = HEADER + 4 * header.length as usize;
        let locations = offsets + 4 * header.length as usize;
        Self {
            bytes,
            order: header.order,
            length: header.length,
            offsets,
            locations,
            strings: locations + header.locations as usize,
        }
    }

    /// Where the resources start in the file.
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Calls `visit` with number, location, package and file name of every class. Only `module-info` is in no package.
    pub(super) fn each_class(
        &self,
        mut visit: impl FnMut(u32, &Location, &str, &str),
    ) -> Result<(), Damage> {
        for number in 0..self.length {
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

    /// Looks a `.class` resource up by the perfect hash of its full name, and checks that it is the one.
    pub(super) fn find(
        &self,
        module: &str,
        parent: &str,
        base: &str,
    ) -> Result<Option<Location>, Damage> {
        let full = if parent.is_empty() {
            format!("/{module}/{base}.class")
        } else {
            format!("/{module}/{parent}/{base}.class")
        };
        let slot = hash(&full, HASH) % self.length;
        // Zero: nothing. Below: the location, negated. Above: the seed of a second hash that leads there.
        let number = match self.word(HEADER + 4 * slot as usize)? as i32 {
            0 => return Ok(None),
            direct if direct < 0 => (-1 - direct) as u32,
            seed => hash(&full, seed as u32) % self.length,
        };
        let location = self.location(number)?;
        let same = self.string(location.module)? == module
            && self.string(location.parent)? == parent
            && self.string(location.base)? == base
            && self.string(location.extension)? == "class";
        Ok(same.then_some(location))
    }

    /// The location of that number.
    pub(super) fn location(&self, number: u32) -> Result<Location, Damage> {
        if number >= self.length {
            return Err("its hash table points outside".into());
        }
        let start = self.word(self.offsets + 4 * number as usize)? as usize;
        let mut rest = self.bytes[self.locations..self.strings]
            .get(start..)
            .unwrap_or_default();
        let mut location = Location::default();
        loop {
            let (&head, tail) = rest.split_first().ok_or("a location has no end")?;
            let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
            if kind == attribute::END {
                return Ok(location);
            }
            let (value, after) = tail
                .split_at_checked(length)
                .ok_or("a location has no end")?;
            let value = value
                .iter()
                .fold(0u64, |value, &byte| value << 8 | u64::from(byte));
            let name = u32::try_from(value).map_err(|_| Damage::from("a name lies outside"));
            match kind {
                attribute::MODULE => location.module = name?,
                attribute::PARENT => location.parent = name?,
                attribute::BASE => location.base = name?,
                attribute::EXTENSION => location.extension = name?,
                attribute::OFFSET => location.offset = value,
                attribute::COMPRESSED => location.compressed = value,
                attribute::UNCOMPRESSED => location.size = value,
                // Later JDKs add kinds of their own; none changes what the others mean.
                _ => {}
            }
            rest = after;
        }
    }

    /// The string that starts there.
    pub(super) fn string(&self, at: u32) -> Result<&str, Damage> {
        let rest = self.bytes[self.strings..]
            .get(at as usize..)
            .unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == 0);
        let text = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        text.ok_or_else(|| "a name lies outside".into())
    }

    fn word(&self, at: usize) -> Result<u32, Damage> {
        let bytes = self
            .bytes
            .get(at..at + 4)
            .and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(|bytes| self.order.u32(bytes))
            .ok_or_else(|| "a table is cut off".into())
    }
}

/// Kinds of attributes of a location.
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

fn hash(name: &str, seed: u32) -> u32 {
    let step = |hash: u32, byte: u8| hash.wrapping_mul(HASH) ^ u32::from(byte);
    name.bytes().fold(seed, step) & 0x7FFF_FFFF
}
