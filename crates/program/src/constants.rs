//! The constants that a class mentions: values worth trying, because some branch of its code may ask for them.

use std::collections::BTreeSet;

use raddle_classfile::{Error, Opcode, Operands, Tag};

use crate::class::Class;

/// The numbers and strings that a class mentions, each once, sorted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Constants {
    /// Ints; shorter types, chars and booleans are ints in class files.
    pub ints: Vec<i32>,
    /// Longs.
    pub longs: Vec<i64>,
    /// Floats, by their total order.
    pub floats: Vec<f32>,
    /// Doubles, by their total order.
    pub doubles: Vec<f64>,
    /// Strings.
    pub strings: Vec<String>,
}

impl Class {
    /// The constants in the class's pool, and the small ints that its code pushes, compares and switches on.
    pub fn constants(&self) -> Result<Constants, Error> {
        let file = self.file()?;
        let pool = file.pool();
        let mut ints = BTreeSet::new();
        let mut longs = BTreeSet::new();
        let mut strings = BTreeSet::new();
        let (mut floats, mut doubles) = (Vec::new(), Vec::new());
        for (index, tag) in pool.iter() {
            match tag {
                Tag::Integer => {
                    ints.insert(pool.integer(index)?);
                }
                Tag::Long => {
                    longs.insert(pool.long(index)?);
                }
                Tag::Float => floats.push(pool.float(index)?),
                Tag::Double => doubles.push(pool.double(index)?),
                Tag::String => {
                    strings.insert(pool.string(index)?.to_str().into_owned());
                }
                _ => {}
            }
        }
        for method in file.methods() {
            let Some(code) = method.code()? else { continue };
            for instruction in code.instructions() {
                let instruction = instruction?;
                match (instruction.opcode, instruction.operands) {
                    (Opcode::Bipush | Opcode::Sipush, Operands::Value(value)) => {
                        ints.insert(i32::from(value));
                    }
                    (_, Operands::Switch(switch)) => {
                        ints.extend(switch.cases().map(|(case, _)| case));
                    }
                    _ => {}
                }
            }
        }
        floats.sort_by(f32::total_cmp);
        doubles.sort_by(f64::total_cmp);
        Ok(Constants {
            ints: ints.into_iter().collect(),
            longs: longs.into_iter().collect(),
            floats,
            doubles,
            strings: strings.into_iter().collect(),
        })
    }
}
