//! The literals of the published tool.

use raddle_program::types::{JavaType, Primitive};
use raddle_testcase::Constant;

use crate::dice::Dice;
use crate::knowledge::unboxed;

const WHOLE: [i8; 9] = [-100, -3, -2, -1, 0, 1, 2, 3, 100];
const FRACTIONS: [f32; 2] = [-0.1, 0.1];

/// A literal of the type, if it has literals: primitives, their wrappers, and strings.
pub(super) fn literal(wanted: &JavaType, dice: &mut Dice) -> Option<Constant> {
    match wanted {
        JavaType::Primitive(primitive) => Some(primitive_literal(*primitive, dice)),
        JavaType::Class(name) if name.internal() == "java/lang/String" => {
            Some(Constant::string(&keyboard(dice)))
        }
        JavaType::Class(name) => unboxed(name).map(|primitive| primitive_literal(primitive, dice)),
        JavaType::Array(_) => None,
    }
}

fn primitive_literal(primitive: Primitive, dice: &mut Dice) -> Constant {
    let whole = |dice: &mut Dice| WHOLE[dice.below(WHOLE.len())];
    let real = |dice: &mut Dice| {
        let at = dice.below(WHOLE.len() + FRACTIONS.len());
        WHOLE
            .get(at)
            .map_or_else(|| FRACTIONS[at - WHOLE.len()], |whole| f32::from(*whole))
    };
    match primitive {
        Primitive::Boolean => Constant::Boolean(dice.one_in(2)),
        Primitive::Byte => Constant::Byte(whole(dice)),
        Primitive::Short => Constant::Short(whole(dice).into()),
        Primitive::Int => Constant::Int(whole(dice).into()),
        Primitive::Long => Constant::Long(whole(dice).into()),
        Primitive::Char => Constant::Char(key(dice).into()),
        Primitive::Float => Constant::float(real(dice)),
        // Through the text, so that a tenth is a tenth as a double too.
        Primitive::Double => Constant::double(real(dice).to_string().parse().unwrap_or_default()),
    }
}

/// A character that a keyboard has.
fn key(dice: &mut Dice) -> u8 {
    b' ' + dice.below(usize::from(b'~' - b' ') + 1) as u8
}

/// At least one character, and another one with probability 1/2.
fn keyboard(dice: &mut Dice) -> String {
    let mut text = String::from(char::from(key(dice)));
    while dice.one_in(2) {
        text.push(char::from(key(dice)));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use raddle_program::name::ClassName;

    use super::*;

    fn drawn(wanted: &JavaType) -> BTreeSet<Constant> {
        let mut dice = Dice::new(7);
        (0..2000)
            .filter_map(|_| literal(wanted, &mut dice))
            .collect()
    }

    #[test]
    fn ints_are_small_or_a_hundred() {
        let expected = [-100, -3, -2, -1, 0, 1, 2, 3, 100]
            .map(Constant::Int)
            .into();
        assert_eq!(drawn(&JavaType::Primitive(Primitive::Int)), expected);
        let wrapper = JavaType::Class(ClassName::from_binary("java.lang.Integer"));
        assert_eq!(drawn(&wrapper), expected);
    }

    #[test]
    fn floats_add_tenths() {
        let doubles = [
            -100.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 100.0, -0.1, 0.1,
        ];
        assert_eq!(
            drawn(&JavaType::Primitive(Primitive::Double)),
            doubles.map(Constant::double).into()
        );
        assert_eq!(
            drawn(&JavaType::Primitive(Primitive::Float)),
            doubles.map(|value| Constant::float(value as f32)).into()
        );
    }

    #[test]
    fn strings_are_typed_on_a_keyboard_and_half_of_them_go_on() {
        let mut dice = Dice::new(7);
        let texts: Vec<String> = (0..20_000).map(|_| keyboard(&mut dice)).collect();
        assert!(
            texts
                .iter()
                .all(|text| !text.is_empty() && text.bytes().all(|b| (b' '..=b'~').contains(&b)))
        );
        for length in 1..5 {
            let reached = texts.iter().filter(|text| text.len() >= length).count() as f64;
            let beyond = texts.iter().filter(|text| text.len() > length).count() as f64;
            assert!(
                (beyond / reached - 0.5).abs() < 0.03,
                "{length}: {beyond} of {reached}"
            );
        }
    }

    #[test]
    fn other_types_have_no_literals() {
        for class in [
            "java.lang.Object",
            "java.lang.CharSequence",
            "java.lang.Class",
        ] {
            assert_eq!(
                drawn(&JavaType::Class(ClassName::from_binary(class))),
                BTreeSet::new()
            );
        }
    }
}
