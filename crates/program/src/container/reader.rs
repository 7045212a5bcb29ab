//! Positioned reads of one file from many threads.
//!
//! Mapping the file would be the obvious way, but it needs `unsafe`, a file that shrinks while mapped kills the
//! process, and every page touched counts as resident. Reading neighbours together into a buffer is as fast.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

/// How much a [`BufferedFile`] reads ahead.
const AHEAD: usize = 64 << 10;

/// An open file that can be read at any position by any thread.
#[derive(Debug, Clone)]
pub(super) struct SharedFile {
    file: Arc<File>,
    len: u64,
}

impl SharedFile {
    /// Opens a file. Pipes and devices are refused: opening one may block forever.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a regular file",
            ));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Self {
            file: Arc::new(file),
            len,
        })
    }

    /// The length when the file was opened.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Fills `buffer` from `position` on.
    pub(super) fn read_exact_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()> {
        self.file.read_exact_at(buffer, position)
    }
}

/// A reader with a position and a buffer of its own; its clones share nothing but the file.
#[derive(Debug)]
pub(super) struct BufferedFile {
    file: SharedFile,
    position: u64,
    buffer: Vec<u8>,
    buffer_start: u64,
}

impl BufferedFile {
    pub(super) fn new(file: SharedFile) -> Self {
        Self {
            file,
            position: 0,
            buffer: Vec::new(),
            buffer_start: 0,
        }
    }

    /// The buffered bytes from the current position on.
    fn buffered(&self) -> &[u8] {
        let skip = self.position.checked_sub(self.buffer_start);
        skip.and_then(|skip| self.buffer.get(usize::try_from(skip).ok()?..))
            .unwrap_or_default()
    }
}

impl Clone for BufferedFile {
    fn clone(&self) -> Self {
        Self::new(self.file.clone())
    }
}

impl Read for BufferedFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        if self.buffered().is_empty() {
            if out.len() >= AHEAD {
                let count = self.file.file.read_at(out, self.position)?;
                self.position += count as u64;
                return Ok(count);
            }
            self.buffer.resize(AHEAD, 0);
            self.buffer_start = self.position;
            let count = self.file.file.read_at(&mut self.buffer, self.position)?;
            self.buffer.truncate(count);
        }
        let available = self.buffered();
        let count = available.len().min(out.len());
        out[..count].copy_from_slice(&available[..count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for BufferedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.file.len.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = position.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "seek before the start of the file",
            )
        })?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn reads_what_std_reads() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let content: Vec<u8> = (0..300_000u32).map(|i| (i * 7 % 251) as u8).collect();
        file.write_all(&content).unwrap();
        let mut ours = BufferedFile::new(SharedFile::open(file.path()).unwrap());
        let mut state = 1u64;
        for _ in 0..2_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let at = (state >> 33) as usize % content.len();
            let len = (state >> 20) as usize % 3_000;
            let end = (at + len).min(content.len());
            ours.seek(SeekFrom::Start(at as u64)).unwrap();
            let mut got = vec![0; end - at];
            ours.read_exact(&mut got).unwrap();
            assert_eq!(got, content[at..end]);
        }
        let mut all = Vec::new();
        ours.clone().read_to_end(&mut all).unwrap();
        assert_eq!(all, content);
        assert!(ours.seek(SeekFrom::Current(-1_000_000)).is_err());
    }

    #[test]
    fn refuses_what_is_no_file() {
        assert!(SharedFile::open(Path::new("/dev/null")).is_err());
        assert!(SharedFile::open(Path::new("/")).is_err());
    }
}
