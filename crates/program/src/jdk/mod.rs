//! The Java installations of this machine: where they are, what they are, and which one raddle uses.
//!
//! raddle reads the JDK's classes from its image (`lib/modules`) and runs tests in its `libjvm`, so an installation counts only if
//! it has both. A [`Jdk`] is one that does; [`Found`] is anything that looked like one, with the reason if it is not.
//! [`Environment`] says where to look, and [`Environment::choose`] decides: `--java-home`, else `JAVA_HOME`, else the newest found.

mod discover;
mod release;
mod version;

use std::path::{Path, PathBuf};

pub use discover::{
    Choice, Discovery, Environment, FOLDERS_VARIABLE, Found, NoJdk, Reason, Source,
};
pub use version::{FeatureVersion, JavaVersion};

use release::Release;

/// A Java installation raddle can work with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    home: PathBuf,
    version: JavaVersion,
    vendor: Option<String>,
    libjvm: PathBuf,
    modules: PathBuf,
    javac: Option<PathBuf>,
}

impl Jdk {
    /// The first Java release with everything raddle needs of the VM.
    pub const OLDEST_SUPPORTED: FeatureVersion = FeatureVersion::new(11);

    /// Looks at the installation in `home` (the folder that has `bin/java`).
    pub fn at(home: &Path) -> Result<Jdk, Unusable> {
        let home = canonical_home(home)?;
        let release = Release::of(&home)?;
        let feature = release.version.feature();
        if feature < Self::OLDEST_SUPPORTED {
            return Err(Unusable::TooOld(feature));
        }
        release.check_platform()?;
        let modules = home.join("lib").join("modules");
        if !modules.is_file() {
            return Err(Unusable::NoModules);
        }
        let libjvm = libjvm_in(&home).ok_or(Unusable::NoLibjvm)?;
        let javac = Some(home.join("bin").join("javac")).filter(|javac| javac.is_file());
        Ok(Jdk {
            version: release.version,
            vendor: release.vendor,
            home,
            libjvm,
            modules,
            javac,
        })
    }

    /// The installation's folder, links resolved.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The release it implements: 17 of `17.0.15+6`. Multi-release jars and class file versions go by this number.
    pub fn feature(&self) -> FeatureVersion {
        self.version.feature()
    }

    /// The version as the installation itself spells it.
    pub fn version(&self) -> &JavaVersion {
        &self.version
    }

    /// Who built it, if it says so.
    pub fn vendor(&self) -> Option<&str> {
        self.vendor.as_deref()
    }

    /// The shared library that is the virtual machine.
    pub fn libjvm(&self) -> &Path {
        &self.libjvm
    }

    /// The image with the JDK's own classes.
    pub fn modules(&self) -> &Path {
        &self.modules
    }

    /// The compiler, which a runtime-only installation lacks.
    pub fn javac(&self) -> Option<&Path> {
        self.javac.as_deref()
    }

    /// The `java` launcher.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin").join("java")
    }
}

/// One line that names the installation in reports: version, vendor, folder.
impl std::fmt::Display for Jdk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JDK {}", self.version)?;
        if let Some(vendor) = &self.vendor {
            write!(f, " ({vendor})")?;
        }
        write!(f, " in {}", self.home.display())
    }
}

/// Why a folder is no installation raddle can use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Nothing is there.
    #[error("there is no such folder")]
    Missing,
    /// A folder without `bin/java`.
    #[error("it holds no Java (there is no bin/java in it)")]
    NoJava,
    /// No `release` file, and the launcher did not say either.
    #[error("its version cannot be found out: {0}")]
    UnknownVersion(String),
    /// Before [`Jdk::OLDEST_SUPPORTED`].
    #[error("Java {0} is too old, raddle needs {oldest} or later", oldest = Jdk::OLDEST_SUPPORTED)]
    TooOld(FeatureVersion),
    /// Its libjvm cannot be loaded into this process.
    #[error("it is built for {found}, this raddle for {needed}")]
    OtherPlatform {
        /// What the installation says of itself.
        found: String,
        /// What raddle was compiled for.
        needed: String,
    },
    /// Not HotSpot: the agent and the flags raddle uses are HotSpot's.
    #[error("its virtual machine is {0}, raddle needs HotSpot")]
    OtherVm(String),
    /// No image with the JDK's classes.
    #[error("it has no lib/modules")]
    NoModules,
    /// No virtual machine as a library.
    #[error("it has no lib/server/libjvm")]
    NoLibjvm,
}

/// Resolves links, and on macOS steps from a bundle to the installation inside it.
fn canonical_home(home: &Path) -> Result<PathBuf, Unusable> {
    let home = home.canonicalize().map_err(|_| Unusable::Missing)?;
    [home.join("Contents").join("Home"), home]
        .into_iter()
        .find(|home| home.join("bin").join("java").is_file())
        .ok_or(Unusable::NoJava)
}

fn libjvm_in(home: &Path) -> Option<PathBuf> {
    let name = if cfg!(target_os = "macos") {
        "libjvm.dylib"
    } else {
        "libjvm.so"
    };
    ["server", "client"]
        .iter()
        .map(|variant| home.join("lib").join(variant).join(name))
        .find(|path| path.is_file())
}
