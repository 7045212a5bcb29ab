//! One file a strategy.

mod bounded;
mod calls;
mod pct;
mod pos;
mod random;
mod replay;
mod round_robin;
mod surw;

pub use bounded::{Bound, BoundError, Bounded};
pub use calls::Calls;
pub use pct::Pct;
pub use pos::Pos;
pub use random::{Chance, ChanceError, Random};
pub use replay::Replay;
pub use round_robin::RoundRobin;
pub use surw::Surw;
