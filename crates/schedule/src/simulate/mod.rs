//! Tiny programs under the same contract as the real runtime, for trying out strategies without a JVM.
//!
//! A [`Program`] is a list of threads, a thread a list of [`Op`]s over shared variables and locks. [`run`] executes it once under a
//! strategy exactly as the crate's documentation says a runtime must; [`run_all`] until the strategy has nothing left to try.
//! [`exhaustive`] finds every outcome and every schedule of a program in a different way, by walking through copies of the
//! program's state, so that strategies which claim to be complete can be held to it.
//!
//! ```
//! use raddle_schedule::Spec;
//! use raddle_schedule::simulate::{Op, Program, run_all};
//!
//! // Two threads that each read a counter and write it back, incremented.
//! let increment = vec![Op::Read(0), Op::WriteRead(0, 1)];
//! let program = Program::new(vec![increment.clone(), increment]);
//! let mut strategy = Spec::Bounded(Default::default()).strategy(0).expect("a controlled strategy");
//! let executions = run_all(&program, &mut *strategy, 1_000);
//! assert!(executions.iter().any(|execution| execution.outcome.variables == [1]));
//! assert!(executions.iter().any(|execution| execution.outcome.variables == [2]));
//! ```

pub mod exhaustive;
mod machine;
mod program;
mod runtime;

pub use machine::{Machine, Outcome};
pub use program::{Op, Program};
pub use runtime::{Event, Execution, STEP_LIMIT, run, run_all};
