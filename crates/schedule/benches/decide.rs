//! What a decision costs: `cargo bench -p raddle-schedule`.
//!
//! Every benchmark is one execution of 1,000 events under a runtime that does nothing but ask, so the time divided by the
//! number of items is what a strategy adds to an event. For strategies that are asked at every event (`random`, `round-robin`, `pos`,
//! `surw`, and `bounded` while it learns) it is the cost of a decision.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use raddle_schedule::{
    Ending, EventKind, Location, Next, Pending, Point, Recorder, Spec, Strategy, Summary, ThreadId,
    ThreadSet,
};

const EVENTS: u64 = 1_000;

fn main() {
    divan::main();
}

/// The thread's event with this number: half of them about the same 16 places, half about places of its own.
fn event(thread: usize, number: u64) -> Pending {
    let kind = if number.is_multiple_of(3) {
        EventKind::Write
    } else {
        EventKind::Read
    };
    let own = if number.is_multiple_of(2) {
        0
    } else {
        1_000 * (thread as u64 + 1)
    };
    Pending::new(kind, Location(1 + own + number % 16))
}

/// One execution of [`EVENTS`] events by threads that never wait. A strategy that has tried everything starts over.
fn execute(strategy: &mut Box<dyn Strategy>, spec: &str, threads: usize) {
    if strategy.begin() == Next::Exhausted {
        *strategy = build(spec);
        assert_eq!(strategy.begin(), Next::Run);
    }
    let needs = strategy.needs();
    let share = EVENTS / threads as u64;
    let mut done = vec![0; threads];
    let mut pending: Vec<_> = (0..threads).map(|thread| event(thread, 0)).collect();
    let mut running = ThreadId(0);
    let mut kind = EventKind::Start;
    let mut enabled = ThreadSet::first_threads(threads);
    let mut step = 0;
    while !enabled.is_empty() {
        let pending_if_needed: &[Pending] = if needs.pending { &pending } else { &[] };
        let point = Point {
            running,
            kind,
            enabled,
            pending: pending_if_needed,
            step,
        };
        let turn = strategy.decide(black_box(&point));
        let thread = turn.thread.index();
        let events = u64::from(turn.events).min(share - done[thread]);
        done[thread] += events;
        pending[thread] = event(thread, done[thread]);
        step += events;
        running = turn.thread;
        kind = pending[thread].kind;
        if done[thread] == share {
            kind = EventKind::Finished;
            enabled.remove(turn.thread);
        }
    }
    strategy.end(&Summary {
        ending: Ending::Finished,
        steps: step,
        events: &done,
    });
}

fn build(spec: &str) -> Box<dyn Strategy> {
    spec.parse::<Spec>()
        .expect(spec)
        .strategy(1)
        .expect("not jvm")
}

const SPECS: [&str; 12] = [
    "random",
    "random:0.1",
    "round-robin:1",
    "round-robin:10",
    "pct:3",
    "pos",
    "surw",
    "calls",
    "bounded:2",
    "bounded:2:conflicts",
    "bounded:1",
    "replay:0x250,1x250,0x250,1x250",
];

#[divan::bench(args = SPECS)]
fn two_threads(bencher: Bencher, spec: &str) {
    let mut strategy = build(spec);
    bencher
        .counter(ItemsCount::new(EVENTS))
        .bench_local(|| execute(&mut strategy, spec, 2));
}

#[divan::bench(args = ["random", "pct:3", "pos", "surw"])]
fn eight_threads(bencher: Bencher, spec: &str) {
    let mut strategy = build(spec);
    bencher
        .counter(ItemsCount::new(EVENTS))
        .bench_local(|| execute(&mut strategy, spec, 8));
}

#[divan::bench(args = ["random", "random:0.1"])]
fn recorded(bencher: Bencher, spec: &str) {
    let mut strategy: Box<dyn Strategy> = Box::new(Recorder::new(build(spec)));
    bencher
        .counter(ItemsCount::new(EVENTS))
        .bench_local(|| execute(&mut strategy, spec, 2));
}
