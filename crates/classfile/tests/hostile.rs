//! Whatever the bytes, reading ends, and ends without a panic.

mod common;

use std::sync::LazyLock;

use proptest::prelude::*;
use raddle_classfile::{ClassFile, FieldType, MethodDescriptor, Operands};

static CLASSES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    common::compile("Shapes.java")
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect()
});

/// Asks for everything there is; counts what could be read.
fn read_everything(bytes: &[u8]) -> usize {
    let Ok(class) = ClassFile::parse(bytes) else {
        return 0;
    };
    let mut read = 1;
    let mut count = |success: bool| read += usize::from(success);
    let pool = class.pool();
    for (index, _) in pool.iter() {
        count(
            pool.utf8(index)
                .is_ok_and(|text| text.to_str().len() <= 3 * text.as_bytes().len()),
        );
        count(pool.constant(index).is_ok());
        count(pool.member_ref(index).is_ok());
        count(pool.invoke_dynamic(index).is_ok());
    }
    class
        .interfaces()
        .for_each(|interface| count(interface.is_ok()));
    let attributes = class.attributes();
    count(attributes.inner_classes().is_ok());
    count(attributes.enclosing_method().is_ok());
    count(attributes.permitted_subclasses().is_ok());
    count(attributes.record().is_ok());
    count(attributes.annotations().is_ok());
    count(attributes.bootstrap_methods().is_ok());
    count(attributes.module().is_ok());
    for field in class.fields() {
        count(FieldType::parse(field.descriptor()).is_ok());
        count(field.attributes().constant_value().is_ok());
    }
    for method in class.methods() {
        count(
            MethodDescriptor::parse(method.descriptor())
                .is_ok_and(|method| method.parameters().count() < 256),
        );
        count(method.attributes().method_parameters().is_ok());
        count(method.attributes().annotations().is_ok());
        let Ok(Some(code)) = method.code() else {
            continue;
        };
        for instruction in code.instructions().flatten() {
            if let Operands::Switch(switch) = instruction.operands {
                count(
                    switch
                        .cases()
                        .all(|(_, target)| usize::from(target) < code.bytes().len()),
                );
            }
            count(instruction.local().is_some());
        }
        count(code.handlers().count() > 0);
        count(code.attributes().stack_map().is_ok_and(|frames| {
            frames.is_some_and(|mut frames| frames.all(|frame| frame.is_ok()))
        }));
        count(code.attributes().line_numbers().is_ok());
        count(code.attributes().local_variables().is_ok());
    }
    read
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_classes(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = which.get(&CLASSES).clone();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        read_everything(&bytes);
    }

    #[test]
    fn noise_behind_a_good_start(noise in prop::collection::vec(any::<u8>(), 0..512)) {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        bytes.extend(noise);
        read_everything(&bytes);
    }
}

#[test]
fn every_truncation_is_refused() {
    for class in CLASSES.iter() {
        assert!(read_everything(class) > 30);
        for length in 0..class.len() {
            let error = ClassFile::parse(&class[..length]).expect_err("a class cut short");
            assert!(error.offset <= length, "{error}");
        }
        let mut longer = class.clone();
        longer.push(0);
        assert_eq!(
            ClassFile::parse(&longer)
                .expect_err("a class with more behind it")
                .offset,
            class.len()
        );
    }
}
