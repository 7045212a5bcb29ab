//! A whole class: everything is copied as it stands, but for the code of methods, a few flags, and what is added.

use std::ops::Range;

use raddle_classfile::{ClassFile, FieldFlags};

use crate::error::Error;
use crate::site::SiteNumber;
use crate::statics::{StaticState, is_variable, static_state};
use crate::weave::Weaver;
use crate::{Options, Rewritten};

/// The class version from which `ldc` can load a class.
const LOADS_CLASSES: u16 = 49;

/// Methods as they are being written.
#[derive(Default)]
pub(crate) struct Methods {
    pub bytes: Vec<u8>,
    pub count: u16,
    /// Where in `bytes` sites are named.
    pub site_uses: Vec<(usize, SiteNumber)>,
    pub changed: bool,
    /// Whether some code loads the class itself.
    pub loads_class: bool,
}

impl Methods {
    fn append(&mut self, mut other: Self) {
        let start = self.bytes.len();
        let moved = other
            .site_uses
            .iter()
            .map(|(place, site)| (place + start, *site));
        self.site_uses.extend(moved);
        self.bytes.append(&mut other.bytes);
        self.count = self.count.saturating_add(other.count);
        self.changed |= other.changed;
    }
}

/// Rewrites a class; `None` if there is nothing to change.
pub(crate) fn rewrite(
    class: &ClassFile<'_>,
    options: &Options<'_>,
) -> Result<Option<Rewritten>, Error> {
    let mut weaver = Weaver::new(class, options);
    let mut methods = Methods::default();
    let state = if options.reset_statics {
        static_state(class)
    } else {
        StaticState::None
    };
    let mut reset = None;
    match state {
        StaticState::None => {}
        StaticState::Interface => weaver.stats.interfaces_not_reset += 1,
        StaticState::Enum => weaver.stats.enums_not_reset += 1,
        StaticState::Resettable => reset = weaver.reset_method()?,
    }
    if options.touches.is_some() {
        weaver.stats.unseen_statics += weaver.references.unseen_statics();
    }
    let mut announced = None;
    for (index, member) in class.methods().enumerate() {
        let announces = reset.is_some() && member.name() == "<clinit>";
        let woven = weaver.method(index as u16, &member, announces, &mut methods)?;
        if announces {
            announced = Some(woven);
        }
    }
    if reset.is_some() && announced.is_none() {
        weaver.announcing_initialiser(&mut methods)?;
        announced = Some(true);
    }
    // A class that could not be made to announce itself is not reset either.
    let reset = reset.filter(|_| announced == Some(true));
    let resettable = reset.is_some();
    if let Some(reset) = reset {
        methods.append(reset);
        weaver.stats.resettable += 1;
    }
    if !methods.changed {
        return Ok(None);
    }
    finish(class, weaver, methods, resettable).map(Some)
}

/// Puts the class together.
fn finish(
    class: &ClassFile<'_>,
    mut weaver: Weaver<'_, '_, '_>,
    mut methods: Methods,
    resettable: bool,
) -> Result<Rewritten, Error> {
    weaver.stats.method_handles += weaver.references.replaced_method_handles();
    let base = weaver.options.site_base;
    let (first_site, row) = weaver
        .constants
        .site_numbers(base, weaver.sites.len())
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
    Ok(Rewritten {
        bytes,
        site_constants,
        resettable,
        stats: weaver.stats,
        sites: weaver.sites.finish(),
    })
}
