//! Makes an interleaving short: repetitions become one line, folded lines of one class too, long runs of accesses lose their middle.

use crate::interleaving::{Step, StepKind};

/// How many steps of one thread in a row are told at most, at the start of the run and at its end.
#[derive(Clone, Copy)]
struct Room {
    head: usize,
    tail: usize,
}

/// For accesses.
const ACCESSES: Room = Room { head: 4, tail: 6 };

/// For everything that happens within a call: loops and recursions take locks, too.
const CALL: Room = Room { head: 16, tail: 12 };

/// The same in fewer lines.
pub fn fold(steps: Vec<Step>) -> Vec<Step> {
    shorten(
        shorten(merge(steps), is_detail, ACCESSES),
        is_within_call,
        CALL,
    )
}

fn merge(steps: Vec<Step>) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::new();
    for step in steps {
        if let Some(last) = merged.last_mut().filter(|last| last.thread == step.thread)
            && absorb(last, &step)
        {
            continue;
        }
        merged.push(step);
    }
    merged
}

/// Adds a step to the one before it, if they can be told as one.
fn absorb(last: &mut Step, step: &Step) -> bool {
    match (&mut last.what, &step.what) {
        (
            StepKind::Access {
                access,
                target,
                value,
                times,
            },
            StepKind::Access {
                access: next_access,
                target: next_target,
                value: next_value,
                times: more,
            },
        ) if access == next_access
            && target == next_target
            && value == next_value
            && last.at == step.at =>
        {
            *times += more;
            true
        }
        (
            StepKind::Folded {
                class,
                reads,
                writes,
            },
            StepKind::Folded {
                class: next,
                reads: more_reads,
                writes: more_writes,
            },
        ) if class == next => {
            reads.extend(more_reads.iter().cloned());
            writes.extend(more_writes.iter().cloned());
            true
        }
        // Taking and giving back a lock with nothing in between that matters says nothing.
        _ => false,
    }
}

/// Leaves out the middle of long runs of such steps.
fn shorten(steps: Vec<Step>, is_part: fn(&Step) -> bool, room: Room) -> Vec<Step> {
    let Room { head, tail } = room;
    let mut shortened: Vec<Step> = Vec::new();
    let mut rest = steps.into_iter().peekable();
    while let Some(step) = rest.next() {
        let thread = step.thread;
        if !is_part(&step) {
            shortened.push(step);
            continue;
        }
        let mut run = vec![step];
        while let Some(next) = rest.next_if(|next| next.thread == thread && is_part(next)) {
            run.push(next);
        }
        if run.len() <= head + tail + 1 {
            shortened.append(&mut run);
            continue;
        }
        let tail = run.split_off(run.len() - tail);
        let steps = run.split_off(head).iter().map(count).sum();
        shortened.append(&mut run);
        shortened.push(Step {
            thread,
            what: StepKind::Omitted { steps },
            at: None,
        });
        shortened.extend(tail);
    }
    shortened
}

/// How many steps a step stands for.
fn count(step: &Step) -> usize {
    match step.what {
        StepKind::Omitted { steps } => steps,
        _ => 1,
    }
}

fn is_detail(step: &Step) -> bool {
    matches!(step.what, StepKind::Access { .. } | StepKind::Folded { .. })
}

fn is_within_call(step: &Step) -> bool {
    let lock = matches!(step.what, StepKind::Lock { .. } | StepKind::Unlock { .. });
    lock || is_detail(step) || matches!(step.what, StepKind::Omitted { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interleaving::Access;
    use std::collections::BTreeSet;

    fn access(thread: u8, target: &str) -> Step {
        let what = StepKind::Access {
            access: Access::Read,
            target: target.to_owned(),
            value: None,
            times: 1,
        };
        Step {
            thread,
            what,
            at: None,
        }
    }

    #[test]
    fn the_same_again_is_counted() {
        let folded = fold(vec![
            access(0, "a"),
            access(0, "a"),
            access(1, "a"),
            access(0, "a"),
        ]);
        let times: Vec<_> = folded
            .iter()
            .map(|step| match step.what {
                StepKind::Access { times, .. } => times,
                _ => 0,
            })
            .collect();
        assert_eq!(times, [2, 1, 1]);
    }

    #[test]
    fn another_value_is_not_the_same_again() {
        let seeing = |seen: &str| {
            let mut step = access(0, "a");
            if let StepKind::Access { value, .. } = &mut step.what {
                *value = Some(seen.to_owned());
            }
            step
        };
        assert_eq!(fold(vec![seeing("1"), seeing("2"), seeing("2")]).len(), 2);
    }

    #[test]
    fn folded_lines_of_one_class_become_one() {
        let inside = |class: &str, read: &str| Step {
            thread: 0,
            what: StepKind::Folded {
                class: class.to_owned(),
                reads: BTreeSet::from([read.to_owned()]),
                writes: BTreeSet::new(),
            },
            at: None,
        };
        let folded = fold(vec![inside("a", "x"), inside("a", "y"), inside("b", "x")]);
        assert_eq!(folded.len(), 2);
        assert!(matches!(&folded[0].what, StepKind::Folded { reads, .. } if reads.len() == 2));
    }

    #[test]
    fn a_long_run_loses_its_middle() {
        let many: Vec<Step> = (0..30)
            .map(|number| access(0, &format!("a{number}")))
            .collect();
        let folded = fold(many);
        let Room { head, tail } = ACCESSES;
        assert_eq!(folded.len(), head + 1 + tail);
        assert_eq!(
            folded[head].what,
            StepKind::Omitted {
                steps: 30 - head - tail
            }
        );
        assert_eq!(folded[head + tail], access(0, "a29"));
    }

    #[test]
    fn so_does_a_recursion_that_takes_locks() {
        let lock = |number: usize| Step {
            what: StepKind::Lock {
                object: format!("lock {number}"),
            },
            ..access(0, "a")
        };
        let many: Vec<Step> = (0..1000)
            .flat_map(|number| [lock(number), access(0, &format!("a{number}"))])
            .collect();
        let folded = fold(many);
        let Room { head, tail } = CALL;
        assert_eq!(folded.len(), head + 1 + tail);
        assert_eq!(
            folded[head].what,
            StepKind::Omitted {
                steps: 2000 - head - tail
            }
        );
    }
}
