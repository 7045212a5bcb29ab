//! What a look at a method's code says about its chances to take part in a failure: whether it writes, calls on, loops.
//!
//! This only decides what is tried first, so a rough answer will do: no types, no paths, calls followed within the class alone.

use raddle_classfile::{ClassFile, Opcode, Operands};
use raddle_program::class::Class;
use raddle_program::modules::Modules;
use raddle_program::name::ClassName;
use raddle_program::program::Program;
use rustc_hash::{FxHashMap, FxHashSet};

use std::sync::Arc;

/// What a method's code does, the methods of the class that it calls included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Traits {
    /// Stores into a field or an array.
    pub(crate) writes: bool,
    /// Calls methods of other objects.
    pub(crate) calls_out: bool,
    /// Calls methods of the class itself: an operation made of several.
    pub(crate) compound: bool,
    /// Jumps back.
    pub(crate) loops: bool,
    /// Uses static fields, or static methods of other classes of the program: state that instances share.
    pub(crate) statics: bool,
    /// Fields of the class that it reads or writes.
    pub(crate) used: Fields,
    /// Fields of the class that it writes.
    pub(crate) written: Fields,
}

/// Some of the fields of a class and its superclasses: the first of them that the code mentions, which are all of most classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Fields(u64);

impl Fields {
    const NONE: Self = Self(0);

    fn numbered(number: usize) -> Self {
        Self(u32::try_from(number).map_or(0, |number| 1_u64.checked_shl(number).unwrap_or(0)))
    }

    fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

impl Traits {
    /// What is assumed where there is no code to look at.
    pub(crate) const UNKNOWN: Self = Self {
        writes: true,
        calls_out: true,
        compound: false,
        loops: false,
        statics: false,
        used: Fields::NONE,
        written: Fields::NONE,
    };

    fn absorb(&mut self, callee: Self) {
        self.writes |= callee.writes;
        self.calls_out |= callee.calls_out;
        self.loops |= callee.loops;
        self.statics |= callee.statics;
        self.used = self.used.with(callee.used);
        self.written = self.written.with(callee.written);
    }

    /// How many fields one of two methods writes and the other uses.
    pub(crate) fn fought_over(self, other: Self) -> u32 {
        ((self.written.0 & other.used.0) | (other.written.0 & self.used.0)).count_ones()
    }

    /// Whether a single field is all that it touches: nothing can fail there.
    pub(crate) fn is_plain(self) -> bool {
        !(self.calls_out || self.compound || self.loops || self.statics)
    }
}

/// The code of a class and its superclasses, looked at once.
pub(crate) struct Look<'p> {
    /// By class, name and descriptor: what the code itself does, and whom it calls within the classes.
    seen: FxHashMap<(ClassName, String), (Traits, Vec<String>)>,
    levels: Vec<ClassName>,
    /// Name and descriptor of the fields, by their number.
    fields: Vec<String>,
    modules: &'p Modules,
}

impl<'p> Look<'p> {
    /// Looks at a class and its superclasses, `java.lang.Object` left out.
    pub(crate) fn at(program: &'p Program, class: &Arc<Class>) -> Self {
        let chain = program.superclass_chain(class).unwrap_or_default();
        let levels: Vec<&Arc<Class>> = chain
            .iter()
            .filter(|level| !level.name().is_object())
            .collect();
        let mut look = Self {
            seen: FxHashMap::default(),
            levels: levels.iter().map(|level| level.name().clone()).collect(),
            fields: Vec::new(),
            modules: program.modules(),
        };
        for level in levels {
            if let Ok(file) = level.file() {
                look.read(level.name(), &file);
            }
        }
        look
    }

    fn read(&mut self, owner: &ClassName, file: &ClassFile<'_>) {
        for method in file.methods() {
            let Ok(Some(code)) = method.code() else {
                continue;
            };
            let mut traits = Traits::default();
            let mut calls = Vec::new();
            for instruction in code.instructions().map_while(Result::ok) {
                if let (
                    Opcode::Getfield | Opcode::Putfield | Opcode::Getstatic | Opcode::Putstatic,
                    Operands::Constant(index),
                ) = (instruction.opcode, instruction.operands)
                {
                    let field = self.field(file, index);
                    traits.used = traits.used.with(field);
                    if matches!(instruction.opcode, Opcode::Putfield | Opcode::Putstatic) {
                        traits.written = traits.written.with(field);
                    }
                }
                match (instruction.opcode, instruction.operands) {
                    (Opcode::Putfield, _) => traits.writes = true,
                    (Opcode::Putstatic, _) => {
                        traits.writes = true;
                        traits.statics = true;
                    }
                    (Opcode::Getstatic, _) => traits.statics = true,
                    (opcode, Operands::Branch(to))
                        if to <= instruction.pc && opcode != Opcode::Jsr =>
                    {
                        traits.loops = true;
                    }
                    (
                        Opcode::Invokevirtual
                        | Opcode::Invokespecial
                        | Opcode::Invokestatic
                        | Opcode::Invokeinterface,
                        Operands::Constant(index),
                    ) => {
                        let Ok(called) = file.pool().member_ref(index) else {
                            continue;
                        };
                        let class = ClassName::from_internal(&called.owner.to_str());
                        if self.levels.contains(&class) {
                            traits.compound = true;
                            calls.push(format!(
                                "{}{}",
                                called.name.to_str(),
                                called.descriptor.to_str()
                            ));
                        } else if !class.is_object() {
                            traits.calls_out = true;
                            let is_static = instruction.opcode == Opcode::Invokestatic;
                            traits.statics |= is_static && self.is_program(&class);
                        }
                    }
                    (opcode, _) if is_array_store(opcode) => traits.writes = true,
                    _ => {}
                }
            }
            let key = format!("{}{}", method.name().to_str(), method.descriptor().to_str());
            self.seen.insert((owner.clone(), key), (traits, calls));
        }
    }

    /// The field that an instruction names, if it is one of the class's own.
    fn field(&mut self, file: &ClassFile<'_>, index: u16) -> Fields {
        let Ok(named) = file.pool().member_ref(index) else {
            return Fields::NONE;
        };
        let owner = ClassName::from_internal(&named.owner.to_str());
        if !self.levels.contains(&owner) {
            return Fields::NONE;
        }
        let name = format!("{} {}", named.name.to_str(), named.descriptor.to_str());
        let known = self.fields.iter().position(|field| *field == name);
        Fields::numbered(known.unwrap_or_else(|| {
            self.fields.push(name);
            self.fields.len() - 1
        }))
    }

    /// Whether the class is the program's own and not the JDK's.
    fn is_program(&self, class: &ClassName) -> bool {
        self.modules.module_of(class.package()).is_none()
    }

    /// What a method does, with what it calls within the class.
    pub(crate) fn traits(&self, owner: &ClassName, name: &str, descriptor: &str) -> Traits {
        let key = format!("{name}{descriptor}");
        let Some((own, calls)) = self.seen.get(&(owner.clone(), key)) else {
            return Traits::UNKNOWN;
        };
        let mut sum = *own;
        let mut waiting: Vec<&String> = calls.iter().collect();
        let mut done: FxHashSet<&String> = FxHashSet::default();
        while let Some(called) = waiting.pop() {
            if !done.insert(called) {
                continue;
            }
            // Whichever level has the code: an override does not do less.
            for level in &self.levels {
                if let Some((traits, further)) = self.seen.get(&(level.clone(), called.clone())) {
                    sum.absorb(*traits);
                    waiting.extend(further);
                }
            }
        }
        sum
    }
}

fn is_array_store(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Iastore
            | Opcode::Lastore
            | Opcode::Fastore
            | Opcode::Dastore
            | Opcode::Aastore
            | Opcode::Bastore
            | Opcode::Castore
            | Opcode::Sastore
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(used: &[usize], written: &[usize]) -> Traits {
        let fields = |numbers: &[usize]| {
            let fields = numbers.iter().map(|number| Fields::numbered(*number));
            fields.fold(Fields::NONE, Fields::with)
        };
        Traits {
            used: fields(used).with(fields(written)),
            written: fields(written),
            ..Traits::default()
        }
    }

    #[test]
    fn fields_are_fought_over_if_one_of_two_writes_them() {
        let reader = traits(&[0, 1, 2], &[]);
        let writer = traits(&[3], &[1, 2]);
        assert_eq!(reader.fought_over(reader), 0);
        assert_eq!(reader.fought_over(writer), 2);
        assert_eq!(writer.fought_over(reader), 2);
        assert_eq!(writer.fought_over(writer), 2);
        let mut caller = traits(&[], &[]);
        caller.absorb(writer);
        assert_eq!(caller.fought_over(reader), 2);
        assert_eq!(
            traits(&[64], &[64]).fought_over(traits(&[64], &[])),
            0,
            "one too many to count"
        );
    }
}
