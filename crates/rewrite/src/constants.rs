//! The constants that hooks need, added behind those of the class.

use raddle_classfile::Tag;
use raddle_classfile::write::{ConstantPoolBuilder, Full};

use crate::Hook;

/// Constants added to a class, each when first needed.
pub(crate) struct Constants<'o> {
    host: &'o str,
    pub pool: ConstantPoolBuilder,
    /// By hook; 0 if not added yet.
    hooks: [u16; Hook::ALL.len()],
}

impl<'o> Constants<'o> {
    /// Constants for a class that has `count` already.
    pub fn new(host: &'o str, count: u16) -> Self {
        Self {
            host,
            pool: ConstantPoolBuilder::after(count),
            hooks: [0; Hook::ALL.len()],
        }
    }

    /// The method reference of a hook.
    pub fn hook(&mut self, hook: Hook) -> Result<u16, Full> {
        let known = self.hooks[hook as usize];
        if known != 0 {
            return Ok(known);
        }
        let (name, descriptor) = hook.signature();
        let index = self.pool.method_ref(self.host, name, descriptor)?;
        self.hooks[hook as usize] = index;
        Ok(index)
    }

    /// A reference to a field of this class by the constants that already name it.
    pub fn own_field(&mut self, this_class: u16, name: u16, descriptor: u16) -> Result<u16, Full> {
        let name_and_type = self.pool.push(Tag::NameAndType, &pair(name, descriptor))?;
        self.pool
            .push(Tag::FieldRef, &pair(this_class, name_and_type))
    }

    /// Adds `count` ints, `base` and up, in one row; returns the index of the first and where the row starts among the
    /// added bytes.
    pub fn site_numbers(&mut self, base: u32, count: usize) -> Result<(u16, usize), Full> {
        let start = self.pool.bytes().len();
        let first = self.pool.count();
        for number in 0..count as u32 {
            self.pool
                .push(Tag::Integer, &base.wrapping_add(number).to_be_bytes())?;
        }
        Ok((first, start))
    }
}

fn pair(first: u16, second: u16) -> [u8; 4] {
    let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
    [a, b, c, d]
}
