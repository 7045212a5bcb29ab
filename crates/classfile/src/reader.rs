//! A cursor that cannot leave its range and remembers where in the class file it is.

use std::ops::Range;

use crate::Error;

/// Reads big-endian numbers from a range of the class file. Offsets are those of the file, so that
/// errors and spans mean the same everywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    file: &'a [u8],
    position: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            position: 0,
            end: file.len(),
        }
    }

    /// A reader of `span`, which is cut to the file if it reaches beyond.
    pub fn at(file: &'a [u8], span: Range<usize>) -> Self {
        let end = span.end.min(file.len());
        Self {
            file,
            position: span.start.min(end),
            end,
        }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn remaining(&self) -> usize {
        self.end - self.position
    }

    /// The next `length` bytes.
    pub fn take(&mut self, length: usize, expected: &'static str) -> Result<&'a [u8], Error> {
        if length > self.remaining() {
            return Err(Error::new(self.position, expected));
        }
        let start = self.position;
        self.position += length;
        Ok(&self.file[start..self.position])
    }

    /// A reader of the next `length` bytes, which are skipped here.
    pub fn sub(&mut self, length: usize, expected: &'static str) -> Result<Self, Error> {
        let start = self.position;
        self.take(length, expected)?;
        Ok(Self {
            file: self.file,
            position: start,
            end: self.position,
        })
    }

    fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], Error> {
        let at = self.position;
        let bytes = self.take(N, expected)?;
        bytes.try_into().map_err(|_| Error::new(at, expected))
    }

    pub fn u1(&mut self, expected: &'static str) -> Result<u8, Error> {
        Ok(self.array::<1>(expected)?[0])
    }

    pub fn u2(&mut self, expected: &'static str) -> Result<u16, Error> {
        Ok(u16::from_be_bytes(self.array(expected)?))
    }

    pub fn u4(&mut self, expected: &'static str) -> Result<u32, Error> {
        Ok(u32::from_be_bytes(self.array(expected)?))
    }

    pub fn u8(&mut self, expected: &'static str) -> Result<u64, Error> {
        Ok(u64::from_be_bytes(self.array(expected)?))
    }

    /// A table with a two-byte count in front. Room is reserved only for what the remaining bytes can hold,
    /// `least` bytes an entry.
    pub fn table<T>(
        &mut self,
        least: usize,
        expected: &'static str,
        mut entry: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let count = usize::from(self.u2(expected)?);
        self.entries(count, least, &mut entry)
    }

    /// `count` entries of at least `least` bytes each.
    pub fn entries<T>(
        &mut self,
        count: usize,
        least: usize,
        mut entry: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut list = Vec::with_capacity(count.min(self.remaining() / least.max(1)));
        for _ in 0..count {
            list.push(entry(self)?);
        }
        Ok(list)
    }
}
