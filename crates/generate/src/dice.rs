//! Chance that repeats itself: every random choice of this crate is drawn here, from a generator with a fixed algorithm.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A seeded source of random choices.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `limit`; 0 if the limit is 0. Multiply and shift: the bias of `limit` in 2^64 cannot be measured.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// True once in `in_all` on average.
    pub(crate) fn one_in(&mut self, in_all: usize) -> bool {
        self.below(in_all) == 0
    }

    /// True with the probability of that many percent.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, each as likely as the other.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items into a random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_one_sequence() {
        let draw = |seed| {
            let mut dice = Dice::new(seed);
            let mut order: Vec<u32> = (0..20).collect();
            dice.shuffle(&mut order);
            (dice.below(1000), order)
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn choices_are_even() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 5];
        for _ in 0..50_000 {
            if let Some(number) = dice.pick(&[0, 1, 2, 3, 4]) {
                counts[*number] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| (9_500..10_500).contains(count)),
            "{counts:?}"
        );
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
