//! One stream of tests, from the generator to confirmed violations, a test at a time.
//!
//! A stream is decided by its seed and number alone: it shares nothing with other streams but what can only save it work, and it is
//! measured in executions, never in time.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_generate::{Generator, GeneratorKind, Lesson, Observing, Stream, Target};
use raddle_schedule::Spec;
use raddle_testcase::Test;
use raddle_vm::{Lost, Record};

use crate::confirm::{Confirmed, Rejection, confirm, replay};
use crate::executor::{Executor, UntilCalledOff};
use crate::explore::{Explored, Known, Plan, Suspect, explore};
use crate::feedback::{Memory, Sequential};
use crate::interference::{Interference, interference};
use crate::minimise::minimise;
use crate::tally::Tally;
use crate::violation::{Fingerprint, Found, Violation};

/// No stream goes on for longer, so that a generator that never ends one gets to its next.
const WORK: u64 = 500_000;

/// Where tests come from.
pub trait Streams: Send + Sync {
    /// The stream of that number; nothing if there are not so many.
    fn start(&self, number: u32) -> Option<Box<dyn Generator + Send>>;
}

/// Streams of a generator for a target.
#[derive(Clone, Debug)]
pub struct Generated {
    /// What is tested.
    pub target: Arc<Target>,
    /// Who makes the tests.
    pub generator: GeneratorKind,
    /// What everything random starts from.
    pub seed: u64,
    /// Whether tests ask their objects about themselves afterwards.
    pub afterwards: Afterwards,
}

/// What tests do when their suffixes have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// Nothing.
    Nothing,
    /// They ask every instance of the class under test about itself.
    Observe,
}

impl Streams for Generated {
    fn start(&self, number: u32) -> Option<Box<dyn Generator + Send>> {
        let stream = Stream {
            seed: self.seed,
            number,
        };
        let generator = self.generator.start(&self.target, stream)?;
        Some(match self.afterwards {
            Afterwards::Nothing => generator,
            Afterwards::Observe => Box::new(Observing::new(generator, Arc::clone(&self.target))),
        })
    }
}

/// What to look for, and how.
#[derive(Clone)]
pub struct Search {
    /// Where tests come from.
    pub streams: Arc<dyn Streams>,
    /// What everything random in schedules starts from.
    pub seed: u64,
    /// What to try on each test.
    pub plan: Plan,
    /// Whether tests whose suffixes cannot interfere are left out.
    pub independent: Independent,
    /// When to stop.
    pub until: Until,
}

/// What to do with tests whose suffixes cannot interfere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Independent {
    /// Leave them out.
    Skip,
    /// Execute them all the same, as the papers did.
    Execute,
}

/// When a hunt is over, beside its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// With the first violation.
    FirstViolation,
    /// Never: distinct violations are collected.
    TimeIsUp,
}

/// When a test has its turn, if all streams are thought to run side by side: the lower, the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// How many tests the slot has had.
    pub round: u64,
    /// The slot, among those that run side by side.
    pub slot: u32,
}

/// Who watches streams.
pub trait Watch: Sync {
    /// Whether the test that has its turn there is not wanted any more.
    fn is_over(&self, place: Place) -> bool;

    /// Whether what was found there has to be reported as it is, without being made smaller.
    fn is_late(&self, place: Place) -> bool;

    /// Whether a violation like this is known from an earlier place.
    fn is_known(&self, place: Place, fingerprint: &Fingerprint) -> bool;

    /// A test is done; this much has been executed since the last.
    fn tested(&self, work: u64);

    /// A violation was found.
    fn found(&self, place: Place, violation: &Violation, rough: &Fingerprint);
}

/// What came of a stream.
#[derive(Debug, Default)]
pub struct StreamResult {
    /// What was done.
    pub tally: Tally,
    /// What the generator did.
    pub generated: raddle_generate::Tally,
}

/// How a stream goes on.
#[derive(Debug)]
pub enum Step {
    /// With more tests.
    Tested,
    /// It has no more.
    Ended,
}

/// A stream under way.
pub struct Running<'a> {
    search: &'a Search,
    number: u32,
    generator: Box<dyn Generator + Send>,
    memory: Memory,
    tally: Tally,
    /// How much of the work the watch was told about.
    told: u64,
    /// Violations of this stream.
    known: BTreeSet<Fingerprint>,
    /// Whether it ended before the generator had done what it could.
    cut_short: bool,
}

impl<'a> Running<'a> {
    /// Starts a stream; `None` if there is no stream of that number.
    pub fn start(search: &'a Search, number: u32) -> Option<Self> {
        Some(Self {
            search,
            number,
            generator: search.streams.start(number)?,
            memory: Memory::default(),
            tally: Tally::default(),
            told: 0,
            known: BTreeSet::new(),
            cut_short: false,
        })
    }

    /// Makes and examines the next test. Fails only if no worker can be started.
    pub fn step(
        &mut self,
        place: Place,
        executor: &mut dyn Executor,
        watch: &dyn Watch,
    ) -> Result<Step, Lost> {
        if self.tally.work() >= WORK {
            return Ok(Step::Ended);
        }
        let is_over = || watch.is_over(place);
        let mut feedback = Sequential {
            executor: &mut UntilCalledOff {
                executor: &mut *executor,
                is_over: &is_over,
            },
            memory: &mut self.memory,
            tally: &mut self.tally,
            broken: None,
        };
        let test = self.generator.next(&mut feedback);
        if let Some(lost) = feedback.broken {
            return Err(lost);
        }
        let Some(test) = test else {
            self.cut_short = watch.is_over(place);
            return Ok(Step::Ended);
        };
        let mut examiner = Examiner {
            stream: self,
            place,
            executor,
            watch,
        };
        let lesson = examiner.examine(&test)?;
        self.tally.tests += 1;
        self.generator.learn(&test, lesson);
        let work = self.tally.work();
        watch.tested(work - self.told);
        self.told = work;
        let enough = lesson == Lesson::Violation && self.search.until == Until::FirstViolation;
        Ok(if enough { Step::Ended } else { Step::Tested })
    }

    /// What came of it.
    pub fn end(self) -> StreamResult {
        let mut generated = self.generator.tally().clone();
        if self.cut_short {
            // What was tried in vain was not tried to the end.
            generated.failure = None;
        }
        StreamResult {
            tally: self.tally,
            generated,
        }
    }

    /// What the strategies' chance starts from: different for every test.
    fn seed(&self) -> u64 {
        let stream = u64::from(self.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.search.seed ^ stream)
            .wrapping_add(self.tally.tests.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }
}

/// Looks at one test of a stream.
struct Examiner<'a, 'b> {
    stream: &'a mut Running<'b>,
    place: Place,
    executor: &'a mut dyn Executor,
    watch: &'a dyn Watch,
}

impl Examiner<'_, '_> {
    /// A test without a worker to run it is over, the stream is not; without any worker the stream is over too.
    fn examine(&mut self, test: &Test) -> Result<Lesson, Lost> {
        match self.try_to_examine(test) {
            Err(Lost::NoWorker(reason)) => Err(Lost::NoWorker(reason)),
            Err(lost) => {
                self.stream.tally.lost(test, &lost);
                Ok(Lesson::Unusable)
            }
            Ok(lesson) => Ok(lesson),
        }
    }

    fn try_to_examine(&mut self, test: &Test) -> Result<Lesson, Lost> {
        let seed = self.stream.seed();
        let search = self.stream.search;
        let (watch, place) = (self.watch, self.place);
        let is_over = || watch.is_over(place);
        let tally = &mut self.stream.tally;
        let mut executor = UntilCalledOff {
            executor: &mut *self.executor,
            is_over: &is_over,
        };
        let mut known = Known {
            number: tally.tests,
            ..Known::default()
        };
        if search.independent == Independent::Skip {
            match interference(test, &mut executor, tally)? {
                Interference::Possible { focus, events } => {
                    known.focus = Some(focus);
                    known.events = events;
                }
                Interference::None => {
                    tally.independent += 1;
                    return Ok(Lesson::Independent);
                }
            }
        }
        let explored = explore(test, known, &search.plan, seed, &mut executor, tally)?;
        match explored {
            Explored::Passed => Ok(Lesson::Passed),
            Explored::Inconclusive => Ok(Lesson::Unusable),
            // What was met in time is looked into when it is over, too.
            Explored::Suspect(suspect) => Ok(self.settle(*suspect, seed)),
        }
    }

    fn settle(&mut self, suspect: Suspect, seed: u64) -> Lesson {
        let rough = Fingerprint::rough(&suspect);
        if self.stream.known.contains(&rough) || self.watch.is_known(self.place, &rough) {
            return Lesson::Violation;
        }
        let strategy = suspect.strategy.clone();
        match self.confirmed(suspect, seed) {
            Err(rejection) => {
                Tally::count(&mut self.stream.tally.rejected, rejection, 1);
                Lesson::Unusable
            }
            Ok(confirmed) => {
                let found = Found {
                    seed: self.stream.search.seed,
                    stream: self.stream.number,
                    test: self.stream.tally.tests,
                    strategy,
                };
                let violation = Violation { confirmed, found };
                self.watch.found(self.place, &violation, &rough);
                self.stream.known.insert(rough);
                Lesson::Violation
            }
        }
    }

    /// What happened among the JVM's own threads has no schedule. It is looked for again where there is one.
    fn under_control(&mut self, suspect: Suspect, seed: u64) -> Result<Suspect, Rejection> {
        let explored = explore(
            &suspect.test,
            Known::default(),
            &Plan::systematic().with_oracle(self.stream.search.plan.oracle),
            seed,
            self.executor,
            &mut self.stream.tally,
        )?;
        match explored {
            Explored::Suspect(again) if again.unexplained.is_like(&suspect.unexplained) => {
                Ok(*again)
            }
            _ => Err(Rejection::Uncontrolled),
        }
    }

    fn confirmed(&mut self, suspect: Suspect, seed: u64) -> Result<Confirmed, Rejection> {
        /// Enough to tell most of what cannot be repeated, before it is made smaller at some expense.
        const GLANCES: u64 = 3;
        let suspect = match suspect.strategy {
            Spec::Jvm => self.under_control(suspect, seed)?,
            _ => suspect,
        };
        replay(&suspect, Record::Schedules, GLANCES, self.executor)?;
        let (watch, place) = (self.watch, self.place);
        let mut executor = UntilCalledOff {
            executor: &mut *self.executor,
            is_over: &|| watch.is_late(place),
        };
        let smallest = minimise(suspect.clone(), seed, &mut executor, &mut self.stream.tally);
        let smaller = smallest.test != suspect.test || smallest.schedule != suspect.schedule;
        match confirm(smallest, self.executor) {
            Err(_) if smaller => confirm(suspect, self.executor),
            verdict => verdict,
        }
    }
}
