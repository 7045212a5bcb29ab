//! Which value fits where.

use std::sync::{Arc, PoisonError, RwLock};

use raddle_program::name::ClassName;
use raddle_program::program::Program;
use raddle_program::types::{JavaType, Primitive};
use rustc_hash::FxHashMap;

/// Which value fits where, remembered.
#[derive(Debug)]
pub(crate) struct Types {
    program: Arc<Program>,
    fits: RwLock<FxHashMap<(JavaType, JavaType), bool>>,
}

impl Types {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        Self {
            program,
            fits: RwLock::default(),
        }
    }

    /// Whether a value of type `from` can be passed where `to` is wanted. Values travel boxed, so a primitive fits where its own
    /// box does, and a box fits its primitive.
    pub(crate) fn fits(&self, from: &JavaType, to: &JavaType) -> bool {
        if from == to {
            return true;
        }
        match (from, to) {
            (JavaType::Primitive(primitive), JavaType::Class(class)) => box_fits(*primitive, class),
            (JavaType::Class(class), JavaType::Primitive(primitive)) => *class == primitive.boxed(),
            (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)) => false,
            (_, JavaType::Class(class)) if class.is_object() => true,
            _ => self.is_assignable(from, to),
        }
    }

    fn is_assignable(&self, from: &JavaType, to: &JavaType) -> bool {
        let key = (from.clone(), to.clone());
        // A poisoned lock only means that another thread panicked: the map is never left half changed.
        let known = self
            .fits
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .copied();
        known.unwrap_or_else(|| {
            // A type that is not on the class path fits nowhere else.
            let fits = self.program.is_assignable(from, to).unwrap_or(false);
            self.fits
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(key, fits);
            fits
        })
    }
}

/// Whether a primitive's box is an instance of the class.
fn box_fits(primitive: Primitive, class: &ClassName) -> bool {
    let is_number = !matches!(primitive, Primitive::Boolean | Primitive::Char);
    *class == primitive.boxed()
        || matches!(
            class.internal(),
            "java/lang/Object"
                | "java/lang/Comparable"
                | "java/io/Serializable"
                | "java/lang/constant/Constable"
        )
        || (is_number && class.internal() == "java/lang/Number")
}

/// The primitive that the class boxes.
pub(crate) fn unboxed(class: &ClassName) -> Option<Primitive> {
    Primitive::ALL
        .into_iter()
        .find(|primitive| primitive.boxed() == *class)
}
