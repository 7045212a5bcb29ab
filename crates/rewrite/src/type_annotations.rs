//! Type annotations within code (JVMS 4.7.20) name instructions, ranges and handlers.

use crate::places::Places;
use crate::tables::{ExceptionTable, range};

/// Deeper nesting than any compiler makes.
const DEEPEST: u32 = 64;

/// Moves what the annotations name, in place. `None` if they are malformed or name something that is gone.
pub(crate) fn shift(
    content: &mut [u8],
    places: &Places,
    exceptions: &ExceptionTable,
) -> Option<()> {
    let mut walk = Walk {
        bytes: content,
        at: 0,
    };
    for _ in 0..walk.u2()? {
        match walk.u1()? {
            // Type parameters, parameters, throws: outside code, but harmless.
            0x00 | 0x01 | 0x16 => walk.skip(1)?,
            0x10..=0x12 | 0x17 => walk.skip(2)?,
            0x13..=0x15 => {}
            // Local variables.
            0x40 | 0x41 => {
                for _ in 0..walk.u2()? {
                    let [a, b, c, d, ..] = walk.bytes.get_mut(walk.at..)?.first_chunk_mut::<6>()?;
                    range([a, b, c, d], places);
                    walk.skip(6)?;
                }
            }
            // A catch clause.
            0x42 => {
                let index = exceptions.moved(walk.peek()?)?;
                walk.put(index)?;
            }
            // An instruction, then perhaps which of its type arguments.
            target @ 0x43..=0x4b => {
                let at = places.at(u32::from(walk.peek()?)).ok()?;
                walk.put(at)?;
                if target >= 0x47 {
                    walk.skip(1)?;
                }
            }
            _ => return None,
        }
        let path = usize::from(walk.u1()?);
        walk.skip(2 * path)?;
        walk.annotation(DEEPEST)?;
    }
    Some(())
}

/// A cursor over bytes that are changed in place.
struct Walk<'b> {
    bytes: &'b mut [u8],
    at: usize,
}

impl Walk<'_> {
    fn skip(&mut self, count: usize) -> Option<()> {
        self.at = self
            .at
            .checked_add(count)
            .filter(|at| *at <= self.bytes.len())?;
        Some(())
    }

    fn u1(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn peek(&self) -> Option<u16> {
        Some(u16::from_be_bytes(
            *self.bytes.get(self.at..)?.first_chunk()?,
        ))
    }

    fn u2(&mut self) -> Option<u16> {
        let number = self.peek()?;
        self.at += 2;
        Some(number)
    }

    fn put(&mut self, number: u16) -> Option<()> {
        *self.bytes.get_mut(self.at..)?.first_chunk_mut()? = number.to_be_bytes();
        self.at += 2;
        Some(())
    }

    /// Goes past an annotation.
    fn annotation(&mut self, depth: u32) -> Option<()> {
        self.skip(2)?;
        for _ in 0..self.u2()? {
            self.skip(2)?;
            self.value(depth)?;
        }
        Some(())
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match self.u1()? {
            b'e' => self.skip(4),
            b'@' => self.annotation(depth),
            b'[' => {
                for _ in 0..self.u2()? {
                    self.value(depth)?;
                }
                Some(())
            }
            _ => self.skip(2),
        }
    }
}
