//! Constants as Java expressions.

use super::scope::Scope;
use crate::constant::Constant;
use crate::expectation::escape;

/// The constant as an expression whose type is exactly [`Constant::java_type`].
pub(super) fn literal(constant: &Constant, scope: &mut Scope) -> String {
    match constant {
        Constant::Null => "null".to_owned(),
        Constant::Boolean(value) => value.to_string(),
        Constant::Byte(value) => format!("(byte) {value}"),
        Constant::Short(value) => format!("(short) {value}"),
        Constant::Char(unit) => format!("'{}'", escape(&[*unit], '\'')),
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(value) => {
            let value = value.get();
            floating(f64::from(value), format!("{value:?}f"), "Float", scope)
        }
        Constant::Double(value) => {
            floating(value.get(), format!("{:?}", value.get()), "Double", scope)
        }
        Constant::String(string) => format!("\"{}\"", escape(string.units(), '"')),
        Constant::Class(class) => format!("{}.class", scope.class(class)),
    }
}

fn floating(value: f64, finite: String, class: &str, scope: &mut Scope) -> String {
    let name = if value.is_nan() {
        "NaN"
    } else if value == f64::INFINITY {
        "POSITIVE_INFINITY"
    } else if value == f64::NEG_INFINITY {
        "NEGATIVE_INFINITY"
    } else {
        return finite;
    };
    format!("{}.{name}", scope.lang(class))
}
