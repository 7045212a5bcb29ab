//! A Java program: a JDK and a class path, whose classes are read when they are asked for.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Class, MAJOR_OF_RELEASE_ZERO};
use crate::container::{Container, ContainerError, JdkImage, limits};
use crate::error::ClassError;
use crate::index::Index;
use crate::jdk::Jdk;
use crate::modules::Modules;
use crate::name::ClassName;
use crate::origin::Origin;

/// A JDK and a class path.
///
/// Everything can be asked from several threads at once. Answers do not depend on who asks first.
#[derive(Debug)]
pub struct Program {
    jdk: Jdk,
    /// The JDK's image first, then the class path: what the JDK has cannot be replaced from the class path.
    containers: Vec<(Container, Option<Origin>)>,
    modules: Modules,
    classes: RwLock<FxHashMap<ClassName, Loaded>>,
    index: OnceLock<Index>,
}

/// What came of asking for a class; `None` if nobody has it.
type Loaded = Option<Result<Arc<Class>, ClassError>>;

impl Program {
    /// Opens a JDK and a class path of jars and directories, in the order in which they are searched.
    ///
    /// The jars that a jar's manifest names follow it directly, as in the JVM; those that do not exist are passed over,
    /// as in the JVM. An entry of `class_path` itself that does not exist is an error.
    pub fn open(jdk: &Jdk, class_path: &[PathBuf]) -> Result<Self, ContainerError> {
        let image = JdkImage::open(jdk.modules())?;
        let modules = Modules::new(&image)?;
        let mut containers = vec![(Container::Image(image), None)];
        for container in open_class_path(class_path, jdk.feature().number())? {
            let path: Arc<Path> = Arc::from(container.path());
            let origin = match container {
                Container::Directory(_) => Origin::Directory { path },
                Container::Jar(_) | Container::Image(_) => Origin::Jar { path },
            };
            containers.push((container, Some(origin)));
        }
        Ok(Self {
            jdk: jdk.clone(),
            containers,
            modules,
            classes: RwLock::default(),
            index: OnceLock::new(),
        })
    }

    /// The JDK.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The JDK's modules and what they export.
    pub fn modules(&self) -> &Modules {
        &self.modules
    }

    /// The JDK's image and the class path, in the order in which they are searched.
    pub fn containers(&self) -> impl ExactSizeIterator<Item = &Container> {
        self.containers.iter().map(|(container, _)| container)
    }

    /// The classes of the whole program with their relations, made at the first call (about a second for a JDK).
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::build(self))
    }

    /// The index, if somebody has asked for it before.
    pub fn index_if_built(&self) -> Option<&Index> {
        self.index.get()
    }

    /// The class of that name, which must be there.
    pub fn class(&self, name: &ClassName) -> Result<Arc<Class>, ClassError> {
        self.find(name)
            .unwrap_or_else(|| Err(ClassError::NotFound { name: name.clone() }))
    }

    /// The class of that name, if there is one.
    pub fn find(&self, name: &ClassName) -> Option<Result<Arc<Class>, ClassError>> {
        // A poisoned lock only means that some other thread panicked: the map is never left half changed.
        if let Some(known) = self
            .classes
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
        {
            return known.clone();
        }
        let loaded = self.load(name).transpose();
        self.classes
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(name.clone())
            .or_insert(loaded)
            .clone()
    }

    fn load(&self, name: &ClassName) -> Result<Option<Arc<Class>>, ClassError> {
        // The JVM's application loader gives a package of the JDK's modules to the module alone, so that a class the
        // module lacks is not found on the class path either.
        let of_jdk = self.modules.module_of(name.package()).is_some();
        let searched = if of_jdk { 1 } else { self.containers.len() };
        for (container, origin) in &self.containers[..searched] {
            if let Some(bytes) = container.read(name.internal())? {
                let origin = origin
                    .clone()
                    .unwrap_or_else(|| self.modules.origin_of(name.package()));
                return self
                    .accept(name, bytes, origin)
                    .map(|class| Some(Arc::new(class)));
            }
        }
        Ok(None)
    }

    /// Reads a class file and refuses what the JVM would refuse.
    fn accept(
        &self,
        name: &ClassName,
        bytes: Vec<u8>,
        origin: Origin,
    ) -> Result<Class, ClassError> {
        // The version comes first in the file, and a newer format may be unreadable: so this is asked before parsing.
        if let Some(needed) = release_of(&bytes).filter(|release| *release > self.release()) {
            return Err(ClassError::TooNew {
                name: name.clone(),
                origin,
                needed,
                used: self.release(),
            });
        }
        let class = Class::read(bytes, origin.clone()).map_err(|source| ClassError::Malformed {
            name: name.clone(),
            origin: origin.clone(),
            source,
        })?;
        if class.name() != name {
            return Err(ClassError::WrongName {
                name: name.clone(),
                origin,
                found: class.name().clone(),
            });
        }
        Ok(class)
    }

    /// The JDK's Java release.
    pub fn release(&self) -> u16 {
        self.jdk.feature().number()
    }
}

/// The Java release whose class files have the version that these bytes declare.
pub(crate) fn release_of(class_file: &[u8]) -> Option<u16> {
    let [0xCA, 0xFE, 0xBA, 0xBE, _, _, high, low, ..] = *class_file else {
        return None;
    };
    Some(u16::from_be_bytes([high, low]).saturating_sub(MAJOR_OF_RELEASE_ZERO))
}

/// Opens every entry, each followed by what its manifest names and is not on the path yet.
fn open_class_path(entries: &[PathBuf], release: u16) -> Result<Vec<Container>, ContainerError> {
    let mut opened = Vec::new();
    let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
    for entry in entries {
        let mut waiting = vec![(entry.clone(), Named::ByUser)];
        while let Some((path, named)) = waiting.pop() {
            let identity = path.canonicalize().unwrap_or_else(|_| path.clone());
            if seen.contains(&identity) {
                continue;
            }
            if named == Named::ByManifest
                && (!path.exists() || seen.len() >= limits::CLASS_PATH_ENTRIES)
            {
                continue;
            }
            let container = Container::open(&path, release)?;
            seen.insert(identity);
            if let Container::Jar(jar) = &container {
                let named = jar.manifest().class_path_of(&path);
                waiting.extend(
                    named
                        .into_iter()
                        .rev()
                        .map(|path| (path, Named::ByManifest)),
                );
            }
            opened.push(container);
        }
    }
    Ok(opened)
}

/// Who put an entry on the class path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    ByUser,
    ByManifest,
}
