//! One file a strategy.

mod random;
mod replay;

pub use random::{Chance, ChanceError, Random};
pub use replay::Replay;
