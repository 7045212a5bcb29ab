//! Strategies that claim to try everything do, and try nothing twice.

mod support;

use std::collections::BTreeSet;

use proptest::prelude::*;
use raddle_schedule::simulate::{Outcome, Program, exhaustive, run};
use raddle_schedule::{Bound, Bounded, Calls, Ending, Schedule, Strategy, SwitchPoints};
use support::{Shape, programs};

/// More executions than any program here has; a strategy that goes on is caught.
const TOO_MANY: usize = 100_000;

/// More preemptions than any program here has room for.
const NO_BOUND: u32 = 1_000;

/// What became of trying everything.
#[derive(Default)]
struct Explored {
    schedules: BTreeSet<Schedule>,
    /// Of the executions that came to an end.
    outcomes: BTreeSet<Outcome>,
    /// How many did not.
    endless: usize,
    /// How often strategies were asked, all in all, and how many events there were.
    questions: u64,
    events: u64,
}

fn explore(program: &Program, strategy: &mut impl Strategy) -> Explored {
    let mut explored = Explored::default();
    while let Some(execution) = run(program, strategy) {
        assert!(explored.schedules.len() < TOO_MANY, "no end");
        assert!(
            explored.schedules.insert(execution.schedule()),
            "{} was repeated",
            execution.schedule()
        );
        assert_eq!(strategy.divergence(), None);
        explored.questions += execution.questions;
        explored.events += execution.trace.len() as u64;
        match execution.ending {
            Ending::StepLimit => explored.endless += 1,
            _ => drop(explored.outcomes.insert(execution.outcome)),
        }
    }
    explored
}

fn bounded(preemptions: u32, before: SwitchPoints) -> Bounded {
    Bounded::new(Bound {
        preemptions,
        before,
    })
}

const SMALL: Shape = Shape {
    blocks: 4,
    interleavings: 2_000.0,
    yields: false,
    loops: false,
    calls: false,
    pins: true,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bounded_tries_exactly_the_schedules_within_its_bound(program in programs(SMALL), limit in 0..3u32) {
        let explored = explore(&program, &mut bounded(limit, SwitchPoints::All));
        prop_assert_eq!(explored.schedules, exhaustive::schedules(&program, limit as usize));
    }

    #[test]
    fn bounded_without_a_bound_finds_every_outcome(program in programs(Shape { yields: true, ..SMALL })) {
        let explored = explore(&program, &mut bounded(NO_BOUND, SwitchPoints::All));
        prop_assert_eq!(explored.outcomes, exhaustive::outcomes(&program));
    }

    #[test]
    fn conflicts_are_switch_points_enough(program in programs(Shape { yields: true, pins: false, ..SMALL })) {
        let explored = explore(&program, &mut bounded(NO_BOUND, SwitchPoints::Conflicts));
        prop_assert_eq!(explored.outcomes, exhaustive::outcomes(&program));
    }

    #[test]
    fn bounded_comes_to_an_end_with_loops(
        program in programs(Shape { yields: true, loops: true, ..SMALL }),
        limit in 0..2u32,
        before in prop_oneof![Just(SwitchPoints::All), Just(SwitchPoints::Conflicts)],
    ) {
        let explored = explore(&program, &mut bounded(limit, before));
        prop_assert!(explored.outcomes.is_subset(&exhaustive::outcomes(&program)));
    }

    #[test]
    fn calls_tries_exactly_the_schedules_that_switch_between_calls(
        program in programs(Shape { blocks: 5, interleavings: 1e5, calls: true, ..SMALL })
    ) {
        let explored = explore(&program, &mut Calls::new());
        prop_assert_eq!(explored.schedules, exhaustive::call_schedules(&program));
    }

    #[test]
    fn calls_comes_to_an_end_with_loops(
        program in programs(Shape { blocks: 5, interleavings: 1e5, yields: true, loops: true, calls: true, pins: true })
    ) {
        let explored = explore(&program, &mut Calls::new());
        prop_assert!(explored.outcomes.is_subset(&exhaustive::outcomes(&program)));
    }
}
