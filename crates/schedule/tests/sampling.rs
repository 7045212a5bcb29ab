//! Strategies that throw dice throw them as their papers say. All seeds are fixed, so nothing here fails by chance.

use std::collections::BTreeMap;

use raddle_schedule::simulate::{Event, Execution, Op, Program, run};
use raddle_schedule::{Ending, Spec, Strategy};

fn strategy(spec: &str) -> Box<dyn Strategy> {
    spec.parse::<Spec>()
        .expect(spec)
        .strategy(7)
        .expect("not jvm")
}

/// `count` executions, after a few in which the strategy can learn.
fn executions<'p>(
    program: &'p Program,
    spec: &str,
    count: usize,
) -> impl Iterator<Item = Execution> + use<'p> {
    let mut strategy = strategy(spec);
    std::iter::from_fn(move || run(program, &mut *strategy))
        .skip(4)
        .take(count)
}

/// How often executions are as wanted.
fn frequency(program: &Program, spec: &str, wanted: impl Fn(&Execution) -> bool) -> f64 {
    let count = 20_000;
    let found = executions(program, spec, count).filter(wanted).count();
    found as f64 / count as f64
}

/// Steps that concern nobody else.
fn private(thread: usize, count: usize) -> Vec<Op> {
    vec![Op::Write(10 + thread, 1); count]
}

#[test]
fn pct_keeps_its_promise() {
    // The second thread has to come after the first write, before the second, and again after the second.
    let depth_3 = |work: usize| {
        let writer = [
            private(0, work),
            vec![Op::Write(0, 1)],
            private(0, work),
            vec![Op::Write(0, 2)],
        ]
        .concat();
        let reader = vec![Op::Read(0), Op::Read(0)];
        Program::new(vec![writer, reader, private(2, work)])
    };
    let shows = |execution: &Execution| execution.outcome.read[1] == [1, 2];
    for work in [1, 5, 10] {
        let program = depth_3(work);
        let length = executions(&program, "random", 1)
            .next()
            .expect("one")
            .trace
            .len() as f64;
        let promised = 1.0 / (3.0 * length * length);
        let found = frequency(&program, "pct:3", shows);
        assert!(found >= promised, "{work}: {found} of {promised}");
        assert_eq!(
            frequency(&program, "pct:2", shows),
            0.0,
            "one change of priorities is too few"
        );
    }
    // Dining philosophers: each thread has to be stopped after its first lock.
    let philosopher = |left, right| {
        vec![
            Op::Lock(left),
            Op::Lock(right),
            Op::Unlock(right),
            Op::Unlock(left),
        ]
    };
    let table = Program::new(vec![philosopher(0, 1), philosopher(1, 0)]);
    let starves = |execution: &Execution| execution.ending == Ending::Deadlock;
    let promised = 1.0 / (2.0 * 6.0);
    assert!(frequency(&table, "pct:2", starves) >= promised);
    assert_eq!(frequency(&table, "pct:1", starves), 0.0);
}

#[test]
fn pct_runs_the_preferred_thread_as_soon_as_it_can() {
    // Once a thread has lost its priority while holding the lock, the other runs into the lock, and must have it as soon as it is
    // free, not when the first one has finished.
    let thread = vec![
        Op::Lock(0),
        Op::Add(0, 1),
        Op::Unlock(0),
        Op::Add(0, 1),
        Op::Add(0, 1),
    ];
    let program = Program::new(vec![thread.clone(), thread]);
    let mut blocked = 0;
    for execution in executions(&program, "pct:2", 5_000) {
        let threads: Vec<_> = execution.trace.iter().map(|event| event.thread.0).collect();
        for [holder, waiter] in [[0, 1], [1, 0]] {
            if threads.starts_with(&[holder, holder, waiter, holder]) {
                blocked += 1;
                assert_eq!(threads[4], waiter, "{threads:?}");
            }
        }
    }
    assert!(blocked > 100, "{blocked}");
    // A thread that is started and preferred goes first.
    let spawning = Program::spawning(
        1,
        vec![
            vec![Op::Spawn(1), Op::Add(0, 1), Op::Add(0, 1)],
            vec![Op::Add(0, 1)],
        ],
    );
    let first = frequency(&spawning, "pct:1", |execution| {
        execution.outcome.read[1] == [0]
    });
    assert!((0.45..0.55).contains(&first), "{first}");
}

#[test]
fn pct_asks_rarely() {
    let program = Program::new(vec![vec![Op::Add(0, 1); 60], vec![Op::Add(0, 1); 60]]);
    let (asked, events) = executions(&program, "pct:3", 1_000)
        .fold((0, 0), |(asked, events), done| {
            (asked + done.questions, events + done.trace.len() as u64)
        });
    assert!(asked * 25 < events, "{asked} questions in {events} events");
}

/// How often each order of the events about variable 0 occurs, as the sequence of threads.
fn orders(program: &Program, spec: &str, count: usize) -> BTreeMap<Vec<u8>, usize> {
    let mut orders = BTreeMap::new();
    for execution in executions(program, spec, count) {
        let about = |event: &&Event| event.pending.location.0 == 1;
        let order = execution
            .trace
            .iter()
            .filter(about)
            .map(|event| event.thread.0)
            .collect();
        *orders.entry(order).or_default() += 1;
    }
    orders
}

/// How far `found` is from `expected` different things being equally likely: chi squared, divided by what it is on average.
fn unevenness(found: &BTreeMap<Vec<u8>, usize>, expected: usize) -> f64 {
    let count: usize = found.values().sum();
    let mean = count as f64 / expected as f64;
    let missing = (expected - found.len()) as f64 * mean;
    let squares: f64 = found
        .values()
        .map(|&times| (times as f64 - mean).powi(2) / mean)
        .sum();
    (squares + missing) / (expected - 1) as f64
}

#[test]
fn surw_is_uniform() {
    // One thread with one event about the place against one with nine, both with other things to do.
    let uneven = Program::new(vec![
        [private(0, 3), vec![Op::Add(0, 1)]].concat(),
        [
            vec![Op::Add(0, 1); 5],
            private(1, 7),
            vec![Op::Add(0, 1); 4],
        ]
        .concat(),
    ]);
    let three = Program::new(vec![
        vec![Op::Add(0, 1); 2],
        vec![Op::Add(0, 1); 1],
        vec![Op::Add(0, 1); 3],
    ]);
    for (program, number) in [(uneven, 10), (three, 60)] {
        let surw = unevenness(&orders(&program, "surw", 20_000), number);
        let walk = unevenness(&orders(&program, "random", 20_000), number);
        assert!(surw < 1.8, "surw {surw}, random {walk}");
        assert!(walk > 50.0, "random {walk}");
    }
}

#[test]
fn surw_is_uniform_over_started_threads_too() {
    let add = |count| vec![Op::Add(0, 1); count];
    let siblings = vec![
        vec![Op::Spawn(1), Op::Write(5, 1), Op::Spawn(2)],
        add(2),
        add(3),
    ];
    let parent_and_child = vec![[vec![Op::Spawn(1)], add(2)].concat(), add(3)];
    for threads in [siblings, parent_and_child] {
        let surw = unevenness(
            &orders(&Program::spawning(1, threads.clone()), "surw", 20_000),
            10,
        );
        assert!(surw < 1.8, "{surw} {threads:?}");
    }
}

#[test]
fn surw_gives_every_contended_place_its_turn() {
    // Two places, each with one long and one short thread; under a random walk the short ones come early.
    let short = vec![Op::Add(0, 1), Op::Add(1, 1)];
    let long = [vec![Op::Add(0, 1); 6], vec![Op::Add(1, 1); 6]].concat();
    let program = Program::new(vec![short, long]);
    let late = |execution: &Execution| execution.outcome.read[0][0] >= 5;
    let (surw, walk) = (
        frequency(&program, "surw", late),
        frequency(&program, "random", late),
    );
    assert!(
        surw > 0.1 && surw > 2.0 * walk,
        "surw {surw}, random {walk}"
    );
}

#[test]
fn pos_samples_partial_orders_more_evenly_than_a_random_walk() {
    // Whether the reader sees the write is all that matters, but only one in 2^13 walks gets through the private work first.
    let work = [private(0, 12), vec![Op::Write(0, 1)]].concat();
    let program = Program::new(vec![work, vec![Op::Read(0)]]);
    let (pos, walk) = (
        orders(&program, "pos", 20_000),
        orders(&program, "random", 20_000),
    );
    assert!(
        unevenness(&pos, 2) < unevenness(&walk, 2) / 1.2,
        "{pos:?} {walk:?}"
    );
    let rare =
        |orders: &BTreeMap<Vec<u8>, usize>| orders.get(&vec![0, 1]).copied().unwrap_or_default();
    assert!(rare(&pos) > 20 * rare(&walk).max(1), "{pos:?} {walk:?}");
}

#[test]
fn waiting_in_a_loop_ends() {
    for wait in [Op::AwaitYielding, Op::AwaitSpinning] {
        let flag = vec![
            vec![wait(0, 1)],
            vec![wait(0, 1)],
            vec![Op::Read(1), Op::Read(1), Op::Write(0, 1)],
        ];
        let ping_pong = vec![
            vec![wait(0, 1), Op::Write(0, 2), wait(0, 3)],
            vec![Op::Write(0, 1), wait(0, 2), Op::Write(0, 3)],
        ];
        for threads in [flag, ping_pong] {
            let program = Program::new(threads);
            for spec in [
                "random",
                "random:0.01",
                "round-robin:100",
                "pct:1",
                "pct:5",
                "pos",
                "surw",
            ] {
                let endless = executions(&program, spec, 3_000)
                    .filter(|done| done.ending != Ending::Finished)
                    .count();
                assert_eq!(endless, 0, "{spec} {program:?}");
            }
        }
    }
}

#[test]
fn every_strategy_finds_the_lost_update() {
    let increment = vec![Op::Read(0), Op::WriteRead(0, 1)];
    let program = Program::new(vec![increment.clone(), increment]);
    for spec in [
        "random",
        "random:0.3",
        "pct:2",
        "pct:3",
        "pos",
        "surw",
        "bounded:1",
        "bounded:1:conflicts",
    ] {
        let mut strategy = strategy(spec);
        let mut all = std::iter::from_fn(|| run(&program, &mut *strategy)).take(200);
        assert!(
            all.any(|execution| execution.outcome.variables == [1]),
            "{spec}"
        );
    }
    let mut calls = strategy("calls");
    assert!(
        std::iter::from_fn(|| run(&program, &mut *calls))
            .all(|execution| execution.outcome.variables == [2])
    );
}
