//! From the written form to the test.

use std::collections::HashMap;

use serde_json::Value;

use super::{CallError, SurfaceCall, SurfaceError, SurfaceFile, argument, callee};
use crate::check::{Part, Position};
use crate::signature::Imports;
use crate::test::{Argument, Call, Test, VarId};
use crate::types::JavaType;

/// The names that the calls read so far have given their results.
struct Names {
    /// How many variables there are in the whole test.
    count: u16,
    prefix: HashMap<String, VarId>,
    /// Those of the part being read, the prefix aside.
    part: HashMap<String, VarId>,
    /// All in the order of their definition.
    all: Vec<(VarId, String)>,
}

impl SurfaceFile {
    /// The test, and the names of its variables.
    pub(crate) fn test(&self) -> Result<(Test, Vec<(VarId, String)>), SurfaceError> {
        let imports = Imports::new(&self.imports).map_err(SurfaceError::Imports)?;
        let mut names = Names {
            count: 0,
            prefix: HashMap::new(),
            part: HashMap::new(),
            all: Vec::new(),
        };
        let mut test = Test::default();
        for (index, call) in self.prefix.iter().enumerate() {
            let position = Position {
                part: Part::Prefix,
                index,
            };
            test.prefix
                .push(read_call(call, position, &imports, &mut names)?);
        }
        for (suffix, calls) in self.suffixes.iter().enumerate() {
            names.part.clear();
            let read = |(index, call)| {
                let position = Position {
                    part: Part::Suffix(suffix),
                    index,
                };
                read_call(call, position, &imports, &mut names)
            };
            test.suffixes.push(
                calls
                    .iter()
                    .enumerate()
                    .map(read)
                    .collect::<Result<_, _>>()?,
            );
        }
        names.part.clear();
        for (index, call) in self.afterwards.iter().enumerate() {
            let position = Position {
                part: Part::Afterwards,
                index,
            };
            test.afterwards
                .push(read_call(call, position, &imports, &mut names)?);
        }
        Ok((test, names.all))
    }
}

fn read_call(
    call: &SurfaceCall,
    position: Position,
    imports: &Imports,
    names: &mut Names,
) -> Result<Call, SurfaceError> {
    try_read_call(call, position, imports, names)
        .map_err(|error| SurfaceError::Call { position, error })
}

fn try_read_call(
    call: &SurfaceCall,
    position: Position,
    imports: &Imports,
    names: &mut Names,
) -> Result<Call, CallError> {
    let callee = callee::read(call, imports)?;
    let types = callee.argument_types();
    let receivers = usize::from(callee.has_receiver());
    let mut arguments = Vec::with_capacity(types.len());
    match &call.on {
        Some(on) if receivers == 1 => arguments.push(names.argument(on, 0, &types[0], imports)?),
        Some(_) => return Err(CallError::StrayKey("on")),
        None if receivers == 1 => return Err(CallError::NoReceiver),
        None => {}
    }
    let expected = types.len() - receivers;
    if call.args.len() != expected {
        return Err(CallError::Arity {
            expected,
            given: call.args.len(),
        });
    }
    for (number, (value, wanted)) in (1..).zip(call.args.iter().zip(&types[receivers..])) {
        arguments.push(names.argument(value, number, wanted, imports)?);
    }
    let result = match &call.variable {
        Some(name) => Some(names.define(name, position.part)?),
        None => None,
    };
    Ok(Call {
        callee,
        arguments,
        result,
    })
}

impl Names {
    /// A string names a variable, anything else is a constant.
    fn argument(
        &self,
        value: &Value,
        number: usize,
        wanted: &JavaType,
        imports: &Imports,
    ) -> Result<Argument, CallError> {
        if let Value::String(name) = value {
            let variable = self.part.get(name).or_else(|| self.prefix.get(name));
            let unknown = || CallError::UnknownVariable(name.clone());
            return Ok(Argument::Variable(*variable.ok_or_else(unknown)?));
        }
        argument::read(value, wanted, imports)
            .map(Argument::Constant)
            .ok_or_else(|| CallError::Constant {
                number,
                value: value.clone(),
                expected: wanted.to_string(),
            })
    }

    fn define(&mut self, name: &str, part: Part) -> Result<VarId, CallError> {
        if self.prefix.contains_key(name) || self.part.contains_key(name) {
            return Err(CallError::DefinedTwice(name.to_owned()));
        }
        let variable = VarId(self.count);
        self.count = self
            .count
            .checked_add(1)
            .ok_or(CallError::TooMany("variables"))?;
        match part {
            Part::Prefix => self.prefix.insert(name.to_owned(), variable),
            Part::Suffix(_) | Part::Afterwards => self.part.insert(name.to_owned(), variable),
        };
        self.all.push((variable, name.to_owned()));
        Ok(variable)
    }
}
