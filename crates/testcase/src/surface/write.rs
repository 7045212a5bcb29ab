//! From the test to the written form.

use serde_json::Value;

use super::{SurfaceCall, SurfaceFile, argument, callee};
use crate::file::TestFile;
use crate::names::VariableNames;
use crate::test::{Argument, Call};
use crate::types::JavaType;

impl SurfaceFile {
    /// The written form of a file, all names in full.
    pub(crate) fn from_file(file: &TestFile) -> Self {
        let write_all = |calls: &[Call]| {
            calls
                .iter()
                .map(|call| write_call(call, &file.names))
                .collect()
        };
        Self {
            about: file.about.clone(),
            subject: file.subject.clone(),
            defect: file.defect.clone(),
            twin: file.twin.clone(),
            imports: Vec::new(),
            prefix: write_all(&file.test.prefix),
            suffixes: file
                .test
                .suffixes
                .iter()
                .map(|suffix| write_all(suffix))
                .collect(),
            afterwards: write_all(&file.test.afterwards),
            expect: file.expect.clone(),
        }
    }
}

fn write_call(call: &Call, names: &VariableNames) -> SurfaceCall {
    let types = call.callee.argument_types();
    let mut args: Vec<Value> = call
        .arguments
        .iter()
        .zip(&types)
        .map(|(argument, wanted)| write_argument(argument, wanted, names))
        .collect();
    let on = (call.callee.has_receiver() && !args.is_empty()).then(|| args.remove(0));
    let variable = call.result.map(|variable| names.of(variable));
    SurfaceCall {
        variable,
        on,
        args,
        ..callee::write(&call.callee, call.arguments.len())
    }
}

fn write_argument(argument: &Argument, wanted: &JavaType, names: &VariableNames) -> Value {
    match argument {
        Argument::Variable(variable) => Value::String(names.of(*variable)),
        Argument::Constant(constant) => argument::write(constant, wanted),
    }
}
