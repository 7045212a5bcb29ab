//! Whatever the bytes, rewriting ends, and ends without a panic.

use std::sync::LazyLock;

use crate::homes;
use crate::support::{EVERYTHING, folder_classes, jvm};
use proptest::prelude::*;
use raddle_rewrite::{Level, Options, SiteTable, rewrite};

static CLASSES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, home) = homes().remove(0);
    jvm::compile(&home, "Tables.java", folder.path());
    jvm::compile(&home, "Traced.java", folder.path());
    folder_classes(folder.path())
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_classes(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        locks in any::<bool>(),
    ) {
        let mut bytes = which.get(&CLASSES).clone();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let level = if locks { Level::Locks } else { Level::Full };
        let options = Options { level, reset_statics: true, ..EVERYTHING };
        if let Ok(Some(rewritten)) = rewrite(&bytes, &options) {
            // What comes out is a class file again.
            prop_assert!(raddle_classfile::ClassFile::parse(&rewritten.bytes).is_ok());
            prop_assert_eq!(SiteTable::from_bytes(&rewritten.sites.to_bytes()), Some(rewritten.sites));
        }
    }

    #[test]
    fn site_tables_of_noise(noise in prop::collection::vec(any::<u8>(), 0..64)) {
        SiteTable::from_bytes(&noise);
    }
}

#[test]
fn rewriting_is_a_function_of_the_bytes() {
    for bytes in CLASSES.iter() {
        assert_eq!(rewrite(bytes, &EVERYTHING), rewrite(bytes, &EVERYTHING));
    }
}
