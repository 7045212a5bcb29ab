//! How much each round tries: many short runs with different seeds find bugs faster than one long run (section 5).

/// What one round may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    /// Suffixes to try.
    pub(crate) suffix_tries: usize,
    /// Prefixes to make.
    pub(crate) max_prefixes: usize,
}

impl Round {
    /// The round of that number, from 0; nothing after the hundredth.
    pub(crate) fn of(number: u32) -> Option<Self> {
        let suffix_tries = match number {
            0..10 => 10,
            10..20 => 20,
            20..30 => 50,
            30..40 => 200,
            40..100 => 500,
            _ => return None,
        };
        Some(Self {
            suffix_tries,
            max_prefixes: (suffix_tries / 20).max(1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_rounds_of_growing_size() {
        let rounds: Vec<Round> = (0..).map_while(Round::of).collect();
        assert_eq!(rounds.len(), 100);
        let count = |tries, prefixes| {
            rounds
                .iter()
                .filter(|round| (round.suffix_tries, round.max_prefixes) == (tries, prefixes))
                .count()
        };
        assert_eq!(
            [
                count(10, 1),
                count(20, 1),
                count(50, 2),
                count(200, 10),
                count(500, 25)
            ],
            [10, 10, 10, 10, 60]
        );
        assert!(rounds.is_sorted_by_key(|round| round.suffix_tries));
    }
}
