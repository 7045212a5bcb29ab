//! A method's `Code` attribute, rewritten.

use raddle_classfile::{Code, MethodDescriptor, Opcode, VerificationType};

use crate::Level;
use crate::error::Stop;
use crate::frames::{self, FrameWriter, WholeFrame};
use crate::tables::{self, ExceptionTable};
use crate::weave::{Method, Weaver};
use crate::wrap::{Layer, Lock, Wrap};

/// The class version from which the verifier uses stack maps.
const STACK_MAPS: u16 = 50;

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// Weaves the method's code and appends the content of its new `Code` attribute to `out`. Returns whether anything changed;
    /// if not, nothing was appended.
    pub fn code_attribute(
        &mut self,
        method: Method<'a>,
        code: &Code<'c, 'a>,
        level: Level,
        wrap: &Wrap,
        head: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<bool, Stop> {
        if !self.instructions(method, code, level, wrap, head)? {
            return Ok(false);
        }
        let layers = self.handlers(wrap)?;
        self.join_jumps()?;

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
        let exceptions = ExceptionTable::new(code, &self.places, &self.exits, &layers)?;
        exceptions.write(out)?;

        let count_at = out.len();
        out.extend([0, 0]);
        let mut count = tables::attributes(code, &self.places, &exceptions, out)?;
        if let Some((name, content)) = self.stack_map(method, code, wrap, &layers)? {
            tables::attribute_header(name, content.len(), out)?;
            out.extend(content);
            count += 1;
        }
        out[count_at..count_at + 2].copy_from_slice(&count.to_be_bytes());
        Ok(true)
    }

    /// The name and content of the new stack map, if there must be one.
    fn stack_map(
        &mut self,
        method: Method<'a>,
        code: &Code<'c, 'a>,
        wrap: &Wrap,
        layers: &[Layer],
    ) -> Result<Option<(u16, Vec<u8>)>, Stop> {
        let existing = code.attributes().find("StackMapTable");
        let mut writer = FrameWriter::new();
        let this = VerificationType::Object(self.class.this_class());
        if let Some(frames) = code.attributes().stack_map()? {
            match wrap.lock {
                Some((Lock::Local(local), _)) => {
                    let descriptor = MethodDescriptor::parse(method.descriptor)?;
                    let pool = &mut self.constants.pool;
                    let initial =
                        frames::initial_locals(self.class.this_class(), descriptor, |name| {
                            Ok(pool.class(name)?)
                        })?;
                    for frame in frames::with_local(frames, initial, &self.places, (local, this))? {
                        writer.whole(&frame)?;
                    }
                }
                _ => writer.moved(frames, &self.places)?,
            }
        }
        if self.class.major_version() >= STACK_MAPS && !layers.is_empty() {
            let mut locals = Vec::new();
            match wrap.lock {
                Some((Lock::This, _)) => locals.push(this),
                Some((Lock::Local(local), _)) => {
                    frames::pad(&mut locals, local);
                    locals.push(this);
                }
                _ => {}
            }
            let stack = vec![VerificationType::Object(
                self.constants.pool.class("java/lang/Throwable")?,
            )];
            for layer in layers {
                let pc = layer.handler as u16;
                writer.whole(&WholeFrame {
                    pc,
                    locals: locals.clone(),
                    stack: stack.clone(),
                })?;
            }
        }
        if existing.is_none() && writer.is_empty() {
            return Ok(None);
        }
        let name = match existing {
            Some(attribute) => attribute.name_index(),
            None => self.constants.pool.utf8("StackMapTable")?,
        };
        Ok(Some((name, writer.finish())))
    }

    /// What a synchronized method locks, and where it can be found at its end.
    pub fn lock(&mut self, method: Method<'a>, code: &Code<'c, 'a>) -> Result<Lock, Stop> {
        if method.is_static {
            return Ok(Lock::Class);
        }
        let mut stored = false;
        for instruction in code.instructions() {
            let instruction = instruction?;
            let is_store = (Opcode::Istore.byte()..=Opcode::Astore3.byte())
                .contains(&instruction.opcode.byte());
            stored |= is_store && instruction.local() == Some(0);
        }
        if !stored && frames::keep_this(self.class, method, code)? {
            return Ok(Lock::This);
        }
        self.stats.lock_in_local += 1;
        match code.max_locals() {
            u16::MAX => Err(Stop::TooLarge),
            free => Ok(Lock::Local(free)),
        }
    }
}
