//! Chance that repeats itself: everything random in this crate is drawn here, from one generator with a fixed algorithm.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::thread::{ThreadId, ThreadSet};

/// A seeded source of random choices.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `limit`; 0 if the limit is 0. Multiply and shift, whose bias of at most `limit` in 2^64 nobody can measure.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(limit)) >> 64) as u64
    }

    /// A number in (0, 1].
    pub(crate) fn unit(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One of `threads`, each as likely as the other.
    pub(crate) fn pick(&mut self, threads: ThreadSet) -> Option<ThreadId> {
        match threads.len() {
            0 | 1 => threads.first(),
            len => threads.nth(self.below(len as u64) as usize),
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
            [dice.bits(), dice.below(1000), dice.bits()]
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn every_thread_gets_its_share() {
        let threads = ThreadSet::from_bits(0b1010_0100);
        let mut dice = Dice::new(5);
        let mut count = [0u32; 8];
        for _ in 0..30_000 {
            count[dice.pick(threads).expect("not empty").index()] += 1;
        }
        for thread in threads {
            assert!(
                (9_500..10_500).contains(&count[thread.index()]),
                "{count:?}"
            );
        }
        assert_eq!(count.iter().sum::<u32>(), 30_000);
        assert_eq!(dice.pick(ThreadSet::EMPTY), None);
    }

    #[test]
    fn unit_is_never_zero() {
        let mut dice = Dice::new(9);
        assert!(
            (0..10_000)
                .map(|_| dice.unit())
                .all(|unit| unit > 0.0 && unit <= 1.0)
        );
    }
}
