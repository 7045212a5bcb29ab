//! The interface of all generators.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use raddle_testcase::{Call, Test};

use crate::contege::Contege;
use crate::feedback::Feedback;
use crate::pairs::Pairs;
use crate::target::Target;

/// Makes tests, one after the other.
///
/// The same target, stream, answers and lessons give the same tests.
pub trait Generator {
    /// The next test; nothing if this stream is over. Its suffixes each ran without an exception after its prefix, unless one is
    /// there to release another that blocks alone.
    fn next(&mut self, feedback: &mut dyn Feedback) -> Option<Test>;

    /// Takes in what came of a test, before the next one is made.
    fn learn(&mut self, test: &Test, lesson: Lesson);

    /// What was done so far.
    fn tally(&self) -> &Tally;
}

/// What came of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lesson {
    /// Its suffixes share no location that one of them writes, and no locks in different orders: no schedule matters.
    Independent,
    /// Some schedule may matter, but none of those tried was a violation.
    Passed,
    /// It cannot be executed or judged: it hung, died, or has too many linearizations.
    Unusable,
    /// It is a violation.
    Violation,
}

/// What a generator did so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Tests made.
    pub tests: u64,
    /// Sequences run for feedback.
    pub trials: u64,
    /// Of these, those that threw.
    pub threw: u64,
    /// Of these, those that did not end, or ended the process.
    pub unusable: u64,
    /// Calls that block alone and for which no partner was found.
    pub blocked: u64,
    /// Calls kept out of suffixes because they behave differently each time.
    pub nondeterministic: u64,
    /// Methods of the class that are in a suffix of some test, by their number in [`Target::methods`].
    pub methods: BTreeSet<usize>,
    /// Unordered pairs of methods that ran beside each other, the lower number first.
    pub pairs: BTreeSet<(usize, usize)>,
    /// Why there is no test at all, if that is so.
    pub failure: Option<String>,
}

impl Tally {
    /// Counts a test that is handed out.
    pub(crate) fn count(&mut self, target: &Target, test: &Test) {
        self.tests += 1;
        let methods = |suffix: &[Call]| -> Vec<usize> {
            suffix
                .iter()
                .filter_map(|call| target.method_of(&call.callee))
                .collect()
        };
        let mut before: Vec<usize> = Vec::new();
        for suffix in &test.suffixes {
            let called = methods(suffix);
            self.methods.extend(&called);
            for one in &called {
                self.pairs.extend(
                    before
                        .iter()
                        .map(|other| (*one.min(other), *one.max(other))),
                );
            }
            before.extend(called);
        }
    }
}

/// Which sequence of tests to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stream {
    /// The user's seed.
    pub seed: u64,
    /// The number of the stream, from 0. Early streams are shorter, and each takes up where the one before would have gone on.
    pub number: u32,
}

impl Stream {
    /// A seed for this stream's own choices.
    pub(crate) fn dice(self) -> crate::dice::Dice {
        // The odd constant spreads neighbouring numbers over all bits.
        let spread = u64::from(self.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        crate::dice::Dice::new(self.seed ^ spread.rotate_left(17))
    }
}

/// Which generator to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GeneratorKind {
    /// raddle's own: pair by pair, with small pools and shared objects.
    #[default]
    Pairs,
    /// Algorithm 1 of ConTeGe (PLDI 2012).
    Contege,
}

impl GeneratorKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Pairs, Self::Contege];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Contege => "contege",
        }
    }

    /// A generator for one stream; nothing if this kind has no stream of that number.
    pub fn start(self, target: &Arc<Target>, stream: Stream) -> Option<Box<dyn Generator + Send>> {
        match self {
            Self::Pairs => Some(Box::new(Pairs::new(Arc::clone(target), stream))),
            Self::Contege => Some(Box::new(Contege::new(Arc::clone(target), stream)?)),
        }
    }
}

impl fmt::Display for GeneratorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no generator has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no generator '{0}'; there are pairs and contege")]
pub struct UnknownGenerator(String);

impl FromStr for GeneratorKind {
    type Err = UnknownGenerator;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| UnknownGenerator(text.to_owned()))
    }
}
