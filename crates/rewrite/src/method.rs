//! A method of the class: what is to be around its body, and what to do if it has no room for that.

use raddle_classfile::{Code, JavaStr, Member, MethodFlags, Opcode};

use crate::Level;
use crate::brackets::is_bracketed;
use crate::class::Methods;
use crate::error::{Error, Stop};
use crate::frames;
use crate::kept::kept_by;
use crate::site::SiteKind;
use crate::tables;
use crate::weave::Weaver;
use crate::wrap::{Lock, Locked, Wrap};

/// A method with code.
#[derive(Clone, Copy)]
pub(crate) struct Method<'m, 'c, 'a> {
    /// Its place among the class's methods.
    pub index: u16,
    pub member: &'m Member<'c, 'a, MethodFlags>,
    pub code: &'m Code<'c, 'a>,
}

impl<'a> Method<'_, '_, 'a> {
    pub fn name(&self) -> JavaStr<'a> {
        self.member.name()
    }

    pub fn is(&self, flag: MethodFlags) -> bool {
        self.member.flags().contains(flag)
    }

    /// HotSpot takes objects with an empty `finalize` for objects without one. `Object` has such a method: with a hook in
    /// it every object would have to be finalized.
    fn is_empty_finalizer(&self) -> bool {
        self.code.bytes() == [Opcode::Return.byte()]
            && self.name() == "finalize"
            && self.member.descriptor() == "()V"
    }
}

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// Writes a method, with hooks if there are some to put in and there is room for them. Returns whether that was so.
    pub fn method(
        &mut self,
        index: u16,
        member: &Member<'c, 'a, MethodFlags>,
        announces: bool,
        methods: &mut Methods,
    ) -> Result<bool, Error> {
        methods.count += 1;
        let woven = match member.code()? {
            Some(code) => {
                self.stats.methods += 1;
                let method = Method {
                    index,
                    member,
                    code: &code,
                };
                self.method_with_code(method, announces, methods)?
            }
            None => {
                let synchronized = member.flags().contains(MethodFlags::SYNCHRONIZED);
                self.stats.synchronized_native += u32::from(synchronized);
                false
            }
        };
        if !woven {
            methods
                .bytes
                .extend_from_slice(&self.class.bytes()[member.span()]);
        }
        Ok(woven)
    }

    /// Tries all hooks, and if those are too many, the ones for locks only.
    fn method_with_code(
        &mut self,
        method: Method<'_, 'c, 'a>,
        announces: bool,
        methods: &mut Methods,
    ) -> Result<bool, Error> {
        let (start, sites, stats) = (methods.bytes.len(), self.sites.len(), self.stats);
        let levels: &[Level] = match self.options.level {
            Level::Full => &[Level::Full, Level::Locks],
            Level::Locks => &[Level::Locks],
        };
        let mut stopped = None;
        for level in levels {
            match self.try_method(method, *level, announces, methods) {
                Ok(changed) => {
                    self.stats.reduced += u32::from(stopped.is_some());
                    return Ok(changed);
                }
                Err(Stop::Class(error)) => return Err(error),
                Err(stop) => stopped = Some(stop),
            }
            methods.bytes.truncate(start);
            self.sites.truncate(sites);
            self.stats = stats;
        }
        match stopped {
            Some(Stop::TooFar) => self.stats.too_far += 1,
            _ => self.stats.too_large += 1,
        }
        Ok(false)
    }

    fn try_method(
        &mut self,
        method: Method<'_, 'c, 'a>,
        level: Level,
        announces: bool,
        methods: &mut Methods,
    ) -> Result<bool, Stop> {
        self.sites.start_method(method.code);
        let mut wrap = self.wrap(method)?;
        wrap.announce = announces;
        if wrap.is_empty() && (self.has_no_locks(method, level) || method.is_empty_finalizer()) {
            return Ok(false);
        }
        let Some(layers) = self.weave(method, level, &wrap, None)? else {
            return Ok(false);
        };
        let member = method.member;
        let out = &mut methods.bytes;
        let flags = member.flags().difference(MethodFlags::SYNCHRONIZED);
        for number in [flags.bits(), member.name_index(), member.descriptor_index()] {
            out.extend(number.to_be_bytes());
        }
        let attributes = member.attributes();
        out.extend((attributes.iter().count() as u16).to_be_bytes());
        let mut is_first_code = true;
        for attribute in attributes {
            if attribute.name() == "Code" && std::mem::take(&mut is_first_code) {
                tables::attribute(attribute.name_index(), out, |out| {
                    self.code_attribute(method, &wrap, &layers, out)
                })?;
            } else {
                out.extend_from_slice(&self.class.bytes()[attribute.span()]);
            }
        }
        methods.changed = true;
        methods.loads_class |=
            announces || matches!(wrap.lock, Some((Lock::Local(_, Locked::Class), _)));
        methods.site_uses.append(&mut self.site_uses);
        self.stats.rewritten += 1;
        self.stats.brackets += u32::from(wrap.bracket);
        Ok(true)
    }

    /// What is to be around a method's body.
    pub fn wrap(&mut self, method: Method<'_, 'c, 'a>) -> Result<Wrap, Stop> {
        let mut wrap = Wrap::default();
        if method.is_empty_finalizer() && !method.is(MethodFlags::SYNCHRONIZED) {
            return Ok(wrap);
        }
        wrap.bracket = self.options.brackets && is_bracketed(self.class.name(), method.name());
        wrap.keep = kept_by(self.class.name(), method.name());
        if self.options.coverage && !method.name().as_bytes().starts_with(b"<") {
            wrap.coverage = Some(self.sites.add(method.index, 0, SiteKind::Method, None)?);
        }
        if method.is(MethodFlags::SYNCHRONIZED) {
            let kind = SiteKind::SynchronizedMethod;
            let site = self.sites.add(method.index, 0, kind, None)?;
            wrap.lock = Some((self.lock(method)?, site));
            self.stats.synchronized += 1;
        }
        Ok(wrap)
    }

    /// Whether it is plain without going over the instructions that only locks are asked for and there are none.
    fn has_no_locks(&mut self, method: Method<'_, 'c, 'a>, level: Level) -> bool {
        let monitors = Opcode::Monitorenter.byte()..=Opcode::Monitorexit.byte();
        level == Level::Locks
            && !self.references.names_replaced_call()
            && !method
                .code
                .bytes()
                .iter()
                .any(|byte| monitors.contains(byte))
    }

    /// Where a synchronized method is to have what it locks.
    fn lock(&mut self, method: Method<'_, 'c, 'a>) -> Result<Lock, Stop> {
        let free = method.code.max_locals();
        if free == u16::MAX {
            return Err(Stop::TooLarge);
        }
        if method.is(MethodFlags::STATIC) {
            return Ok(Lock::Local(free, Locked::Class));
        }
        let stores = Opcode::Istore.byte()..=Opcode::Astore3.byte();
        let mut stored = false;
        for instruction in method.code.instructions() {
            let instruction = instruction?;
            stored |= instruction.local() == Some(0) && stores.contains(&instruction.opcode.byte());
        }
        if !stored && frames::keep_this(self.class, method)? {
            return Ok(Lock::This);
        }
        self.stats.this_in_local += 1;
        Ok(Lock::Local(free, Locked::This))
    }
}
