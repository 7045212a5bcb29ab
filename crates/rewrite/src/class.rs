//! A whole class: everything is copied as it stands, but for the code of methods, a few flags, and what is added.

use std::ops::Range;

use raddle_classfile::write::CodeBuilder;
use raddle_classfile::{ClassFile, ClassFlags, Code, FieldFlags, Member, MethodFlags, Opcode};

use crate::brackets::is_bracketed;
use crate::error::{Error, Stop};
use crate::site::{SiteKind, SiteNumber};
use crate::statics::{RESET_METHOD, StaticState, is_variable, static_state};
use crate::tables::attribute_header;
use crate::weave::{Method, Weaver};
use crate::wrap::Wrap;
use crate::{Level, Options, Rewritten};

/// The class version from which `ldc` can load a class.
const LOADS_CLASSES: u16 = 49;

/// The methods as they are being written.
#[derive(Default)]
struct Methods {
    bytes: Vec<u8>,
    count: u16,
    /// Where in `bytes` sites are named.
    site_uses: Vec<(usize, SiteNumber)>,
    changed: bool,
    /// Whether some code loads the class itself.
    loads_class: bool,
}

/// Rewrites a class; `None` if there is nothing to change.
pub(crate) fn rewrite(
    class: &ClassFile<'_>,
    options: &Options<'_>,
) -> Result<Option<Rewritten>, Error> {
    let mut weaver = Weaver::new(class, options.host);
    let mut methods = Methods::default();
    let state = if options.reset_statics {
        static_state(class)
    } else {
        StaticState::None
    };
    match state {
        StaticState::Interface => weaver.stats.interfaces_not_reset += 1,
        StaticState::Enum => weaver.stats.enums_not_reset += 1,
        StaticState::None | StaticState::Resettable => {}
    }
    let reset = match state {
        StaticState::Resettable => weaver.reset_method(options)?,
        _ => None,
    };
    let announce = reset.is_some();
    let mut announced = false;
    for (index, member) in class.methods().enumerate() {
        let is_initialiser = member.name() == "<clinit>";
        let woven = weaver.method(
            index as u16,
            &member,
            options,
            announce && is_initialiser,
            &mut methods,
        )?;
        announced |= woven && announce && is_initialiser;
    }
    if announce && !announced && !class.methods().any(|method| method.name() == "<clinit>") {
        weaver.announcing_initialiser(&mut methods)?;
        announced = true;
    }
    if let (Some(reset), true) = (reset, announced) {
        methods.append(reset);
        weaver.stats.resettable += 1;
    }
    weaver.stats.method_handles += weaver.references.replaced_method_handles();
    if !methods.changed {
        return Ok(None);
    }
    finish(class, options, weaver, methods, announced).map(Some)
}

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// Writes a method. Returns whether its code was changed as it should be.
    fn method(
        &mut self,
        index: u16,
        member: &Member<'c, 'a, MethodFlags>,
        options: &Options<'_>,
        announce: bool,
        methods: &mut Methods,
    ) -> Result<bool, Error> {
        let start = methods.bytes.len();
        methods.count += 1;
        let synchronized = member.flags().contains(MethodFlags::SYNCHRONIZED);
        let woven = match member.code()? {
            Some(code) if is_empty_finalizer(member, &code) => false,
            Some(code) => {
                self.stats.methods += 1;
                self.woven(index, member, &code, options, announce, methods)?
            }
            None => {
                self.stats.synchronized_native += u32::from(synchronized);
                false
            }
        };
        if !woven {
            methods.bytes.truncate(start);
            methods
                .bytes
                .extend_from_slice(&self.class.bytes()[member.span()]);
        }
        Ok(woven)
    }

    /// Writes a method with its code woven, with fewer hooks if it has no room for all. Returns whether that went well.
    fn woven(
        &mut self,
        index: u16,
        member: &Member<'c, 'a, MethodFlags>,
        code: &Code<'c, 'a>,
        options: &Options<'_>,
        announce: bool,
        methods: &mut Methods,
    ) -> Result<bool, Error> {
        let flags = member.flags();
        let method = Method {
            index,
            name: member.name(),
            descriptor: member.descriptor(),
            is_static: flags.contains(MethodFlags::STATIC),
        };
        let (start, sites, stats) = (methods.bytes.len(), self.sites.len(), self.stats);
        let levels: &[Level] = match options.level {
            Level::Full => &[Level::Full, Level::Locks],
            Level::Locks => &[Level::Locks],
        };
        let mut stopped = None;
        for level in levels {
            match self.try_method(method, member, code, options, announce, *level, methods) {
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

    #[allow(clippy::too_many_arguments)]
    fn try_method(
        &mut self,
        method: Method<'a>,
        member: &Member<'c, 'a, MethodFlags>,
        code: &Code<'c, 'a>,
        options: &Options<'_>,
        announce: bool,
        level: Level,
        methods: &mut Methods,
    ) -> Result<bool, Stop> {
        self.sites.start_method(code);
        let flags = member.flags();
        let synchronized = flags.contains(MethodFlags::SYNCHRONIZED);
        let mut wrap = self.wrap(method, options)?;
        wrap.announce = announce;
        if synchronized {
            let site = self
                .sites
                .add(method.index, 0, SiteKind::SynchronizedMethod, None)?;
            wrap.lock = Some((self.lock(method, code)?, site));
            self.stats.synchronized += 1;
        }
        let out = &mut methods.bytes;
        for number in [
            flags.difference(MethodFlags::SYNCHRONIZED).bits(),
            member.name_index(),
            member.descriptor_index(),
        ] {
            out.extend(number.to_be_bytes());
        }
        let attributes = member.attributes();
        out.extend((attributes.iter().count() as u16).to_be_bytes());
        let mut is_first_code = true;
        for attribute in attributes {
            if attribute.name() == "Code" && std::mem::take(&mut is_first_code) {
                let length_at = out.len() + 2;
                attribute_header(attribute.name_index(), 0, out)?;
                if !self.code_attribute(method, code, level, &wrap, &[], out)? {
                    return Ok(false);
                }
                write_length(out, length_at)?;
            } else {
                out.extend_from_slice(&self.class.bytes()[attribute.span()]);
            }
        }
        methods.changed = true;
        methods.loads_class |= announce || synchronized && method.is_static;
        methods.site_uses.append(&mut self.site_uses);
        self.stats.rewritten += 1;
        self.stats.brackets += u32::from(wrap.bracket);
        Ok(true)
    }

    /// The layers around a method, but for its lock.
    fn wrap(&mut self, method: Method<'a>, options: &Options<'_>) -> Result<Wrap, Stop> {
        let mut wrap = Wrap {
            bracket: options.brackets && is_bracketed(self.class.name(), method.name),
            ..Wrap::default()
        };
        if options.coverage && !method.name.as_bytes().starts_with(b"<") {
            wrap.coverage = Some(self.sites.add(method.index, 0, SiteKind::Method, None)?);
        }
        Ok(wrap)
    }

    /// The method that makes the static state fresh; `None` if it would be too large.
    fn reset_method(&mut self, options: &Options<'_>) -> Result<Option<Methods>, Error> {
        let stats = self.stats;
        let reset = match self.try_reset_method(options) {
            Ok(methods) => Some(methods),
            Err(Stop::Class(error)) => return Err(error),
            Err(_) => None,
        };
        // What it counted, the static initialiser will count again.
        self.stats = stats;
        Ok(reset)
    }

    fn try_reset_method(&mut self, options: &Options<'_>) -> Result<Methods, Stop> {
        let mut methods = Methods::default();
        let head = self.zero_statics()?;
        let flags = MethodFlags::PUBLIC | MethodFlags::STATIC | MethodFlags::SYNTHETIC;
        let initialiser = self
            .class
            .methods()
            .enumerate()
            .find(|(_, method)| method.name() == "<clinit>");
        let Some((index, member)) = initialiser else {
            self.small_method(RESET_METHOD, flags, &head, &mut methods)?;
            return Ok(methods);
        };
        let code = member.code()?.ok_or(Stop::TooLarge)?;
        self.sites.start_method(&code);
        let method = Method {
            index: index as u16,
            name: member.name(),
            descriptor: member.descriptor(),
            is_static: true,
        };
        let wrap = self.wrap(method, options)?;
        let name = self.constants.pool.utf8(RESET_METHOD)?;
        let out = &mut methods.bytes;
        for number in [flags.bits(), name, member.descriptor_index(), 1] {
            out.extend(number.to_be_bytes());
        }
        let length_at = out.len() + 2;
        let code_name = self.constants.pool.utf8("Code")?;
        attribute_header(code_name, 0, out)?;
        self.code_attribute(method, &code, options.level, &wrap, &head, out)?;
        write_length(out, length_at)?;
        methods.site_uses.append(&mut self.site_uses);
        methods.count = 1;
        methods.changed = true;
        Ok(methods)
    }

    /// A static initialiser that does nothing but tell that the class is initialised.
    fn announcing_initialiser(&mut self, methods: &mut Methods) -> Result<(), Error> {
        let mut code = CodeBuilder::default();
        let full = |_| Error::PoolFull;
        let hook = self
            .constants
            .hook(crate::Hook::Initialised)
            .map_err(full)?;
        code.constant(Opcode::LdcW, self.class.this_class())
            .constant(Opcode::Invokestatic, hook);
        methods.loads_class = true;
        self.small_method("<clinit>", MethodFlags::STATIC, code.bytes(), methods)
            .map_err(|_| Error::PoolFull)
    }

    /// A static method without parameters that runs `code`, two operands deep at most, and returns.
    fn small_method(
        &mut self,
        name: &str,
        flags: MethodFlags,
        code: &[u8],
        methods: &mut Methods,
    ) -> Result<(), Stop> {
        let length = u16::try_from(code.len() + 1).map_err(|_| Stop::TooLarge)?;
        let pool = &mut self.constants.pool;
        let numbers = [
            flags.bits(),
            pool.utf8(name)?,
            pool.utf8("()V")?,
            1,
            pool.utf8("Code")?,
        ];
        for number in numbers {
            methods.bytes.extend(number.to_be_bytes());
        }
        methods.bytes.extend((u32::from(length) + 12).to_be_bytes());
        // max_stack, max_locals, code; no handlers, no attributes.
        methods.bytes.extend([0, 2, 0, 0]);
        methods.bytes.extend(u32::from(length).to_be_bytes());
        methods.bytes.extend_from_slice(code);
        methods.bytes.extend([Opcode::Return.byte(), 0, 0, 0, 0]);
        methods.count += 1;
        methods.changed = true;
        Ok(())
    }
}

impl Methods {
    fn append(&mut self, mut other: Self) {
        let start = self.bytes.len();
        self.site_uses.extend(
            other
                .site_uses
                .iter()
                .map(|(place, site)| (place + start, *site)),
        );
        self.bytes.append(&mut other.bytes);
        self.count = self.count.saturating_add(other.count);
        self.changed |= other.changed;
    }
}

/// HotSpot takes objects with an empty `finalize` for objects without one. `Object` has such a method: with a hook in it every
/// object would have to be finalized.
fn is_empty_finalizer(member: &Member<'_, '_, MethodFlags>, code: &Code<'_, '_>) -> bool {
    code.bytes() == [Opcode::Return.byte()]
        && member.name() == "finalize"
        && member.descriptor() == "()V"
}

/// Fills in an attribute's length, which stands at `at`; its content reaches to the end.
fn write_length(out: &mut [u8], at: usize) -> Result<(), Stop> {
    let length = u32::try_from(out.len() - at - 4).map_err(|_| Stop::TooLarge)?;
    out[at..at + 4].copy_from_slice(&length.to_be_bytes());
    Ok(())
}

/// Puts the class together.
fn finish(
    class: &ClassFile<'_>,
    options: &Options<'_>,
    mut weaver: Weaver<'_, '_, '_>,
    mut methods: Methods,
    resettable: bool,
) -> Result<Rewritten, Error> {
    let (first_site, row) = weaver
        .constants
        .site_numbers(options.site_base, weaver.sites.len())
        .map_err(|_| Error::PoolFull)?;
    for (place, site) in &methods.site_uses {
        let index = first_site + site.0;
        methods.bytes[*place..place + 2].copy_from_slice(&index.to_be_bytes());
    }

    let old = class.bytes();
    let pool = &weaver.constants.pool;
    let mut bytes = Vec::with_capacity(old.len() + pool.bytes().len() + methods.bytes.len());
    bytes.extend_from_slice(&old[..4]);
    let (mut minor, mut major) = (class.minor_version(), class.major_version());
    if methods.loads_class && major < LOADS_CLASSES {
        (minor, major) = (0, LOADS_CLASSES);
    }
    for number in [minor, major, pool.count()] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend_from_slice(&old[class.pool().span()]);
    let added = bytes.len();
    bytes.extend_from_slice(pool.bytes());
    let site_constants: Range<usize> = added + row..bytes.len();
    bytes.extend_from_slice(&old[class.header_span()]);
    bytes.extend_from_slice(&old[class.interfaces_span()]);
    let fields_at = bytes.len();
    let fields = class.fields_span();
    bytes.extend_from_slice(&old[fields.clone()]);
    if resettable {
        for field in class.fields().filter(is_variable) {
            let at = fields_at + field.span().start - fields.start;
            let flags = field.flags().difference(FieldFlags::FINAL);
            bytes[at..at + 2].copy_from_slice(&flags.bits().to_be_bytes());
        }
    }
    bytes.extend(methods.count.to_be_bytes());
    bytes.extend_from_slice(&methods.bytes);
    bytes.extend_from_slice(&old[class.attributes_span()]);
    debug_assert!(!resettable || !class.flags().contains(ClassFlags::INTERFACE));
    Ok(Rewritten {
        bytes,
        site_constants,
        resettable,
        stats: weaver.stats,
        sites: weaver.sites.finish(),
    })
}
