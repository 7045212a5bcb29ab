//! A test as the Java runtime wants it: variables and constants in one table, calls as numbers.

use raddle_testcase::{Argument, Call, Constant, Test};

use crate::focus::Told;
use crate::job::{Chance, Distinguish, Job};

/// Finds the number of a callee's thunk, and of a class constant, making them if needed.
pub trait Numbers {
    /// What can go wrong.
    type Error;

    /// The number of a thunk that makes this call.
    fn thunk(&mut self, call: &Call) -> Result<u32, Self::Error>;

    /// The number of a class.
    fn class(&mut self, name: &str) -> Result<u32, Self::Error>;
}

/// How the runtime executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Nobody controls the threads.
    pub parallel: bool,
    /// Every event is looked at.
    pub every_event: bool,
    /// Every call boundary is a question.
    pub every_call: bool,
    /// What is read and written is looked at.
    pub values: bool,
}

/// Encodes a job, in which switches happen where the focus wants them.
pub fn job<N: Numbers>(
    job: &Job,
    mode: Mode,
    focus: Option<&Told>,
    numbers: &mut N,
) -> Result<Vec<u8>, N::Error> {
    let mut table = Table::new(&job.test);
    let mut body = Vec::new();
    sequence(&job.test.prefix, &mut body, &mut table, numbers)?;
    body.push(job.test.suffixes.len() as u8);
    for suffix in &job.test.suffixes {
        sequence(suffix, &mut body, &mut table, numbers)?;
    }
    sequence(&job.test.afterwards, &mut body, &mut table, numbers)?;
    let mut out = vec![
        u8::from(mode.parallel),
        u8::from(mode.every_event),
        u8::from(mode.every_call),
        u8::from(mode.values),
        match job.distinguish {
            Distinguish::Failures => 0,
            Distinguish::Results => 1,
            Distinguish::Contents => 2,
        },
        match job.chance {
            Chance::Usual => 0,
            Chance::Still => 1,
            Chance::Slow => 2,
            Chance::Cramped => 3,
        },
    ];
    for limit in [
        job.limits.prefix,
        job.limits.steps,
        job.limits.spin,
        job.limits.branches,
        job.limits.patience,
    ] {
        put_u32(&mut out, limit);
    }
    out.push(u8::from(focus.is_some()));
    for numbers in focus.iter().flat_map(|told| [&told.sites, &told.topics]) {
        put_u32(&mut out, numbers.len() as u32);
        numbers.iter().for_each(|number| put_u32(&mut out, *number));
    }
    put_u16(&mut out, table.named);
    put_u16(&mut out, table.next);
    put_u16(&mut out, table.constants.len() as u16);
    for (slot, constant) in &table.constants {
        put_u16(&mut out, *slot);
        put_constant(&mut out, constant, numbers)?;
    }
    out.append(&mut body);
    Ok(out)
}

/// Slots: first the test's variables by their numbers, then constants and results nobody names.
struct Table {
    named: u16,
    next: u16,
    constants: Vec<(u16, Constant)>,
}

impl Table {
    fn new(test: &Test) -> Self {
        let named = test
            .calls()
            .filter_map(|call| call.result)
            .map(|variable| variable.0 + 1)
            .max()
            .unwrap_or(0);
        Self {
            named,
            next: named,
            constants: Vec::new(),
        }
    }

    fn fresh(&mut self) -> u16 {
        self.next += 1;
        self.next - 1
    }

    fn slot(&mut self, argument: &Argument) -> u16 {
        match argument {
            Argument::Variable(variable) => variable.0,
            Argument::Constant(constant) => {
                match self.constants.iter().find(|(_, known)| known == constant) {
                    Some((slot, _)) => *slot,
                    None => {
                        let slot = self.fresh();
                        self.constants.push((slot, constant.clone()));
                        slot
                    }
                }
            }
        }
    }
}

fn sequence<N: Numbers>(
    calls: &[Call],
    out: &mut Vec<u8>,
    table: &mut Table,
    numbers: &mut N,
) -> Result<(), N::Error> {
    put_u16(out, calls.len() as u16);
    for call in calls {
        put_u32(out, numbers.thunk(call)?);
        out.push(call.arguments.len() as u8);
        for argument in &call.arguments {
            let slot = table.slot(argument);
            put_u16(out, slot);
        }
        let result = call
            .result
            .map_or_else(|| table.fresh(), |variable| variable.0);
        put_u16(out, result);
    }
    Ok(())
}

fn put_u16(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_be_bytes());
}

fn put_constant<N: Numbers>(
    out: &mut Vec<u8>,
    constant: &Constant,
    numbers: &mut N,
) -> Result<(), N::Error> {
    match constant {
        Constant::Null => out.push(b'0'),
        Constant::Boolean(value) => out.extend([b'Z', u8::from(*value)]),
        Constant::Byte(value) => out.extend([b'B', *value as u8]),
        Constant::Short(value) => {
            out.push(b'S');
            out.extend(value.to_be_bytes());
        }
        Constant::Char(value) => {
            out.push(b'C');
            put_u16(out, *value);
        }
        Constant::Int(value) => {
            out.push(b'I');
            out.extend(value.to_be_bytes());
        }
        Constant::Long(value) => {
            out.push(b'J');
            out.extend(value.to_be_bytes());
        }
        Constant::Float(value) => {
            out.push(b'F');
            put_u32(out, value.get().to_bits());
        }
        Constant::Double(value) => {
            out.push(b'D');
            out.extend(value.get().to_bits().to_be_bytes());
        }
        Constant::String(value) => {
            out.push(b's');
            let units = value.units();
            put_u32(out, units.len() as u32);
            for &unit in units {
                put_u16(out, unit);
            }
        }
        Constant::Class(name) => {
            out.push(b'c');
            let number = numbers.class(name.as_str())?;
            put_u32(out, number);
        }
    }
    Ok(())
}
