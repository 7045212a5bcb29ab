//! Text as class files store it.

use std::borrow::Cow;
use std::fmt;

/// A string in the class file's modified UTF-8 (JVMS 4.4.7): NUL takes two bytes, characters beyond the basic
/// plane are two surrogates of three bytes each, and lone surrogates are allowed.
///
/// Names are nearly always ASCII, so equality and hashing work on the bytes, and a comparison with a Rust string
/// does not decode anything it need not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JavaStr<'a>(&'a [u8]);

impl<'a> JavaStr<'a> {
    /// The string with these bytes. They are taken as they are; what is malformed decodes to U+FFFD.
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes as they stand in the file.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text, borrowed where it is the same in UTF-8. Lone surrogates and malformed bytes become U+FFFD.
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(
                char::decode_utf16(self.utf16())
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect(),
            ),
        }
    }

    /// The UTF-16 code units, which is what a `java.lang.String` holds. Malformed bytes become U+FFFD.
    pub fn utf16(self) -> impl Iterator<Item = u16> + 'a {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (unit, length) = match *rest {
                [] => return None,
                [a, ..] if a < 0x80 => (u16::from(a), 1),
                [a, b, ..] if a & 0xe0 == 0xc0 && b & 0xc0 == 0x80 => {
                    (u16::from(a & 0x1f) << 6 | u16::from(b & 0x3f), 2)
                }
                [a, b, c, ..] if a & 0xf0 == 0xe0 && b & 0xc0 == 0x80 && c & 0xc0 == 0x80 => (
                    u16::from(a & 0x0f) << 12 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f),
                    3,
                ),
                _ => (0xfffd, 1),
            };
            rest = &rest[length..];
            Some(unit)
        })
    }
}

impl<'a> From<&'a str> for JavaStr<'a> {
    /// Right for text without NUL and without characters beyond the basic plane, as names in sources are;
    /// [`write::ConstantPoolBuilder::utf8`](crate::write::ConstantPoolBuilder::utf8) encodes anything.
    fn from(text: &'a str) -> Self {
        Self(text.as_bytes())
    }
}

impl PartialEq<str> for JavaStr<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes() || (!self.0.is_ascii() && self.to_str() == other)
    }
}

impl PartialEq<&str> for JavaStr<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for JavaStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for JavaStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_str(), f)
    }
}

/// `text` in modified UTF-8.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| byte != 0 && byte < 0xf0) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        let [_, low] = unit.to_be_bytes();
        match unit {
            0x01..=0x7f => bytes.push(low),
            0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (low & 0x3f)]),
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (low & 0x3f),
            ]),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_both_ways() {
        for text in [
            "",
            "java/lang/Object",
            "Größe",
            "a\0b",
            "\u{1f9f6} yarn",
            "\u{ffff}",
        ] {
            let bytes = encode(text);
            assert_eq!(JavaStr::from_bytes(&bytes).to_str(), text);
            assert_eq!(JavaStr::from_bytes(&bytes), *text);
        }
    }

    #[test]
    fn nul_and_surrogates_are_encoded_as_the_jvm_wants_them() {
        assert_eq!(&*encode("\0"), [0xc0, 0x80]);
        assert_eq!(&*encode("\u{10000}"), [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80]);
    }

    #[test]
    fn malformed_bytes_decode_to_something() {
        assert_eq!(
            JavaStr::from_bytes(&[b'a', 0xff, 0xe1, b'b']).to_str(),
            "a\u{fffd}\u{fffd}b"
        );
        let lone = JavaStr::from_bytes(&[0xed, 0xa0, 0x80]);
        assert_eq!(lone.to_str(), "\u{fffd}");
        assert_eq!(lone.utf16().collect::<Vec<_>>(), [0xd800]);
    }
}
