//! A method's `Code` attribute, rewritten.

use raddle_classfile::{MethodDescriptor, MethodFlags, VerificationType};

use crate::Level;
use crate::error::Stop;
use crate::frames::{self, FrameWriter, WholeFrame};
use crate::method::Method;
use crate::tables::{self, ExceptionTable};
use crate::weave::Weaver;
use crate::wrap::{Layer, Lock, Locked, Wrap};

/// The class version from which the verifier uses stack maps.
const STACK_MAPS: u16 = 50;

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// Weaves the method's instructions; `head` is code to start a copy with. `None` if it is no copy and nothing changes.
    pub fn weave(
        &mut self,
        method: Method<'_, 'c, 'a>,
        level: Level,
        wrap: &Wrap,
        head: Option<&[u8]>,
    ) -> Result<Option<Vec<Layer>>, Stop> {
        if !self.instructions(method, level, wrap, head)? {
            return Ok(None);
        }
        let layers = self.handlers(wrap)?;
        self.join_jumps()?;
        Ok(Some(layers))
    }

    /// Writes the content of the `Code` attribute for what was woven last.
    pub fn code_attribute(
        &mut self,
        method: Method<'_, 'c, 'a>,
        wrap: &Wrap,
        layers: &[Layer],
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let code = method.code;
        let max_stack = code
            .max_stack()
            .checked_add(self.extra_stack)
            .ok_or(Stop::TooLarge)?;
        out.extend(max_stack.to_be_bytes());
        out.extend(self.max_locals.to_be_bytes());
        out.extend((self.here() as u32).to_be_bytes());
        for (place, _) in &mut self.site_uses {
            *place += out.len();
        }
        out.extend_from_slice(self.code.bytes());
        let exceptions = ExceptionTable::new(code, &self.places, &self.exits, layers)?;
        exceptions.write(out)?;

        let count_at = out.len();
        out.extend([0, 0]);
        let mut count = tables::attributes(self.class, code, &self.places, &exceptions, out)?;
        let existing = code.attributes().find("StackMapTable");
        let name = match existing {
            Some(attribute) => Some(attribute.name_index()),
            None if self.needs_frames(layers) => Some(self.constants.pool.utf8("StackMapTable")?),
            None => None,
        };
        if let Some(name) = name {
            tables::attribute(name, out, |out| self.stack_map(method, wrap, layers, out))?;
            count += 1;
        }
        out[count_at..count_at + 2].copy_from_slice(&count.to_be_bytes());
        Ok(())
    }

    /// Whether handlers that were added need frames.
    fn needs_frames(&self, layers: &[Layer]) -> bool {
        self.class.major_version() >= STACK_MAPS && !layers.is_empty()
    }

    /// The content of the new stack map.
    fn stack_map(
        &mut self,
        method: Method<'_, 'c, 'a>,
        wrap: &Wrap,
        layers: &[Layer],
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let mut writer = FrameWriter::new(out);
        let class = VerificationType::Object;
        let this = class(self.class.this_class());
        // What the handlers find in the local variables.
        let mut locals = Vec::new();
        let copy = match wrap.lock {
            Some((Lock::Local(local, locked), _)) => {
                let kind = match locked {
                    Locked::This => this,
                    Locked::Class => class(self.constants.pool.class("java/lang/Class")?),
                };
                frames::pad(&mut locals, local);
                locals.push(kind);
                Some((local, kind))
            }
            Some((Lock::This, _)) => {
                locals.push(this);
                None
            }
            None => None,
        };
        match (method.code.attributes().stack_map()?, copy) {
            (Some(frames), Some(copy)) => {
                let pool = &mut self.constants.pool;
                let receiver = if method.is(MethodFlags::STATIC) {
                    None
                } else {
                    Some(this)
                };
                let descriptor = MethodDescriptor::parse(method.member.descriptor())?;
                let initial =
                    frames::initial_locals(receiver, descriptor, |name| Ok(pool.class(name)?))?;
                for frame in frames::with_local(frames, initial, &self.places, copy)? {
                    writer.whole(&frame)?;
                }
            }
            (Some(frames), None) => writer.moved(frames, &self.places)?,
            (None, _) => {}
        }
        if self.needs_frames(layers) {
            let throwable = self.constants.pool.class("java/lang/Throwable")?;
            let stack = vec![class(throwable)];
            let mut frame = WholeFrame {
                pc: 0,
                locals,
                stack,
            };
            for layer in layers {
                frame.pc = layer.handler as u16;
                writer.whole(&frame)?;
            }
        }
        writer.finish();
        Ok(())
    }
}
