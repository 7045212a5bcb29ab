//! The simplest thing that works: a constructor, and one call a suffix.

use std::sync::Arc;

use raddle_program::types::{JavaType, Primitive};
use raddle_testcase::{Argument, Call, Constant, Test, VarId};

use crate::dice::Dice;
use crate::feedback::{Feedback, Trial};
use crate::generator::{Generator, Lesson, Stream, Tally};
use crate::operation::Operation;
use crate::target::Target;

/// How many tests a stream makes.
const TESTS: u64 = 1000;

pub(crate) struct Pairs {
    target: Arc<Target>,
    dice: Dice,
    tally: Tally,
}

impl Pairs {
    pub(crate) fn new(target: Arc<Target>, stream: Stream) -> Self {
        Self {
            target,
            dice: stream.dice(),
            tally: Tally::default(),
        }
    }

    fn argument(&mut self, wanted: &JavaType) -> Argument {
        let instance = matches!(wanted, JavaType::Class(name)
            if self.target.program().is_subtype(self.target.tested_class().name(), name).unwrap_or(false));
        if instance {
            return Argument::Variable(VarId(0));
        }
        let number = self.dice.below(4) as i32 - 1;
        Argument::Constant(match wanted {
            JavaType::Primitive(Primitive::Boolean) => Constant::Boolean(number > 0),
            JavaType::Primitive(Primitive::Byte) => Constant::Byte(number as i8),
            JavaType::Primitive(Primitive::Char) => Constant::Char((b'b' as i32 + number) as u16),
            JavaType::Primitive(Primitive::Short) => Constant::Short(number as i16),
            JavaType::Primitive(Primitive::Int) => Constant::Int(number),
            JavaType::Primitive(Primitive::Long) => Constant::Long(i64::from(number)),
            JavaType::Primitive(Primitive::Float) => Constant::float(number as f32),
            JavaType::Primitive(Primitive::Double) => Constant::double(f64::from(number)),
            JavaType::Class(name)
                if matches!(name.simple(), "String" | "CharSequence" | "Object") =>
            {
                Constant::string("a")
            }
            _ => Constant::Null,
        })
    }

    fn call(&mut self, operation: &Operation, result: Option<VarId>) -> Call {
        Call {
            callee: operation.callee().clone(),
            arguments: operation
                .takes()
                .iter()
                .map(|wanted| self.argument(wanted))
                .collect(),
            result,
        }
    }

    fn runs(&mut self, calls: &[Call], feedback: &mut dyn Feedback) -> bool {
        self.tally.trials += 1;
        matches!(feedback.sequential(calls), Trial::Returned(_))
    }
}

impl Generator for Pairs {
    fn next(&mut self, feedback: &mut dyn Feedback) -> Option<Test> {
        if self.tally.tests >= TESTS {
            return None;
        }
        let target = Arc::clone(&self.target);
        for _ in 0..1000 {
            let Some(maker) = self.dice.pick(target.instances()) else {
                break;
            };
            let arguments = maker
                .takes()
                .iter()
                .any(|wanted| *wanted == target.instance_type());
            let prefix = vec![self.call(&maker.clone(), Some(VarId(0)))];
            if arguments || !self.runs(&prefix, feedback) {
                continue;
            }
            let mut suffixes = Vec::new();
            for _ in 0..100 {
                let Some(method) = self.dice.pick(target.methods()) else {
                    break;
                };
                let suffix = vec![self.call(&method.operation, None)];
                let both: Vec<Call> = prefix.iter().chain(&suffix).cloned().collect();
                if self.runs(&both, feedback) {
                    suffixes.push(suffix);
                }
                if suffixes.len() == 2 {
                    self.tally.tests += 1;
                    return Some(Test { prefix, suffixes });
                }
            }
        }
        self.tally.failure = Some("no instance can be made".to_owned());
        None
    }

    fn learn(&mut self, _test: &Test, _lesson: Lesson) {}

    fn tally(&self) -> &Tally {
        &self.tally
    }
}
