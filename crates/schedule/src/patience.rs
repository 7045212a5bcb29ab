//! Notices that a thread goes around in circles when the runtime has no chance to.

use crate::event::EventKind;
use crate::strategy::Point;
use crate::thread::ThreadId;

/// After so many events in a row a thread counts as spinning, if others could run.
const PATIENCE: u64 = 4_000;

/// How long one thread has been running.
///
/// The runtime tells a strategy that a long turn looks like spinning. Whoever gives short turns to the same thread again and again,
/// to be asked in between, has to notice by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience {
    /// Who runs, and since which step.
    running: Option<(ThreadId, u64)>,
}

impl Patience {
    pub(crate) const fn begin(&mut self) {
        self.running = None;
    }

    /// Why the question is asked; [`EventKind::Spin`] instead of a plain event if patience is at its end.
    pub(crate) fn reason(&self, point: &Point<'_>) -> EventKind {
        let is_long = |(thread, since)| {
            thread == point.running && point.step.saturating_sub(since) >= PATIENCE
        };
        if !point.kind.gives_way()
            && !point.others().is_empty()
            && self.running.is_some_and(is_long)
        {
            EventKind::Spin
        } else {
            point.kind
        }
    }

    /// Since which step the running thread has been running.
    pub(crate) fn since(&self) -> Option<u64> {
        self.running.map(|(_, since)| since)
    }

    /// `thread` gets a turn at `step`.
    pub(crate) fn runs(&mut self, thread: ThreadId, step: u64) {
        if self.running.is_none_or(|(running, _)| running != thread) {
            self.running = Some((thread, step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thread::ThreadSet;

    #[test]
    fn only_who_keeps_others_waiting_spins() {
        let point = |enabled, step| Point {
            running: ThreadId(0),
            kind: EventKind::Read,
            enabled: ThreadSet::from_bits(enabled),
            pending: &[],
            step,
        };
        let mut patience = Patience::default();
        patience.runs(ThreadId(0), 10);
        patience.runs(ThreadId(0), 11);
        assert_eq!(patience.reason(&point(0b11, PATIENCE + 9)), EventKind::Read);
        assert_eq!(
            patience.reason(&point(0b11, PATIENCE + 10)),
            EventKind::Spin
        );
        assert_eq!(
            patience.reason(&point(0b01, PATIENCE + 10)),
            EventKind::Read
        );
        patience.runs(ThreadId(1), PATIENCE + 10);
        patience.runs(ThreadId(0), PATIENCE + 11);
        assert_eq!(
            patience.reason(&point(0b11, PATIENCE + 12)),
            EventKind::Read
        );
    }
}
