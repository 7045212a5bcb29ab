//! The hunt for violations.
//!
//! In goes a [`Search`]: a target, a generator, a seed, a plan. Out come [`Violation`]s: a small test and a schedule that makes it
//! come to what no linearization comes to, each repeated in a fresh process before anybody hears of it.
//!
//! The way of a test, a module a step:
//! 1. a generator makes it, trying out calls by sequential runs (`feedback`);
//! 2. if its suffixes cannot interfere, that was it (`interference`);
//! 3. it is executed under many schedules ([`Plan`]), and every failure is compared with all linearizations (`oracle`), results too if
//!    that is wanted (`results`);
//! 4. what no linearization explains is made smaller (`minimise`) and must happen again (`confirm`);
//! 5. streams of tests run side by side on workers and still give one result ([`hunt()`]).
//!
//! Nothing here starts a JVM: an [`Executor`] does the jobs, a [`Bench`](raddle_vm::Bench) of worker processes or, in tests, a function.
#![forbid(unsafe_code)]

mod canonical;
mod confirm;
mod executor;
mod explore;
#[cfg(test)]
mod fake;
mod feedback;
mod hunt;
mod interference;
mod minimise;
mod oracle;
mod reduce;
mod results;
mod stream;
mod symptom;
mod tally;
mod violation;

pub use confirm::{Confirmed, Rejection, confirm, replay};
pub use executor::Executor;
pub use explore::{Phase, Plan, Suspect};
pub use hunt::{HuntResult, Progress, hunt};
pub use oracle::{Inconclusive, Linearizations, MAX_LINEARIZATIONS, Oracle, Unexplained};
pub use stream::{Afterwards, Generated, Independent, Search, Streams, Until};
pub use symptom::{CallId, Symptoms, Unusable};
pub use tally::{Casualty, Tally};
pub use violation::{Fingerprint, Found, Violation};
