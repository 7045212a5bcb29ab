//! Decoding instructions one by one.

use crate::opcode::{OPCODES, Shape};
use crate::{Error, Opcode};

/// An instruction with its operands. `wide` is resolved: the opcode is the widened one, and the local's
/// number has two bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instruction<'a> {
    /// Where it starts in the code.
    pub pc: u16,
    /// What it does.
    pub opcode: Opcode,
    /// What it does it with.
    pub operands: Operands<'a>,
    /// Its bytes, `wide` included.
    pub bytes: &'a [u8],
}

/// What stands behind the opcode. Branch targets are absolute and lie within the code, but only the whole
/// code shows whether an instruction starts there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Operands<'a> {
    /// Nothing.
    None,
    /// `bipush`, `sipush`.
    Value(i16),
    /// `ldc`, fields, classes, invocations: index of a constant.
    Constant(u16),
    /// Loads, stores, `ret` with an explicit local variable.
    Local(u16),
    /// `iinc`.
    Increment {
        /// The local variable.
        local: u16,
        /// What is added.
        by: i16,
    },
    /// Jumps.
    Branch(u16),
    /// `tableswitch` and `lookupswitch`.
    Switch(Switch<'a>),
    /// `newarray`: the element type's code, 4 (boolean) to 11 (long).
    NewArray(u8),
    /// `multianewarray`.
    MultiNewArray {
        /// Index of the array class's constant.
        class: u16,
        /// Dimensions to allocate.
        dimensions: u8,
    },
}

impl Instruction<'_> {
    /// The local variable that it loads, stores, increments or returns to, whichever way it is encoded.
    pub fn local(&self) -> Option<u16> {
        match self.operands {
            Operands::Local(local) | Operands::Increment { local, .. } => Some(local),
            Operands::None => match self.opcode.byte() {
                byte @ 0x1a..=0x2d => Some(u16::from((byte - 0x1a) % 4)),
                byte @ 0x3b..=0x4e => Some(u16::from((byte - 0x3b) % 4)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where it starts after this one.
    pub fn next_pc(&self) -> usize {
        usize::from(self.pc) + self.bytes.len()
    }
}

/// A jump by value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Switch<'a> {
    /// By position in a table.
    Table(TableSwitch<'a>),
    /// By pairs of match and target.
    Lookup(LookupSwitch<'a>),
}

impl<'a> Switch<'a> {
    /// Where unmatched values go.
    pub fn default(&self) -> u16 {
        match self {
            Self::Table(table) => table.default,
            Self::Lookup(lookup) => lookup.default,
        }
    }

    /// The cases: match and target. They lie within the code.
    pub fn cases(&self) -> impl Iterator<Item = (i32, u16)> + 'a {
        let (pc, low, width, rest) = match *self {
            Self::Table(table) => (table.pc, table.low, 4, table.offsets),
            Self::Lookup(lookup) => (lookup.pc, 0, 8, lookup.pairs),
        };
        rest.chunks_exact(width).enumerate().map(move |(k, case)| {
            let (value, offset) = match *case {
                [a, b, c, d] => (low.wrapping_add(k as i32), [a, b, c, d]),
                [v0, v1, v2, v3, a, b, c, d] => {
                    (i32::from_be_bytes([v0, v1, v2, v3]), [a, b, c, d])
                }
                _ => (0, [0; 4]),
            };
            // Checked to be within the code when the instruction was decoded.
            (
                value,
                (i32::from(pc).wrapping_add(i32::from_be_bytes(offset))) as u16,
            )
        })
    }
}

/// `tableswitch`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableSwitch<'a> {
    pc: u16,
    default: u16,
    /// The value of the first case.
    pub low: i32,
    offsets: &'a [u8],
}

/// `lookupswitch`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LookupSwitch<'a> {
    pc: u16,
    default: u16,
    pairs: &'a [u8],
}

/// Goes over the instructions of a method. After an error it ends.
#[derive(Debug, Clone)]
pub struct Instructions<'a> {
    code: &'a [u8],
    /// Where the code starts in the class file, for errors.
    base: usize,
    pc: usize,
}

impl<'a> Instructions<'a> {
    pub(crate) fn new(code: &'a [u8], base: usize) -> Self {
        Self { code, base, pc: 0 }
    }

    fn error(&self, at: usize, expected: &'static str) -> Error {
        Error::new(self.base + at, expected)
    }

    fn bytes<const N: usize>(&self, at: usize) -> Result<[u8; N], Error> {
        self.code
            .get(at..)
            .and_then(|rest| rest.first_chunk::<N>())
            .copied()
            .ok_or(self.error(at, "a whole instruction"))
    }

    fn u1(&self, at: usize) -> Result<u8, Error> {
        Ok(self.bytes::<1>(at)?[0])
    }

    fn u2(&self, at: usize) -> Result<u16, Error> {
        Ok(u16::from_be_bytes(self.bytes(at)?))
    }

    fn s4(&self, at: usize) -> Result<i32, Error> {
        Ok(i32::from_be_bytes(self.bytes(at)?))
    }

    fn target(&self, offset: i32) -> Result<u16, Error> {
        let target = self.pc as i64 + i64::from(offset);
        if (0..self.code.len() as i64).contains(&target) {
            // The code is shorter than 64 KiB.
            Ok(target as u16)
        } else {
            Err(self.error(self.pc, "a jump within the code"))
        }
    }

    fn decode(&self) -> Result<Instruction<'a>, Error> {
        let pc = self.pc;
        let (mut opcode, shape) = *OPCODES
            .get(usize::from(self.u1(pc)?))
            .ok_or(self.error(pc, "a known instruction"))?;
        let at = pc + 1;
        let (operands, length) = match shape {
            Shape::None => (Operands::None, 1),
            Shape::Byte => (Operands::Value(i16::from(self.u1(at)? as i8)), 2),
            Shape::Short => (Operands::Value(self.u2(at)? as i16), 3),
            Shape::Constant1 => (Operands::Constant(u16::from(self.u1(at)?)), 2),
            Shape::Constant => (Operands::Constant(self.u2(at)?), 3),
            Shape::Local => (Operands::Local(u16::from(self.u1(at)?)), 2),
            Shape::Increment => {
                let [local, by] = self.bytes(at)?;
                (
                    Operands::Increment {
                        local: u16::from(local),
                        by: i16::from(by as i8),
                    },
                    3,
                )
            }
            Shape::Branch => (
                Operands::Branch(self.target(i32::from(self.u2(at)? as i16))?),
                3,
            ),
            Shape::WideBranch => (Operands::Branch(self.target(self.s4(at)?)?), 5),
            Shape::Interface | Shape::Dynamic => {
                self.bytes::<4>(at)?;
                (Operands::Constant(self.u2(at)?), 5)
            }
            Shape::NewArray => (Operands::NewArray(self.u1(at)?), 2),
            Shape::MultiNewArray => (
                Operands::MultiNewArray {
                    class: self.u2(at)?,
                    dimensions: self.u1(at + 2)?,
                },
                4,
            ),
            Shape::Wide => {
                let (wide, shape) = *OPCODES
                    .get(usize::from(self.u1(at)?))
                    .ok_or(self.error(at, "a known instruction"))?;
                opcode = wide;
                let local = self.u2(at + 1)?;
                match shape {
                    Shape::Local => (Operands::Local(local), 4),
                    Shape::Increment => (
                        Operands::Increment {
                            local,
                            by: self.u2(at + 3)? as i16,
                        },
                        6,
                    ),
                    _ => return Err(self.error(at, "an instruction that can be wide")),
                }
            }
            Shape::TableSwitch | Shape::LookupSwitch => {
                let (switch, length) = self.switch(shape == Shape::TableSwitch)?;
                (Operands::Switch(switch), length)
            }
        };
        let bytes = self
            .code
            .get(pc..pc + length)
            .ok_or(self.error(pc, "a whole instruction"))?;
        Ok(Instruction {
            pc: pc as u16,
            opcode,
            operands,
            bytes,
        })
    }

    /// A switch and its length. Its tables start at the next multiple of four.
    fn switch(&self, is_table: bool) -> Result<(Switch<'a>, usize), Error> {
        let pc = self.pc as u16;
        let at = (self.pc + 4) & !3;
        let default = self.target(self.s4(at)?)?;
        let (low, cases, start, width) = if is_table {
            let (low, high) = (self.s4(at + 4)?, self.s4(at + 8)?);
            (low, i64::from(high) - i64::from(low) + 1, at + 12, 4)
        } else {
            (0, i64::from(self.s4(at + 4)?), at + 8, 8)
        };
        // A case takes four bytes at least, so an honest count is below the code's length.
        let cases = usize::try_from(cases)
            .ok()
            .filter(|cases| *cases <= self.code.len());
        let table = cases.and_then(|cases| self.code.get(start..start + cases * width));
        let table = table.ok_or(self.error(at, "a switch within the code"))?;
        for case in table.chunks_exact(width) {
            if let Some(offset) = case.last_chunk::<4>() {
                self.target(i32::from_be_bytes(*offset))?;
            }
        }
        let switch = if is_table {
            Switch::Table(TableSwitch {
                pc,
                default,
                low,
                offsets: table,
            })
        } else {
            Switch::Lookup(LookupSwitch {
                pc,
                default,
                pairs: table,
            })
        };
        Ok((switch, start + table.len() - self.pc))
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.pc >= self.code.len() {
            return None;
        }
        let instruction = self.decode();
        self.pc = match &instruction {
            Ok(instruction) => instruction.next_pc(),
            Err(_) => self.code.len(),
        };
        Some(instruction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(code: &[u8]) -> Vec<Instruction<'_>> {
        Instructions::new(code, 0)
            .collect::<Result<_, _>>()
            .unwrap()
    }

    #[test]
    fn wide_forms_and_short_forms_name_the_same_local() {
        let code = [
            0xc4, 0x15, 0x01, 0x02, 0xc4, 0x84, 0x00, 0x03, 0xff, 0xff, 0x84, 3, 0xff, 0x2d, 0x4b,
        ];
        let decoded = decode(&code);
        let locals: Vec<_> = decoded
            .iter()
            .map(|i| (i.pc, i.opcode, i.local()))
            .collect();
        assert_eq!(
            locals,
            [
                (0, Opcode::Iload, Some(0x102)),
                (4, Opcode::Iinc, Some(3)),
                (10, Opcode::Iinc, Some(3)),
                (13, Opcode::Aload3, Some(3)),
                (14, Opcode::Astore0, Some(0)),
            ]
        );
        assert_eq!(
            decoded[1].operands,
            Operands::Increment { local: 3, by: -1 }
        );
        assert_eq!(decoded[2].operands, decoded[1].operands);
    }

    #[test]
    fn switches_are_padded_and_their_targets_absolute() {
        let mut code = vec![0x00, 0xaa, 0, 0];
        for word in [23i32, -1, 1, 24, -1, 23] {
            code.extend(word.to_be_bytes());
        }
        code[4..8].copy_from_slice(&27i32.to_be_bytes());
        code.extend([0xb1]);
        let decoded = decode(&code);
        let Operands::Switch(switch) = decoded[1].operands else {
            panic!("{decoded:?}")
        };
        assert_eq!(switch.default(), 28);
        assert_eq!(
            switch.cases().collect::<Vec<_>>(),
            [(-1, 25), (0, 0), (1, 24)]
        );
        assert_eq!(decoded[2].pc, 28);

        let mut code = vec![0xab, 0, 0, 0];
        for word in [20i32, 1, -7, 20] {
            code.extend(word.to_be_bytes());
        }
        code.extend([0xb1]);
        let decoded = decode(&code);
        let Operands::Switch(switch) = decoded[0].operands else {
            panic!("{decoded:?}")
        };
        assert_eq!(
            (switch.default(), switch.cases().collect::<Vec<_>>()),
            (20, vec![(-7, 20)])
        );
    }

    #[test]
    fn bad_code_is_an_error_and_the_end() {
        let table = [
            0xaau8, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff,
        ];
        let cases: [&[u8]; 7] = [
            &[0xca],
            &[0x11, 0],
            &[0xa7, 0, 3],
            &[0xa7, 0xff, 0xff],
            &[0xc4, 0x00, 0, 0],
            &table,
            &[0xab, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
        ];
        for code in cases {
            let results: Vec<_> = Instructions::new(code, 100).collect();
            assert_eq!(results.len(), 1, "{code:?}");
            assert!(
                results[0].as_ref().is_err_and(|error| error.offset >= 100),
                "{code:?}"
            );
        }
    }
}
