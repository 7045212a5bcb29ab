//! The JDK's modules, and which packages they export to everybody.
//!
//! Code on the class path is in the unnamed module: it reads every module that is resolved by default, and may use
//! the public types of packages exported without qualification (JLS 7.7.2, JVMS 5.3.6). Incubating modules ask not to be
//! resolved, so their packages count as hidden.

use std::sync::Arc;

use raddle_classfile::ClassFile;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::container::{ContainerError, JdkImage};
use crate::origin::Origin;

/// The flag of `ModuleResolution` that incubating modules have; the attribute is the JDK's own.
const DO_NOT_RESOLVE_BY_DEFAULT: u8 = 1;

/// The JDK's packages.
#[derive(Debug)]
pub struct Modules {
    modules: FxHashMap<Box<str>, Arc<str>>,
    exported: FxHashSet<Box<str>>,
}

impl Modules {
    /// Reads every module's descriptor.
    pub(crate) fn new(image: &JdkImage) -> Result<Self, ContainerError> {
        let mut exported = FxHashSet::default();
        for module in image.modules() {
            let Some(bytes) = image.module_info(module)? else {
                continue;
            };
            let broken = |error: raddle_classfile::Error| ContainerError::DamagedImage {
                path: image.path().to_owned(),
                detail: format!("the descriptor of module {module}: {error}"),
            };
            let file = ClassFile::parse(&bytes).map_err(broken)?;
            let attributes = file.attributes();
            let resolved = attributes.find("ModuleResolution").is_none_or(|attribute| {
                attribute
                    .content()
                    .last()
                    .is_none_or(|flags| flags & DO_NOT_RESOLVE_BY_DEFAULT == 0)
            });
            if let Some(descriptor) = attributes.module().map_err(broken)?.filter(|_| resolved) {
                let to_all = descriptor
                    .exports
                    .iter()
                    .filter(|export| export.to.is_empty());
                exported.extend(to_all.map(|export| Box::from(&*export.package.to_str())));
            }
        }
        let names: FxHashMap<&str, Arc<str>> = image
            .modules()
            .into_iter()
            .map(|module| (module, Arc::from(module)))
            .collect();
        let modules = image
            .packages_with_modules()
            .filter_map(|(package, module)| Some((Box::from(package), names.get(module)?.clone())))
            .collect();
        Ok(Self { modules, exported })
    }

    /// The JDK's module that has a package (`java/util`); nothing if the package is not the JDK's.
    pub fn module_of(&self, package: &str) -> Option<&str> {
        self.modules.get(package).map(|module| &**module)
    }

    /// Whether code on the class path may use the public types of a package. Packages that are not the JDK's are on
    /// the class path themselves, where nothing is hidden.
    pub fn is_exported(&self, package: &str) -> bool {
        self.exported.contains(package) || !self.modules.contains_key(package)
    }

    /// Where a class of one of the JDK's packages comes from.
    pub(crate) fn origin_of(&self, package: &str) -> Origin {
        let module = self.modules.get(package).cloned();
        Origin::Jdk {
            module: module.unwrap_or_else(|| Arc::from("java.base")),
        }
    }
}
