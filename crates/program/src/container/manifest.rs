//! The main section of `META-INF/MANIFEST.MF`: all that matters are two attributes.

use std::path::{Path, PathBuf};

/// What a jar's manifest says about finding classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    /// `Multi-Release: true`.
    pub multi_release: bool,
    /// The relative URLs of `Class-Path`, as written.
    pub class_path: Vec<String>,
}

impl Manifest {
    /// Reads a manifest. What is not understood is passed over, as the JVM does.
    ///
    /// Lines are at most 72 bytes, and a line that starts with a space continues the one before; a continuation may
    /// split a character in two, so lines are joined as bytes. The main section ends at the first empty line.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut manifest = Self::default();
        for line in main_section(bytes) {
            let line = String::from_utf8_lossy(&line);
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            if name.eq_ignore_ascii_case("Multi-Release") {
                manifest.multi_release = value.trim().eq_ignore_ascii_case("true");
            } else if name.eq_ignore_ascii_case("Class-Path") {
                manifest.class_path = value.split_ascii_whitespace().map(str::to_owned).collect();
            }
        }
        manifest
    }

    /// The files that `Class-Path` names, seen from the jar's own place. URLs that are no files are left out.
    pub fn class_path_of(&self, jar: &Path) -> Vec<PathBuf> {
        let base = jar.parent().unwrap_or(Path::new(""));
        self.class_path
            .iter()
            .filter_map(|url| file_of(url, base))
            .collect()
    }
}

/// The logical lines of the main section.
fn main_section(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest
            .iter()
            .position(|&b| b == b'\r' || b == b'\n')
            .unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = match tail {
            [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
            [] => &[],
        };
        match (line, lines.last_mut()) {
            ([], _) => break,
            ([b' ', more @ ..], Some(last)) => last.extend_from_slice(more),
            _ => lines.push(line.to_vec()),
        }
    }
    lines
}

fn file_of(url: &str, base: &Path) -> Option<PathBuf> {
    let path = match url.strip_prefix("file:") {
        Some(rest) => rest.strip_prefix("//").unwrap_or(rest),
        // A scheme of two letters or more is a URL of another kind; `C:` would be a drive.
        None if url
            .split_once(':')
            .is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/')) =>
        {
            return None;
        }
        None => url,
    };
    Some(base.join(percent_decoded(path)))
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_the_main_section() {
        let text = b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\nClass-Path: lib/a.jar li\r\n b/b%20c.jar\r\n  d/\r\n\r\nName: x\r\nClass-Path: no.jar\r\n";
        let manifest = Manifest::parse(text);
        assert!(manifest.multi_release);
        assert_eq!(manifest.class_path, ["lib/a.jar", "lib/b%20c.jar", "d/"]);
        assert_eq!(
            manifest.class_path_of(Path::new("/opt/app/main.jar")),
            [
                PathBuf::from("/opt/app/lib/a.jar"),
                PathBuf::from("/opt/app/lib/b c.jar"),
                PathBuf::from("/opt/app/d/")
            ]
        );
    }

    #[test]
    fn urls() {
        let manifest = Manifest::parse(
            b"Class-Path: file:/x/y.jar file:///z.jar http://h/w.jar ../up.jar 100%.jar\n",
        );
        assert_eq!(
            manifest.class_path_of(Path::new("app/main.jar")),
            [
                PathBuf::from("/x/y.jar"),
                PathBuf::from("/z.jar"),
                PathBuf::from("app/../up.jar"),
                PathBuf::from("app/100%.jar")
            ]
        );
    }

    #[test]
    fn a_continuation_may_split_a_character() {
        let mut text = b"Class-Path: \xc3".to_vec();
        text.extend_from_slice(b"\n \xbc.jar");
        assert_eq!(Manifest::parse(&text).class_path, ["\u{fc}.jar"]);
    }

    #[test]
    fn rubbish_is_passed_over() {
        assert_eq!(Manifest::parse(b""), Manifest::default());
        assert_eq!(Manifest::parse(b" \n \r\r\r"), Manifest::default());
        assert_eq!(Manifest::parse(&[0xff; 100]), Manifest::default());
        assert!(!Manifest::parse(b"Multi-Release: yes").multi_release);
    }
}
