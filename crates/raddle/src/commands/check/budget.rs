//! `--budget`: a time as people write it.

use std::time::Duration;

/// Reads `90s`, `1m30s`, `2m`, `1h`, `500ms`; a bare number is seconds.
pub fn parse(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write it as in 90s, 2m or 1h30m");
    let mut rest = text.trim();
    let mut total = Duration::ZERO;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, behind) = rest.split_at(digits);
        let letters = behind
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(letters);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let seconds = match unit {
            "ms" => number / 1000.0,
            "s" | "" => number,
            "m" | "min" => number * 60.0,
            "h" => number * 3600.0,
            _ => return Err(wrong()),
        };
        total = Duration::try_from_secs_f64(seconds)
            .ok()
            .and_then(|part| total.checked_add(part))
            .ok_or_else(wrong)?;
        rest = behind;
    }
    if total.is_zero() {
        Err(wrong())
    } else {
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_write_them() {
        for (text, seconds) in [
            ("90s", 90.0),
            ("2m", 120.0),
            ("1h30m", 5400.0),
            ("500ms", 0.5),
            ("7", 7.0),
            ("1.5m", 90.0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time() {
        for text in [
            "",
            "s",
            "1x",
            "-1s",
            "0s",
            "1e9h",
            "99999999999999999999h",
            "1.2.3s",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
