//! What only shows from inside.

use std::collections::BTreeSet;

use super::*;
use crate::simulate::{Op, Program, exhaustive, run};
use crate::strategy::{Needs, Strategy};

struct Exploring(Explorer);

impl Strategy for Exploring {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn begin(&mut self) -> Next {
        self.0.begin()
    }

    fn decide(&mut self, point: &Point<'_>) -> Turn {
        self.0.decide(point)
    }

    fn end(&mut self, summary: &Summary<'_>) {
        self.0.end(summary);
    }
}

#[test]
fn without_room_everything_is_tried_all_the_same() {
    let work = vec![Op::Lock(0), Op::Add(0, 1), Op::Unlock(0), Op::Add(1, 1)];
    let program = Program::new(vec![work.clone(), work]);
    for room in [0, usize::MAX] {
        let mut explorer = Explorer::new(Switches::Preempting {
            limit: 2,
            before: SwitchPoints::All,
        });
        explorer.frontier = Frontier::with_room(room);
        let mut exploring = Exploring(explorer);
        let mut schedules = BTreeSet::new();
        let mut in_order = true;
        let mut preemptions = 0;
        while let Some(execution) = run(&program, &mut exploring) {
            assert!(schedules.insert(execution.schedule()));
            in_order &= exploring.0.preemptions() >= preemptions;
            preemptions = exploring.0.preemptions();
        }
        assert_eq!(schedules, exhaustive::schedules(&program, 2), "{room}");
        assert_eq!(in_order, room == usize::MAX, "{room}");
    }
}
