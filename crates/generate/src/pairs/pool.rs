//! Constants: few, so that calls meet on the same keys, indices and elements; and those that the tested class mentions itself.

use raddle_classfile::{Opcode, Operands};
use raddle_program::class::Class;
use raddle_program::name;
use raddle_program::program::Program;
use raddle_program::types::{JavaType, Primitive};
use raddle_testcase::{ClassName, Constant};

use crate::dice::Dice;
use crate::knowledge::unboxed;

/// The class's own numbers beyond this are as likely to be sizes that exhaust the memory as anything else.
const LARGEST: i64 = 1 << 16;

/// The class's own strings that are longer are messages.
const LONGEST: usize = 24;

/// How many of the class's own strings are kept.
const STRINGS: usize = 64;

/// Texts that much code knows how to read.
const FORMATS: [&str; 8] = [
    "2000-01-01",
    "12:00",
    "1.5",
    "true",
    "a=b",
    "a,b",
    "yyyy-MM-dd",
    "0",
];

/// Whether a string looks like a value and not like a part of a message.
fn is_value(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && !text.contains(": ") && !text.ends_with([' ', ':'])
}

/// Classes that the class's code loads as values, and those whose names are among its strings: before Java 5, class literals were
/// compiled to names.
fn mentioned_classes(program: &Program, class: &Class, strings: &[String]) -> Vec<Constant> {
    let mut names: Vec<name::ClassName> = Vec::new();
    if let Ok(file) = class.file() {
        for code in file
            .methods()
            .filter_map(|method| method.code().ok().flatten())
        {
            for instruction in code.instructions().map_while(Result::ok) {
                if let (Opcode::Ldc | Opcode::LdcW, Operands::Constant(index)) =
                    (instruction.opcode, instruction.operands)
                    && let Ok(name) = file.pool().class_name(index)
                {
                    names.push(name::ClassName::from_internal(&name.to_str()));
                }
            }
        }
    }
    let named = strings.iter().filter(|text| text.contains('.'));
    names.extend(named.map(|text| name::ClassName::from_binary(text)));
    names.sort();
    names.dedup();
    let exist = names.into_iter().filter(|name| {
        let class = program.find(name).and_then(Result::ok);
        class.is_some_and(|class| program.is_accessible(&class).unwrap_or(false))
    });
    exist
        .filter_map(|name| ClassName::from_internal(name.internal()).ok())
        .map(Constant::Class)
        .collect()
}

/// The constants that tests of a class use.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    numbers: Vec<i64>,
    reals: Vec<f64>,
    strings: Vec<Constant>,
    /// Classes that the class mentions as values.
    mentioned: Vec<Constant>,
    classes: Vec<Constant>,
}

impl Pool {
    /// What the class mentions, beside what every class gets.
    pub(crate) fn of(program: &Program, class: &Class) -> Self {
        let constants = class.constants().unwrap_or_default();
        let own = ClassName::from_internal(class.name().internal()).ok();
        let common = ["java.lang.String", "java.lang.Object", "java.lang.Integer"];
        let classes = common
            .iter()
            .filter_map(|name| ClassName::new(name).ok())
            .chain(own);
        let ints = constants.ints.into_iter().map(i64::from);
        let reals = constants
            .floats
            .into_iter()
            .map(f64::from)
            .chain(constants.doubles);
        let strings = constants.strings.iter().filter(|text| is_value(text));
        Self {
            numbers: ints
                .chain(constants.longs)
                .filter(|number| number.abs() <= LARGEST && !(-1..=2).contains(number))
                .collect(),
            reals: reals.filter(|real| real.is_finite()).collect(),
            strings: strings
                .map(|text| Constant::string(text))
                .take(STRINGS)
                .collect(),
            mentioned: mentioned_classes(program, class, &constants.strings),
            classes: classes.map(Constant::Class).collect(),
        }
    }

    /// A constant of the type, if it has constants.
    pub(crate) fn constant(&self, wanted: &JavaType, dice: &mut Dice) -> Option<Constant> {
        let JavaType::Class(name) = wanted else {
            return match wanted {
                JavaType::Primitive(primitive) => Some(self.primitive(*primitive, dice)),
                _ => None,
            };
        };
        if let Some(primitive) = unboxed(name) {
            return Some(self.primitive(primitive, dice));
        }
        match name.internal() {
            "java/lang/String" | "java/lang/CharSequence" => Some(self.string(dice)),
            "java/lang/Object" | "java/lang/Comparable" | "java/io/Serializable" => {
                Some(match dice.below(10) {
                    0..7 => self.string(dice),
                    _ => self.primitive(Primitive::Int, dice),
                })
            }
            "java/lang/Number" => Some(match dice.below(4) {
                0 => self.primitive(Primitive::Double, dice),
                1 => self.primitive(Primitive::Long, dice),
                _ => self.primitive(Primitive::Int, dice),
            }),
            "java/lang/Class" => {
                let mentioned = !self.mentioned.is_empty() && dice.percent(70);
                dice.pick(if mentioned {
                    &self.mentioned
                } else {
                    &self.classes
                })
                .cloned()
            }
            _ => None,
        }
    }

    fn string(&self, dice: &mut Dice) -> Constant {
        match dice.below(100) {
            0..40 => Constant::string("a"),
            40..70 => Constant::string("b"),
            70..76 => Constant::string(""),
            76..80 => Constant::string("1"),
            80..83 => Constant::string(FORMATS[dice.below(FORMATS.len())]),
            _ => dice
                .pick(&self.strings)
                .cloned()
                .unwrap_or_else(|| Constant::string("a")),
        }
    }

    fn number(&self, dice: &mut Dice) -> i64 {
        match dice.below(100) {
            0..35 => 0,
            35..65 => 1,
            65..77 => 2,
            77..85 => -1,
            _ => dice.pick(&self.numbers).copied().unwrap_or(3),
        }
    }

    fn real(&self, dice: &mut Dice) -> f64 {
        match dice.below(100) {
            0..75 => self.number(dice) as f64,
            75..85 => 0.5,
            _ => dice.pick(&self.reals).copied().unwrap_or(0.5),
        }
    }

    fn primitive(&self, primitive: Primitive, dice: &mut Dice) -> Constant {
        match primitive {
            Primitive::Boolean => Constant::Boolean(dice.one_in(2)),
            // Numbers that do not fit are cut off: any value will do.
            Primitive::Byte => Constant::Byte(self.number(dice) as i8),
            Primitive::Short => Constant::Short(self.number(dice) as i16),
            Primitive::Int => Constant::Int(self.number(dice) as i32),
            Primitive::Long => Constant::Long(self.number(dice)),
            Primitive::Char => Constant::Char(match dice.below(10) {
                0..5 => u16::from(b'a'),
                5..8 => u16::from(b'b'),
                _ => self.number(dice) as u16,
            }),
            Primitive::Float => Constant::float(self.real(dice) as f32),
            Primitive::Double => Constant::double(self.real(dice)),
        }
    }
}
