use std::fmt;
use std::str::FromStr;

use crate::dice::Dice;
use crate::strategy::{Needs, Next, Point, Strategy, Turn};

/// A random walk: before an event a decision is made with a given chance, and every enabled thread is as likely to be chosen.
///
/// With chance 1 this is the plain random walk that the papers compare themselves with. A smaller chance makes longer stretches
/// without a switch, which many bugs need, and costs less: instead of throwing dice at every event, the number of events up to the
/// next decision is drawn once, from the geometric distribution that the dice would have given.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
    /// 1 / ln(1 - chance), or `None` for a decision at every event.
    scale: Option<f64>,
}

impl Random {
    /// A walk that decides before an event with the given chance.
    #[must_use]
    pub fn new(chance: Chance, seed: u64) -> Self {
        let scale = (chance.0 < 1.0).then(|| (-chance.0).ln_1p().recip());
        Self {
            dice: Dice::new(seed),
            scale,
        }
    }

    /// How many events until the next decision, at least one.
    fn stretch(&mut self) -> u32 {
        match self.scale {
            None => 1,
            // Inversion of the geometric distribution; the cast rounds down and saturates.
            Some(scale) => ((self.dice.unit().ln() * scale) as u32).saturating_add(1),
        }
    }
}

impl Strategy for Random {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn begin(&mut self) -> Next {
        Next::Run
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        let thread = self.dice.pick(point.candidates()).unwrap_or(point.running);
        Turn::limited(thread, self.stretch())
    }
}

/// How likely a decision before an event is: above 0, at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance(f64);

impl Chance {
    /// A decision before every event.
    pub const ALWAYS: Self = Self(1.0);

    /// The chance as a number above 0 and at most 1.
    ///
    /// # Errors
    /// If it is not.
    pub fn new(chance: f64) -> Result<Self, ChanceError> {
        // A chance of 2^-32 makes turns as long as they can be; below, the logarithm would lose its meaning.
        let least = 1.0 / f64::from(Turn::UNLIMITED);
        if chance > 0.0 && chance <= 1.0 {
            Ok(Self(chance.max(least)))
        } else {
            Err(ChanceError(chance.to_string()))
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl Default for Chance {
    fn default() -> Self {
        Self::ALWAYS
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Chance {
    type Err = ChanceError;

    fn from_str(text: &str) -> Result<Self, ChanceError> {
        text.parse()
            .map_err(|_| ChanceError(text.to_owned()))
            .and_then(Self::new)
    }
}

/// A chance that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a chance: expected a number above 0 and at most 1")]
pub struct ChanceError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_geometric() {
        for chance in [0.5, 0.1, 0.02] {
            let mut walk = Random::new(Chance::new(chance).expect("a chance"), 4);
            let draws = 200_000;
            let stretches: Vec<u32> = (0..draws).map(|_| walk.stretch()).collect();
            let ones =
                stretches.iter().filter(|&&stretch| stretch == 1).count() as f64 / f64::from(draws);
            let mean = stretches
                .iter()
                .map(|&stretch| f64::from(stretch))
                .sum::<f64>()
                / f64::from(draws);
            assert!((ones / chance - 1.0).abs() < 0.05, "{chance}: {ones}");
            assert!((mean * chance - 1.0).abs() < 0.02, "{chance}: {mean}");
            assert!(stretches.iter().all(|&stretch| stretch >= 1));
        }
        let mut always = Random::new(Chance::ALWAYS, 3);
        assert!((0..100).all(|_| always.stretch() == 1));
    }

    #[test]
    fn tiny_chances_saturate() {
        let mut walk = Random::new(Chance::new(f64::MIN_POSITIVE).expect("a chance"), 3);
        assert!(
            (0..100)
                .map(|_| walk.stretch())
                .all(|stretch| stretch > 1_000_000)
        );
    }

    #[test]
    fn chances_are_checked() {
        for text in ["0", "-0.1", "1.1", "NaN", "inf", "often", ""] {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
        assert_eq!(
            "0.25".parse::<Chance>().expect("a chance").to_string(),
            "0.25"
        );
    }
}
