//! Random tiny programs.

use proptest::prelude::*;
use raddle_schedule::simulate::{Op, Program};

/// What the random programs are made of.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Threads have 1 to so many blocks of one to three steps.
    pub blocks: usize,
    /// Programs have at most about so many interleavings.
    pub interleavings: f64,
    /// Whether threads yield.
    pub yields: bool,
    /// Whether threads wait in loops, with and without yielding.
    pub loops: bool,
    /// Whether threads are divided into calls.
    pub calls: bool,
    /// Whether threads forbid preemption for a while.
    pub pins: bool,
}

/// Programs of two or three threads, sometimes of one more that is spawned.
pub fn programs(shape: Shape) -> impl Strategy<Value = Program> {
    let thread = prop::collection::vec(block(shape), 1..=shape.blocks);
    let threads = prop::collection::vec(thread.clone(), 2..=3);
    (threads, prop::option::weighted(0.2, thread)).prop_map(move |(mut threads, spawned)| {
        let initial = threads.len();
        if let Some(blocks) = spawned {
            threads[0].insert(0, vec![Op::Spawn(initial)]);
            threads.push(blocks);
        }
        while interleavings(&threads) > shape.interleavings {
            let longest = threads
                .iter_mut()
                .max_by_key(|thread| thread.len())
                .expect("two at least");
            if longest.len() == 1 {
                threads[0].truncate(1);
                break;
            }
            longest.pop();
        }
        Program::spawning(
            initial,
            threads.into_iter().map(|blocks| blocks.concat()).collect(),
        )
    })
}

/// In how many ways the events of the threads can follow each other, if nobody ever has to wait.
fn interleavings(threads: &[Vec<Vec<Op>>]) -> f64 {
    let mut total = 0;
    let mut ways = 1.0;
    for thread in threads {
        let waits = thread
            .iter()
            .flatten()
            .filter(|op| matches!(op, Op::Wait(_)))
            .count();
        let events = 1 + waits + thread.iter().flatten().filter(|op| op.is_event()).count();
        for event in 1..=events {
            total += 1;
            ways *= f64::from(total) / event as f64;
        }
    }
    ways
}

/// A few steps that leave no lock behind. Locks are taken inside each other in any order, so programs deadlock.
fn block(shape: Shape) -> BoxedStrategy<Vec<Op>> {
    let place = 0..2usize;
    let lock = 0..2usize;
    let access = prop_oneof![
        place.clone().prop_map(Op::Read),
        (place.clone(), 1..3i64).prop_map(|(place, value)| Op::Write(place, value)),
        (place.clone(), 1..3i64).prop_map(|(place, more)| Op::WriteRead(place, more)),
        (place.clone(), 1..3i64).prop_map(|(place, more)| Op::Add(place, more)),
    ];
    let plain = prop_oneof![
        6 => access.clone().prop_map(|op| vec![op]),
        2 => (lock.clone(), access.clone()).prop_map(|(lock, op)| vec![Op::Lock(lock), op, Op::Unlock(lock)]),
        1 => (lock.clone(), lock.clone()).prop_map(|(outer, inner)| {
            vec![Op::Lock(outer), Op::Lock(inner), Op::Unlock(inner), Op::Unlock(outer)]
        }),
        1 => lock.clone().prop_map(|lock| vec![Op::Lock(lock), Op::Wait(lock), Op::Unlock(lock)]),
        1 => lock.clone().prop_map(|lock| vec![Op::Lock(lock), Op::Notify(lock), Op::Unlock(lock)]),
        1 => lock.clone().prop_map(|lock| vec![Op::Lock(lock), Op::NotifyAll(lock), Op::Unlock(lock)]),
        1 => Just(vec![Op::Park]),
        2 => (0..2usize).prop_map(|thread| vec![Op::Unpark(thread)]),
        1 => (place.clone(), access.clone(), 0..3i64).prop_map(|(place, op, value)| {
            vec![Op::Read(place), Op::SkipUnless(value, 1), op]
        }),
    ];
    let calls = u32::from(shape.calls);
    let yields = u32::from(shape.yields);
    let loops = u32::from(shape.loops);
    let pins = u32::from(shape.pins);
    prop_oneof![
        18 => plain,
        6 * calls => Just(vec![Op::Call]),
        2 * yields => Just(vec![Op::Yield]),
        2 * loops => (place.clone(), 0..3i64).prop_map(|(place, value)| vec![Op::AwaitYielding(place, value)]),
        2 * loops => (place, 0..3i64).prop_map(|(place, value)| vec![Op::AwaitSpinning(place, value)]),
        2 * pins => (access.clone(), access).prop_map(|(first, second)| vec![Op::Pin, first, second, Op::Unpin]),
    ]
    .boxed()
}
