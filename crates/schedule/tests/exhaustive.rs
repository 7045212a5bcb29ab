//! Strategies that claim to try everything do, and try nothing twice.

mod support;

use std::collections::BTreeSet;

use proptest::prelude::*;
use raddle_schedule::simulate::{Op, Outcome, Program, exhaustive, run};
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

fn private(thread: usize, count: usize) -> impl Iterator<Item = Op> {
    (0..count).map(move |value| Op::Write(10 + thread, value as i64))
}

/// Two threads that do much on their own, and add to a common counter without a lock.
fn lost_update() -> Program {
    let thread = |number| {
        let work = private(number, 50)
            .chain([Op::Read(0), Op::WriteRead(0, 1)])
            .chain(private(number, 50));
        work.collect()
    };
    Program::new(vec![thread(0), thread(1)])
}

#[test]
fn fewer_preemptions_come_first() {
    let mut strategy = bounded(2, SwitchPoints::All);
    let program = Program::new(vec![vec![Op::Add(0, 1); 4], vec![Op::Add(0, 1); 4]]);
    let mut preemptions = Vec::new();
    while run(&program, &mut strategy).is_some() {
        preemptions.push(strategy.preemptions());
    }
    assert!(preemptions.is_sorted());
    assert_eq!(preemptions.iter().filter(|&&count| count == 0).count(), 2);
    assert_eq!(preemptions.last(), Some(&2));
}

#[test]
fn executions_that_cannot_be_preempted_any_more_ask_little() {
    let explored = explore(&lost_update(), &mut bounded(1, SwitchPoints::All));
    assert_eq!(explored.schedules.len(), 2 + 2 * 102);
    // At the start, at the preemption and when one thread is finished; the first two executions ask at every event.
    assert_eq!(explored.questions, 2 * 206 + 204 * 3);
    assert!(explored.questions * 30 < explored.events);
}

#[test]
fn switching_only_before_conflicts_saves_most_of_the_work() {
    let all = explore(&lost_update(), &mut bounded(1, SwitchPoints::All));
    let some = explore(&lost_update(), &mut bounded(1, SwitchPoints::Conflicts));
    assert_eq!(some.outcomes, all.outcomes);
    assert_eq!(some.schedules.len(), 2 + 2 * 2);
}

#[test]
fn a_conflict_that_shows_late_is_switched_at_in_earlier_executions_too() {
    // Thread 1 writes variable 1 only if thread 0 was stopped between its two writes, and before the second of them is where it is
    // stopped first. Only then variable 1 is fought over, and the very first execution should have been preempted before reading it.
    let program = Program::new(vec![
        vec![Op::Write(0, 1), Op::Read(1), Op::Write(0, 0)],
        vec![Op::Read(0), Op::SkipUnless(1, 1), Op::Write(1, 7)],
    ]);
    let explored = explore(&program, &mut bounded(2, SwitchPoints::Conflicts));
    let wanted = "0x2 1x3 0x2".parse().expect("a schedule");
    assert!(explored.schedules.contains(&wanted));
}

#[test]
fn loops_that_wait_for_another_thread_are_left() {
    for wait in [Op::AwaitYielding, Op::AwaitSpinning] {
        let programs = [
            vec![
                vec![wait(0, 1), Op::Read(1)],
                vec![Op::Write(1, 5), Op::Write(0, 1), Op::Write(1, 6)],
            ],
            vec![
                vec![wait(0, 1), Op::Write(0, 2), Op::Read(1)],
                vec![Op::Write(0, 1), wait(0, 2), Op::Write(1, 3)],
            ],
            vec![
                vec![wait(0, 2)],
                vec![wait(0, 1), Op::Write(0, 2)],
                vec![Op::Write(0, 1), Op::Read(0)],
            ],
        ];
        for threads in programs {
            let program = Program::new(threads);
            for before in [SwitchPoints::All, SwitchPoints::Conflicts] {
                let explored = explore(&program, &mut bounded(2, before));
                assert_eq!(
                    explored.outcomes,
                    exhaustive::outcomes(&program),
                    "{program:?} {before:?}"
                );
                assert_eq!(explored.endless, 0, "{program:?} {before:?}");
            }
        }
    }
}

#[test]
fn threads_that_wait_in_vain_make_a_bounded_number_of_executions() {
    for wait in [Op::AwaitYielding, Op::AwaitSpinning] {
        let program = Program::new(vec![
            vec![wait(0, 1), Op::Write(1, 1)],
            vec![wait(1, 1), Op::Write(0, 1)],
        ]);
        let explored = explore(&program, &mut bounded(1, SwitchPoints::All));
        assert_eq!(explored.endless, explored.schedules.len());
        assert!(explored.endless < 500, "{}", explored.endless);
        let explored = explore(&program, &mut Calls::new());
        assert_eq!(explored.endless, 2);
    }
}

#[test]
fn calls_of_two_threads_are_shuffled() {
    let thread = vec![Op::Add(0, 1), Op::Add(0, 1), Op::Call, Op::Add(0, 1)];
    let explored = explore(&Program::new(vec![thread; 2]), &mut Calls::new());
    assert_eq!(explored.schedules.len(), 6);
    assert!(explored.questions <= 6 * 5);
}

#[test]
fn the_first_call_begins_with_its_thread() {
    let thread = vec![Op::Call, Op::Add(0, 1), Op::Call, Op::Add(0, 1)];
    let explored = explore(&Program::new(vec![thread; 2]), &mut Calls::new());
    assert_eq!(explored.schedules.len(), 6);
}

#[test]
fn a_blocked_call_is_overtaken_and_goes_on() {
    // Thread 0 waits in its first call; the second call of thread 1 wakes it.
    let program = Program::new(vec![
        vec![
            Op::Lock(0),
            Op::Wait(0),
            Op::Read(0),
            Op::Unlock(0),
            Op::Call,
            Op::Read(0),
        ],
        vec![
            Op::Write(0, 1),
            Op::Call,
            Op::Lock(0),
            Op::Notify(0),
            Op::Unlock(0),
            Op::Call,
            Op::Write(0, 2),
        ],
    ]);
    let explored = explore(&program, &mut Calls::new());
    assert_eq!(explored.schedules, exhaustive::call_schedules(&program));
    let read: BTreeSet<_> = explored
        .outcomes
        .iter()
        .map(|outcome| outcome.read[0].clone())
        .collect();
    // Woken before the last call of thread 1 or after, or never if the notification comes first.
    assert_eq!(
        read,
        BTreeSet::from([vec![], vec![1, 1], vec![1, 2], vec![2, 2]])
    );
}

#[test]
fn a_program_that_changes_between_executions_is_noticed() {
    let before = Program::new(vec![vec![Op::Add(0, 1); 6], vec![Op::Add(0, 1); 6]]);
    let after = Program::new(vec![vec![Op::Add(0, 1); 2], vec![Op::Park]]);
    let mut strategy = bounded(1, SwitchPoints::All);
    assert!(run(&before, &mut strategy).is_some());
    let mut noticed = 0;
    while run(&after, &mut strategy).is_some() {
        noticed += usize::from(strategy.divergence().is_some());
    }
    assert!(noticed > 0);
}
