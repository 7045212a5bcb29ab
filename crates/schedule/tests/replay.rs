//! What was recorded happens again.

mod support;

use proptest::prelude::*;
use raddle_schedule::simulate::{Op, Program, run};
use raddle_schedule::{DivergenceReason, Recorder, Replay, Schedule, Spec, Strategy};
use support::{Shape, programs};

const EVERYTHING: Shape = Shape {
    blocks: 5,
    interleavings: f64::INFINITY,
    yields: true,
    loops: true,
    calls: true,
    pins: true,
};

/// One of each kind.
const SPECS: [&str; 10] = [
    "random",
    "random:0.2",
    "round-robin:2",
    "pct:1",
    "pct:4",
    "pos",
    "surw",
    "calls",
    "bounded:2",
    "bounded:2:conflicts",
];

fn strategy(spec: &str, seed: u64) -> Box<dyn Strategy> {
    spec.parse::<Spec>()
        .expect(spec)
        .strategy(seed)
        .expect("not jvm")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_execution_of_every_strategy_can_be_repeated(program in programs(EVERYTHING), seed: u64) {
        for spec in SPECS {
            let mut recorder = Recorder::new(strategy(spec, seed));
            for _ in 0..12 {
                let Some(execution) = run(&program, &mut recorder) else { break };
                let recorded = recorder.schedule();
                prop_assert_eq!(recorded, &execution.schedule(), "{}", spec);
                prop_assert_eq!(recorded.events(), Some(execution.trace.len() as u64));
                let text = recorded.to_string();
                let parsed: Schedule = text.parse().expect("what was printed can be read");
                prop_assert_eq!(recorded, &parsed);

                let mut replay = Recorder::new(Replay::new(parsed));
                for _ in 0..2 {
                    let again = run(&program, &mut replay).expect("a replay never ends");
                    prop_assert_eq!(replay.divergence(), None, "{} {}", spec, text);
                    prop_assert_eq!(&again.trace, &execution.trace);
                    prop_assert_eq!(&again.outcome, &execution.outcome);
                    prop_assert_eq!(replay.schedule(), recorded);
                }
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_executions(program in programs(EVERYTHING), seed: u64) {
        for spec in SPECS {
            let (mut one, mut other) = (strategy(spec, seed), strategy(spec, seed));
            for _ in 0..20 {
                let traces = [run(&program, &mut *one), run(&program, &mut *other)].map(|done| done.map(|done| done.trace));
                prop_assert_eq!(&traces[0], &traces[1], "{}", spec);
            }
        }
    }
}

#[test]
fn another_seed_makes_other_executions() {
    let program = Program::new(vec![vec![Op::Add(0, 1); 8], vec![Op::Add(0, 1); 8]]);
    let traces = |spec, seed| {
        let mut strategy = strategy(spec, seed);
        (0..20)
            .filter_map(|_| run(&program, &mut *strategy))
            .map(|done| done.trace)
            .collect::<Vec<_>>()
    };
    for spec in ["random", "random:0.2", "pct:3", "pos", "surw"] {
        assert_ne!(traces(spec, 1), traces(spec, 2), "{spec}");
    }
}

#[test]
fn another_program_is_noticed() {
    let recorded = Program::new(vec![vec![Op::Add(0, 1); 3], vec![Op::Add(0, 1); 3]]);
    let mut recorder = Recorder::new(strategy("round-robin:2", 0));
    run(&recorded, &mut recorder).expect("always runs");
    let schedule = recorder.schedule().clone();
    assert_eq!(schedule.to_string(), "0x2 1x2 0x2 1x2");
    let replayed_on = |threads: Vec<Vec<Op>>| {
        let mut replay = Replay::new(schedule.clone());
        run(&Program::new(threads), &mut replay).expect("always runs");
        replay.divergence().map(|divergence| divergence.reason)
    };
    let add = |count| vec![Op::Add(0, 1); count];
    assert_eq!(replayed_on(vec![add(3), add(3)]), None);
    assert_eq!(
        replayed_on(vec![add(3), add(4)]),
        Some(DivergenceReason::GoesOn)
    );
    assert_eq!(
        replayed_on(vec![add(3), add(2)]),
        Some(DivergenceReason::EndedEarly)
    );
    let blocked = DivergenceReason::NotEnabled(raddle_schedule::ThreadId(1));
    assert_eq!(replayed_on(vec![add(3), vec![Op::Park]]), Some(blocked));
    let pinned = [
        vec![Op::Add(0, 1), Op::Pin],
        add(1),
        vec![Op::Unpin],
        add(1),
    ]
    .concat();
    let late = DivergenceReason::TooManyEvents(raddle_schedule::ThreadId(0));
    assert_eq!(replayed_on(vec![pinned, add(3)]), Some(late));
}
