//! `--budget`: a time as people write it, and how classes share it.

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

/// The time for a class if nothing else is said.
const A_CLASS: Duration = Duration::from_secs(60);

/// The time that is left, and how many classes have to share it.
#[derive(Debug)]
pub struct Purse {
    time: Duration,
    classes: u32,
}

impl Purse {
    /// For so many classes, with the user's budget for all of them.
    pub fn new(budget: Option<Duration>, classes: usize) -> Self {
        let classes = u32::try_from(classes).unwrap_or(u32::MAX);
        Self {
            time: budget.unwrap_or(A_CLASS.saturating_mul(classes)),
            classes,
        }
    }

    /// What the next class may take: what others left over is shared by all that come behind.
    pub fn share(&self) -> Duration {
        self.time / self.classes.max(1)
    }

    /// One class more is done.
    pub fn pay(&mut self, time: Duration) {
        self.time = self.time.saturating_sub(time);
        self.classes = self.classes.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_class_leaves_over_the_others_share() {
        let second = Duration::from_secs;
        let mut purse = Purse::new(Some(second(90)), 3);
        assert_eq!(purse.share(), second(30));
        purse.pay(second(10));
        assert_eq!(purse.share(), second(40));
        purse.pay(second(45));
        assert_eq!(purse.share(), second(35));
        assert_eq!(Purse::new(None, 2).share(), second(60));
    }

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
