//! A runtime that only notices spinning in long turns must not be kept busy with short ones.

use raddle_schedule::{
    Ending, EventKind, Next, Point, Spec, Strategy, Summary, ThreadId, ThreadSet,
};

const STEP_LIMIT: u64 = 20_000;
const SPIN_LIMIT: u32 = 4_000;

/// What the loop consists of.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    Read,
    Yield,
}

/// Thread 0 reads or yields in a loop until thread 1 has done its five events; thread 2 waits for thread 0 to end, from the beginning
/// or after one event. Returns how many events there were.
fn execute(strategy: &mut dyn Strategy, round: Round) -> Option<u64> {
    if strategy.begin() == Next::Exhausted {
        return None;
    }
    let mut done = [0u64; 3];
    let mut finished = ThreadSet::EMPTY;
    let mut running = ThreadId(0);
    let mut kind = EventKind::Start;
    let mut step = 0;
    while finished.len() < 3 && step < STEP_LIMIT {
        let can_run = |thread: &ThreadId| {
            let waits = thread.0 == 2 && done[2] == 1 && !finished.contains(ThreadId(0));
            !waits && !finished.contains(*thread)
        };
        let enabled: ThreadSet = ThreadSet::first_threads(3).iter().filter(can_run).collect();
        let turn = strategy.decide(&Point {
            running,
            kind,
            enabled,
            pending: &[],
            step,
        });
        let thread = turn.thread.index();
        running = turn.thread;
        let budget = turn.events.min(SPIN_LIMIT);
        kind = if budget < turn.events {
            EventKind::Spin
        } else {
            EventKind::Read
        };
        for _ in 0..budget {
            done[thread] += 1;
            step += 1;
            let ends = match thread {
                0 => finished.contains(ThreadId(1)),
                1 => done[1] == 5,
                _ => done[2] == 2,
            };
            if ends {
                finished.insert(running);
                kind = EventKind::Finished;
                break;
            }
            if thread == 2 {
                kind = EventKind::Blocked;
                break;
            }
            if thread == 0 && round == Round::Yield {
                kind = EventKind::Yield;
                break;
            }
        }
    }
    let ending = if finished.len() == 3 {
        Ending::Finished
    } else {
        Ending::StepLimit
    };
    strategy.end(&Summary {
        ending,
        steps: step,
        events: &done,
    });
    Some(step)
}

#[test]
fn no_strategy_spins_until_the_step_limit() {
    for spec in [
        "random",
        "random:0.001",
        "round-robin:5",
        "round-robin:50000",
        "pct:1",
        "pct:3",
        "pos",
        "surw",
    ] {
        for seed in 0..50 {
            let mut strategy = spec
                .parse::<Spec>()
                .expect(spec)
                .strategy(seed)
                .expect("not jvm");
            for _ in 0..5 {
                let steps = execute(&mut *strategy, Round::Read).expect("no end of executions");
                assert!(steps < STEP_LIMIT, "{spec} with seed {seed}");
            }
        }
    }
}

/// The lengths of all executions.
fn all(spec: &str, round: Round) -> Vec<u64> {
    let spec: Spec = spec.parse().expect("a strategy");
    let mut strategy = spec.strategy(0).expect("not jvm");
    let steps: Vec<_> = std::iter::from_fn(|| execute(&mut *strategy, round))
        .take(10_000)
        .collect();
    assert!(steps.len() < 5_000, "{spec}: {} executions", steps.len());
    steps
}

#[test]
fn systematic_search_does_not_get_lost_in_a_loop() {
    for (spec, round) in [
        ("bounded:0", Round::Read),
        ("bounded:1", Round::Read),
        ("calls", Round::Yield),
    ] {
        let steps = all(spec, round);
        assert!(steps.iter().all(|&steps| steps < STEP_LIMIT), "{spec}");
    }
}

#[test]
fn a_linearization_does_not_cut_a_call_that_is_merely_long() {
    // Nobody can tell it from a loop that waits: whoever has to know must try for longer.
    let steps = all("calls", Round::Read);
    assert!(steps.contains(&STEP_LIMIT));
    assert!(steps.iter().any(|&steps| steps < STEP_LIMIT));
}
