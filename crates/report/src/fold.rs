//! Makes an interleaving short: repetitions become one line, folded lines of one class too, long runs of accesses lose their middle.

use crate::interleaving::{Step, StepKind};

/// How many accesses of one thread in a row are told at most, at the start of the run and at its end.
const HEAD: usize = 4;
const TAIL: usize = 6;

/// The same in fewer lines.
pub fn fold(steps: Vec<Step>) -> Vec<Step> {
    shorten(merge(steps))
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

fn shorten(steps: Vec<Step>) -> Vec<Step> {
    let mut shortened: Vec<Step> = Vec::new();
    let mut rest = steps.into_iter().peekable();
    while let Some(step) = rest.next() {
        let thread = step.thread;
        if !is_detail(&step) {
            shortened.push(step);
            continue;
        }
        let mut run = vec![step];
        while let Some(next) = rest.next_if(|next| next.thread == thread && is_detail(next)) {
            run.push(next);
        }
        if run.len() <= HEAD + TAIL + 1 {
            shortened.append(&mut run);
            continue;
        }
        let tail = run.split_off(run.len() - TAIL);
        let steps = run.len() - HEAD;
        run.truncate(HEAD);
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

fn is_detail(step: &Step) -> bool {
    matches!(step.what, StepKind::Access { .. } | StepKind::Folded { .. })
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
        assert_eq!(folded.len(), HEAD + 1 + TAIL);
        assert_eq!(
            folded[HEAD].what,
            StepKind::Omitted {
                steps: 30 - HEAD - TAIL
            }
        );
        assert_eq!(folded[HEAD + TAIL], access(0, "a29"));
    }
}
