//! Constants in JSON. A plain number, boolean or null takes the type of its parameter; an object with one key says its own type.

use serde_json::{Value, json};

use crate::constant::{Constant, JavaString};
use crate::signature::Imports;
use crate::types::{ClassName, JavaType};

/// Reads a constant for a parameter of the given type; `None` if it is none of that type.
pub(super) fn read(value: &Value, expected: &JavaType, imports: &Imports) -> Option<Constant> {
    match value {
        Value::Null => Some(Constant::Null),
        Value::Bool(value) => Some(Constant::Boolean(*value)),
        Value::Number(_) => read_number(value, &numeric_type(value, expected)),
        Value::Object(object) => {
            let (kind, inner) = object.iter().next().filter(|_| object.len() == 1)?;
            match (kind.as_str(), inner) {
                ("string", Value::String(text)) => Some(Constant::string(text)),
                ("utf16", Value::Array(units)) => {
                    let units: Option<Vec<u16>> = units.iter().map(unit).collect();
                    Some(Constant::String(JavaString::from(units?)))
                }
                ("class", Value::String(name)) => read_class(name, imports).map(Constant::Class),
                (keyword, inner) => read_number(inner, &JavaType::primitive(keyword)?),
            }
        }
        Value::String(_) | Value::Array(_) => None,
    }
}

/// A class by its name, or by its descriptor where a class without a package is meant that has the name of another.
fn read_class(text: &str, imports: &Imports) -> Option<ClassName> {
    if !text.ends_with(';') {
        return imports.class(text).ok();
    }
    match JavaType::from_descriptor(text) {
        Ok(JavaType::Object(class)) => Some(class),
        _ => None,
    }
}

/// What a plain number means: what the parameter wants, or what a literal would be in Java.
fn numeric_type(value: &Value, expected: &JavaType) -> JavaType {
    match expected {
        JavaType::Object(class) => JavaType::unboxed(class.as_str()).unwrap_or_else(|| {
            if value.is_f64() {
                JavaType::Double
            } else {
                JavaType::Int
            }
        }),
        other => other.clone(),
    }
}

fn unit(value: &Value) -> Option<u16> {
    u16::try_from(value.as_u64()?).ok()
}

fn read_number(value: &Value, wanted: &JavaType) -> Option<Constant> {
    Some(match wanted {
        JavaType::Boolean => Constant::Boolean(value.as_bool()?),
        JavaType::Byte => Constant::Byte(i8::try_from(value.as_i64()?).ok()?),
        JavaType::Short => Constant::Short(i16::try_from(value.as_i64()?).ok()?),
        JavaType::Int => Constant::Int(i32::try_from(value.as_i64()?).ok()?),
        JavaType::Long => Constant::Long(value.as_i64()?),
        JavaType::Float => Constant::float(floating(value)? as f32),
        JavaType::Double => Constant::double(floating(value)?),
        JavaType::Char => match value {
            Value::String(text) => {
                let mut units = text.encode_utf16();
                let only = units.next()?;
                if units.next().is_some() {
                    return None;
                }
                Constant::Char(only)
            }
            other => Constant::Char(unit(other)?),
        },
        JavaType::Object(_) | JavaType::Array(_) => return None,
    })
}

fn floating(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// Writes a constant for a parameter of the given type, plainly where reading that gives the same constant back.
pub(super) fn write(constant: &Constant, expected: &JavaType) -> Value {
    let (keyword, inner) = match constant {
        Constant::Null => return Value::Null,
        Constant::Boolean(value) => ("boolean", json!(value)),
        Constant::Byte(value) => ("byte", json!(value)),
        Constant::Short(value) => ("short", json!(value)),
        Constant::Char(value) => {
            let text = String::from_utf16(&[*value]).ok();
            (
                "char",
                text.map_or_else(|| json!(value), |text| json!(text)),
            )
        }
        Constant::Int(value) => ("int", json!(value)),
        Constant::Long(value) => ("long", json!(value)),
        Constant::Float(value) => (
            "float",
            write_floating(f64::from(value.get()), short_float(value.get())),
        ),
        Constant::Double(value) => ("double", write_floating(value.get(), json!(value.get()))),
        Constant::String(string) => {
            return match string.to_text() {
                Some(text) => json!({ "string": text }),
                None => json!({ "utf16": string.units() }),
            };
        }
        Constant::Class(class) => {
            let plain = read_class(class.as_str(), &Imports::default()).as_ref() == Some(class);
            let exact = JavaType::Object(class.clone()).descriptor();
            return json!({ "class": if plain { class.as_str() } else { &exact } });
        }
    };
    if read(&inner, expected, &Imports::default()).as_ref() == Some(constant) {
        inner
    } else {
        json!({ keyword: inner })
    }
}

fn write_floating(value: f64, finite: Value) -> Value {
    if value.is_nan() {
        json!("NaN")
    } else if value.is_infinite() {
        json!(if value > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        finite
    }
}

/// The shortest decimal that is read back as the same `float`: `0.1` and not `0.10000000149011612`.
fn short_float(value: f32) -> Value {
    match value.to_string().parse::<f64>() {
        Ok(short) if short as f32 == value => json!(short),
        _ => json!(f64::from(value)),
    }
}
