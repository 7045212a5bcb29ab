//! Stack maps: frames move with the code, and the handlers that were added get one each.

use raddle_classfile::{
    ClassFile, FieldType, FrameChange, MethodDescriptor, StackMapFrames, VerificationType,
};

use crate::error::Stop;
use crate::method::Method;
use crate::places::Places;

/// A frame that stands on its own.
#[derive(Debug, Clone)]
pub(crate) struct WholeFrame {
    pub pc: u16,
    pub locals: Vec<VerificationType>,
    pub stack: Vec<VerificationType>,
}

/// Whether `this` is in the local variable 0 at every frame; then it is so everywhere if no instruction stores there. Some
/// compilers leave it out of the frames where it is not needed any more.
pub(crate) fn keep_this(class: &ClassFile<'_>, method: Method<'_, '_, '_>) -> Result<bool, Stop> {
    let mut count = 1 + MethodDescriptor::parse(method.member.descriptor())?
        .parameters()
        .count();
    for frame in method.code.attributes().stack_map()?.into_iter().flatten() {
        match frame?.change {
            FrameChange::Same | FrameChange::OneOperand(_) => {}
            FrameChange::Append(locals) => count += locals.len(),
            FrameChange::Chop(fewer) => {
                count = count.saturating_sub(usize::from(fewer));
                if count == 0 {
                    return Ok(false);
                }
            }
            FrameChange::Full { mut locals, .. } => {
                count = locals.len();
                let kept = match locals.next() {
                    Some(VerificationType::Object(index)) => {
                        class.pool().class_name(index)? == class.name()
                    }
                    _ => false,
                };
                if !kept {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The frames with `extra`, a local variable above all others, in each: with their locals written out.
pub(crate) fn with_local(
    frames: StackMapFrames<'_>,
    initial: Vec<VerificationType>,
    places: &Places,
    extra: (u16, VerificationType),
) -> Result<Vec<WholeFrame>, Stop> {
    let mut locals = initial;
    let mut whole = Vec::new();
    for frame in frames {
        let frame = frame?;
        let mut stack = Vec::new();
        match frame.change {
            FrameChange::Same => {}
            FrameChange::OneOperand(operands) => stack.extend(operands),
            FrameChange::Chop(fewer) => {
                locals.truncate(locals.len().saturating_sub(usize::from(fewer)))
            }
            FrameChange::Append(more) => locals.extend(more),
            FrameChange::Full {
                locals: all,
                stack: operands,
            } => {
                locals = all.collect();
                stack.extend(operands);
            }
        }
        let mut all = locals.clone();
        pad(&mut all, extra.0);
        all.push(extra.1);
        for kind in all.iter_mut().chain(&mut stack) {
            *kind = moved(*kind, places)?;
        }
        whole.push(WholeFrame {
            pc: places.start(frame.pc)?,
            locals: all,
            stack,
        });
    }
    Ok(whole)
}

/// Fills up with unusable locals to `slots` slots.
pub(crate) fn pad(locals: &mut Vec<VerificationType>, slots: u16) {
    let wide =
        |kind: &VerificationType| matches!(kind, VerificationType::Long | VerificationType::Double);
    let used = locals.len() + locals.iter().filter(|kind| wide(kind)).count();
    locals.extend(std::iter::repeat_n(
        VerificationType::Top,
        usize::from(slots).saturating_sub(used),
    ));
}

/// The locals of a method at its start. `class_index` finds or makes the constant for a class.
pub(crate) fn initial_locals(
    receiver: Option<VerificationType>,
    descriptor: MethodDescriptor<'_>,
    mut class_index: impl FnMut(&str) -> Result<u16, Stop>,
) -> Result<Vec<VerificationType>, Stop> {
    let mut locals = Vec::from_iter(receiver);
    for parameter in descriptor.parameters() {
        locals.push(match parameter {
            FieldType::Long => VerificationType::Long,
            FieldType::Float => VerificationType::Float,
            FieldType::Double => VerificationType::Double,
            FieldType::Object(name) | FieldType::Array(name) => {
                VerificationType::Object(class_index(&name.to_str())?)
            }
            _ => VerificationType::Integer,
        });
    }
    Ok(locals)
}

/// Writes the content of a `StackMapTable`.
#[derive(Debug)]
pub(crate) struct FrameWriter<'o> {
    bytes: &'o mut Vec<u8>,
    start: usize,
    count: u16,
    /// Where the next frame is if its delta is 0.
    next: u32,
}

impl<'o> FrameWriter<'o> {
    /// Writes to the end of `bytes`.
    pub fn new(bytes: &'o mut Vec<u8>) -> Self {
        let start = bytes.len();
        bytes.extend([0; 2]);
        Self {
            bytes,
            start,
            count: 0,
            next: 0,
        }
    }

    /// Fills in the number of frames.
    pub fn finish(self) {
        self.bytes[self.start..self.start + 2].copy_from_slice(&self.count.to_be_bytes());
    }

    /// The distance to a frame at `pc`. Places only grow, as they did before.
    fn delta(&mut self, pc: u16) -> Result<u16, Stop> {
        let delta = u32::from(pc).checked_sub(self.next).ok_or(Stop::TooLarge)?;
        self.next = u32::from(pc) + 1;
        self.count = self.count.checked_add(1).ok_or(Stop::TooLarge)?;
        // Both are places in code below 64 KiB.
        Ok(delta as u16)
    }

    fn tag(&mut self, tag: u8, delta: u16) {
        self.bytes.push(tag);
        self.bytes.extend(delta.to_be_bytes());
    }

    fn types(
        &mut self,
        types: impl Iterator<Item = VerificationType>,
        places: &Places,
    ) -> Result<(), Stop> {
        for kind in types {
            write_type(self.bytes, moved(kind, places)?);
        }
        Ok(())
    }

    /// Frames as they were, moved.
    pub fn moved(&mut self, frames: StackMapFrames<'_>, places: &Places) -> Result<(), Stop> {
        for frame in frames {
            let frame = frame?;
            let delta = self.delta(places.start(frame.pc)?)?;
            let short = u8::try_from(delta).ok().filter(|delta| *delta < 64);
            match (frame.change, short) {
                (FrameChange::Same, Some(delta)) => self.bytes.push(delta),
                (FrameChange::Same, None) => self.tag(251, delta),
                (FrameChange::OneOperand(stack), short) => {
                    match short {
                        Some(delta) => self.bytes.push(64 + delta),
                        None => self.tag(247, delta),
                    }
                    self.types(stack, places)?;
                }
                (FrameChange::Chop(fewer), _) => self.tag(251 - fewer, delta),
                (FrameChange::Append(locals), _) => {
                    self.tag(251 + locals.len() as u8, delta);
                    self.types(locals, places)?;
                }
                (FrameChange::Full { locals, stack }, _) => {
                    self.tag(255, delta);
                    for types in [locals, stack] {
                        self.bytes.extend((types.len() as u16).to_be_bytes());
                        self.types(types, places)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A frame that stands on its own; its places are new ones already.
    pub fn whole(&mut self, frame: &WholeFrame) -> Result<(), Stop> {
        let delta = self.delta(frame.pc)?;
        self.tag(255, delta);
        for types in [&frame.locals, &frame.stack] {
            let count = u16::try_from(types.len()).map_err(|_| Stop::TooLarge)?;
            self.bytes.extend(count.to_be_bytes());
            for kind in types {
                write_type(self.bytes, *kind);
            }
        }
        Ok(())
    }
}

/// An uninitialised object is named by the place of its `new`.
fn moved(kind: VerificationType, places: &Places) -> Result<VerificationType, Stop> {
    Ok(match kind {
        VerificationType::Uninitialized(pc) => {
            VerificationType::Uninitialized(places.at(u32::from(pc))?)
        }
        other => other,
    })
}

fn write_type(out: &mut Vec<u8>, kind: VerificationType) {
    let (tag, index) = match kind {
        VerificationType::Top => (0, None),
        VerificationType::Integer => (1, None),
        VerificationType::Float => (2, None),
        VerificationType::Double => (3, None),
        VerificationType::Long => (4, None),
        VerificationType::Null => (5, None),
        VerificationType::UninitializedThis => (6, None),
        VerificationType::Object(index) => (7, Some(index)),
        VerificationType::Uninitialized(pc) => (8, Some(pc)),
    };
    out.push(tag);
    if let Some(index) = index {
        out.extend(index.to_be_bytes());
    }
}
