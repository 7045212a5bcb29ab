//! Names of classes, as the JVM writes them.
//!
//! Three spellings exist: the class file's internal form (`java/util/Map$Entry`), the binary name people see in stack
//! traces (`java.util.Map$Entry`) and the source name (`java.util.Map.Entry`). The internal form is kept, because
//! every lookup needs it; the binary name is what raddle prints and what its JSON contains. The source name cannot be
//! had from the spelling alone (a `$` may belong to an identifier), so it is not offered here.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a class or interface (never of an array), cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// A name in internal form, `java/util/Map$Entry`.
    pub fn from_internal(internal: &str) -> Self {
        Self(Arc::from(internal))
    }

    /// A binary name, `java.util.Map$Entry`; the internal form is accepted too.
    pub fn from_binary(binary: &str) -> Self {
        Self(Arc::from(binary.replace('.', "/")))
    }

    /// `java/lang/Object`.
    pub fn object() -> Self {
        Self::from_internal("java/lang/Object")
    }

    /// The internal form, `java/util/Map$Entry`.
    pub fn internal(&self) -> &str {
        &self.0
    }

    /// The binary name, `java.util.Map$Entry`.
    pub fn binary(&self) -> String {
        self.0.replace('/', ".")
    }

    /// The package in internal form, `java/util`; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// What follows the package, `Map$Entry`.
    pub fn simple(&self) -> &str {
        self.0
            .rsplit_once('/')
            .map_or(&self.0, |(_, simple)| simple)
    }

    /// Whether this is `java.lang.Object`.
    pub fn is_object(&self) -> bool {
        &*self.0 == "java/lang/Object"
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.binary())
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Borrow<str> for ClassName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Serialize for ClassName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Ok(Self::from_binary(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let entry = ClassName::from_binary("java.util.Map$Entry");
        assert_eq!(entry.internal(), "java/util/Map$Entry");
        assert_eq!(entry.binary(), "java.util.Map$Entry");
        assert_eq!(entry.package(), "java/util");
        assert_eq!(entry.simple(), "Map$Entry");
        assert_eq!(entry, ClassName::from_internal("java/util/Map$Entry"));
        assert_eq!(ClassName::from_binary("Alone").package(), "");
        assert_eq!(ClassName::from_binary("Alone").simple(), "Alone");
    }

    #[test]
    fn json_has_the_binary_name() {
        let name = ClassName::from_internal("java/util/Map$Entry");
        let json = serde_json::to_string(&name).unwrap();
        assert_eq!(json, "\"java.util.Map$Entry\"");
        assert_eq!(serde_json::from_str::<ClassName>(&json).unwrap(), name);
    }
}
