//! Module descriptors (JVMS 4.7.25).

use crate::reader::Reader;
use crate::{ConstantPool, Error, JavaStr};

/// What a module offers and needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module<'a> {
    /// Its name.
    pub name: JavaStr<'a>,
    /// Its flags; 0x0020 is an open module.
    pub flags: u16,
    /// Its version, if it says.
    pub version: Option<JavaStr<'a>>,
    /// Modules it reads.
    pub requires: Vec<ModuleRequire<'a>>,
    /// Packages whose public types others may use.
    pub exports: Vec<ModuleExport<'a>>,
    /// Packages open to deep reflection.
    pub opens: Vec<ModuleExport<'a>>,
    /// Service interfaces it looks up.
    pub uses: Vec<JavaStr<'a>>,
    /// Service interfaces with the implementations it has.
    pub provides: Vec<(JavaStr<'a>, Vec<JavaStr<'a>>)>,
}

/// A module that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleRequire<'a> {
    /// Its name.
    pub module: JavaStr<'a>,
    /// 0x0020 is transitive, 0x0040 only at compile time.
    pub flags: u16,
    /// The version it was compiled with.
    pub version: Option<JavaStr<'a>>,
}

/// A package that is exported or opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleExport<'a> {
    /// Internal name (`java/util`).
    pub package: JavaStr<'a>,
    /// Flags.
    pub flags: u16,
    /// The modules it is exported to; empty means all.
    pub to: Vec<JavaStr<'a>>,
}

pub(crate) fn module<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Module<'a>, Error> {
    let class = |reader: &mut Reader<'a>| pool.class_name(reader.u2("a class")?);
    Ok(Module {
        name: pool.module_name(reader.u2("a module")?)?,
        flags: reader.u2("a module's flags")?,
        version: pool.optional_utf8(reader.u2("a module's version")?)?,
        requires: reader.table(6, "a required module", |reader| {
            Ok(ModuleRequire {
                module: pool.module_name(reader.u2("a module")?)?,
                flags: reader.u2("flags")?,
                version: pool.optional_utf8(reader.u2("a version")?)?,
            })
        })?,
        exports: exports(pool, reader)?,
        opens: exports(pool, reader)?,
        uses: reader.table(2, "a service", class)?,
        provides: reader.table(4, "a service", |reader| {
            Ok((class(reader)?, reader.table(2, "an implementation", class)?))
        })?,
    })
}

fn exports<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<ModuleExport<'a>>, Error> {
    reader.table(6, "an exported package", |reader| {
        Ok(ModuleExport {
            package: pool.package_name(reader.u2("a package")?)?,
            flags: reader.u2("flags")?,
            to: reader.table(2, "a module", |reader| {
                pool.module_name(reader.u2("a module")?)
            })?,
        })
    })
}
