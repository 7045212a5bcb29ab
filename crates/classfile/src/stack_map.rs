//! Stack maps (JVMS 4.7.4): the types that the verifier expects at jump targets.

use crate::Error;
use crate::reader::Reader;

/// What the verifier knows of a local variable or an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum VerificationType {
    /// Unusable.
    Top,
    Integer,
    Float,
    /// Takes two slots but is one entry, as is `Long`.
    Double,
    Long,
    Null,
    /// `this` of a constructor before it has called another one.
    UninitializedThis,
    /// Constant that names the class.
    Object(u16),
    /// Where in the code the `new` is that made it.
    Uninitialized(u16),
}

/// A list of types, checked when its frame was read.
#[derive(Debug, Clone, Copy)]
pub struct VerificationTypes<'a> {
    left: u16,
    reader: Reader<'a>,
}

impl<'a> VerificationTypes<'a> {
    fn read(reader: &mut Reader<'a>, count: u16) -> Result<Self, Error> {
        let types = Self {
            left: count,
            reader: *reader,
        };
        for _ in 0..count {
            read_type(reader)?;
        }
        Ok(types)
    }
}

impl Iterator for VerificationTypes<'_> {
    type Item = VerificationType;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        read_type(&mut self.reader).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

impl ExactSizeIterator for VerificationTypes<'_> {}

fn read_type(reader: &mut Reader<'_>) -> Result<VerificationType, Error> {
    let at = reader.position();
    Ok(match reader.u1("a verification type")? {
        0 => VerificationType::Top,
        1 => VerificationType::Integer,
        2 => VerificationType::Float,
        3 => VerificationType::Double,
        4 => VerificationType::Long,
        5 => VerificationType::Null,
        6 => VerificationType::UninitializedThis,
        7 => VerificationType::Object(reader.u2("a class")?),
        8 => VerificationType::Uninitialized(reader.u2("a code index")?),
        _ => return Err(Error::new(at, "a verification type, 0 to 8")),
    })
}

/// The state at one place of the code.
#[derive(Debug, Clone, Copy)]
pub struct StackMapFrame<'a> {
    /// The place.
    pub pc: u32,
    /// How the state differs from that of the frame before, or of the method's start.
    pub change: FrameChange<'a>,
}

/// How a frame differs from the one before.
#[derive(Debug, Clone, Copy)]
pub enum FrameChange<'a> {
    /// Same locals, empty stack.
    Same,
    /// Same locals, one operand.
    OneOperand(VerificationTypes<'a>),
    /// The last one to three locals are gone, empty stack.
    Chop(u8),
    /// One to three more locals, empty stack.
    Append(VerificationTypes<'a>),
    /// Everything anew.
    Full {
        /// The locals.
        locals: VerificationTypes<'a>,
        /// The operands.
        stack: VerificationTypes<'a>,
    },
}

/// Goes over the frames of a `StackMapTable`. After an error it ends.
#[derive(Debug, Clone)]
pub struct StackMapFrames<'a> {
    reader: Reader<'a>,
    left: u16,
    /// Where the next frame is if its delta is 0.
    next: u32,
}

impl<'a> StackMapFrames<'a> {
    pub(crate) fn new(mut reader: Reader<'a>) -> Result<Self, Error> {
        let left = reader.u2("the number of frames")?;
        Ok(Self {
            reader,
            left,
            next: 0,
        })
    }

    fn read(&mut self) -> Result<StackMapFrame<'a>, Error> {
        let reader = &mut self.reader;
        let at = reader.position();
        let tag = reader.u1("a frame")?;
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => u16::from(tag - 64),
            247..=255 => reader.u2("a frame's place")?,
            _ => return Err(Error::new(at, "a known kind of frame")),
        };
        let change = match tag {
            0..=63 | 251 => FrameChange::Same,
            64..=127 | 247 => FrameChange::OneOperand(VerificationTypes::read(reader, 1)?),
            248..=250 => FrameChange::Chop(251 - tag),
            252..=254 => {
                FrameChange::Append(VerificationTypes::read(reader, u16::from(tag - 251))?)
            }
            _ => {
                let count = reader.u2("the number of locals")?;
                let locals = VerificationTypes::read(reader, count)?;
                let count = reader.u2("the number of operands")?;
                FrameChange::Full {
                    locals,
                    stack: VerificationTypes::read(reader, count)?,
                }
            }
        };
        let pc = self.next + u32::from(delta);
        self.next = pc + 1;
        Ok(StackMapFrame { pc, change })
    }
}

impl<'a> Iterator for StackMapFrames<'a> {
    type Item = Result<StackMapFrame<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let frame = self.read();
        if frame.is_err() {
            self.left = 0;
        }
        Some(frame)
    }
}
