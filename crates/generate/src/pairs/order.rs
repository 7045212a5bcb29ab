//! Which pairs of methods to try, and in which order: every pair comes, the promising ones first and more often.

use crate::dice::Dice;
use crate::target::{Accepts, Target, TestedMethod};

/// An unordered pair of methods, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pair(pub(crate) usize, pub(crate) usize);

/// Pairs of a stream that come in turn.
const IN_TURN: usize = 48;

/// Pairs of a stream that are drawn by their weight.
const DRAWN: usize = 24;

/// What each field adds, after the first, that one method of a pair writes and the other uses: what is spread over several fields is
/// seen half done.
const FOUGHT_OVER: u32 = 4;
const MOST_FOUGHT_OVER: u32 = 3;

/// How much is to be expected of a method beside another one.
pub(crate) fn weight(method: &TestedMethod) -> u32 {
    let traits = method.traits;
    let writes = match (traits.writes, traits.is_plain()) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 4,
    };
    1 + writes
        + 2 * u32::from(traits.calls_out)
        + 2 * u32::from(traits.statics)
        + u32::from(traits.compound)
        + u32::from(traits.loops)
        + match method.accepts {
            Accepts::No => 0,
            Accepts::Vaguely => 1,
            Accepts::Specifically => 3,
        }
}

/// How much is to be expected of a pair. Two methods that neither write nor call on cannot disturb each other, unless each locks the
/// other's object.
fn expectation(one: &TestedMethod, other: &TestedMethod) -> u32 {
    let changes = |method: &TestedMethod| method.traits.writes || method.traits.calls_out;
    let several = one.traits.fought_over(other.traits).saturating_sub(1);
    let sum = weight(one) + weight(other) + FOUGHT_OVER * several.min(MOST_FOUGHT_OVER);
    if changes(one) || changes(other) {
        sum
    } else {
        sum / 4
    }
}

/// All pairs, the most promising first; among equals the seed decides.
pub(crate) fn all(target: &Target, seed: u64) -> Vec<Pair> {
    let methods = target.methods();
    let mut pairs: Vec<Pair> = (0..methods.len())
        .flat_map(|one| (one..methods.len()).map(move |other| Pair(one, other)))
        .collect();
    Dice::new(seed).shuffle(&mut pairs);
    pairs.sort_by_cached_key(|pair| {
        std::cmp::Reverse(expectation(&methods[pair.0], &methods[pair.1]))
    });
    pairs
}

/// The pairs of one stream: the next ones in turn, and some that are drawn, the promising ones likelier.
pub(crate) fn of_stream(pairs: &[Pair], number: u32, dice: &mut Dice) -> Vec<Pair> {
    let count = pairs.len();
    let start = (number as usize).wrapping_mul(IN_TURN) % count.max(1);
    let in_turn = (0..IN_TURN.min(count)).map(|step| pairs[(start + step) % count]);
    let mut chosen: Vec<Pair> = in_turn.collect();
    for _ in 0..DRAWN {
        // The smallest of three draws: the first tenth of the order is drawn 27 times in 100.
        let draw = (0..3).map(|_| dice.below(count)).min().unwrap_or_default();
        chosen.extend(pairs.get(draw));
    }
    chosen
}
