//! For tests: outcomes made by hand, and an executor that answers what a function says.

use raddle_schedule::{Schedule, Spec};
use raddle_testcase::{
    Argument, Call, Callee, ClassName, Constant, Dispatch, MemberName, MethodDescriptor, Test,
    VarId,
};
use raddle_vm::{
    End, Frame, Job, JobReport, Lost, Observed, Outcome, Stuck, SuffixEnd, SuffixOutcome, Thrown,
    Value, Waits,
};

use crate::executor::Executor;

/// Answers every job with what the function says.
pub struct Fake<F> {
    /// The answer to a job.
    pub answer: F,
    /// The jobs so far.
    pub jobs: Vec<Job>,
    /// How often it was made to forget everything.
    pub refreshed: u32,
}

impl<F: FnMut(&Job) -> Result<JobReport, Lost>> Fake<F> {
    /// With this answer.
    pub fn new(answer: F) -> Self {
        Self {
            answer,
            jobs: Vec::new(),
            refreshed: 0,
        }
    }
}

impl<F: FnMut(&Job) -> Result<JobReport, Lost>> Executor for Fake<F> {
    fn run(&mut self, job: &Job) -> Result<JobReport, Lost> {
        self.jobs.push(job.clone());
        (self.answer)(job)
    }

    fn refresh(&mut self) {
        self.refreshed += 1;
    }
}

/// Whether a job asks for linearizations.
pub fn is_linearization(job: &Job) -> bool {
    job.strategy == Spec::Calls
}

/// Every suffix ran to its end.
pub fn completed(suffixes: usize) -> Outcome {
    let finished = SuffixOutcome {
        results: Vec::new(),
        end: SuffixEnd::Finished,
    };
    Outcome {
        end: End::Completed,
        exit_status: None,
        prefix: None,
        prefix_returned: 0,
        suffixes: vec![finished; suffixes],
        afterwards: None,
        helpers: Vec::new(),
    }
}

/// Every suffix ran to its end, its calls returning these texts.
pub fn returned(results: &[&[&str]]) -> Outcome {
    let mut outcome = completed(results.len());
    for (suffix, texts) in outcome.suffixes.iter_mut().zip(results) {
        let text = |text: &&str| Value::Plain {
            class: "java.lang.String".to_owned(),
            text: (*text).to_owned(),
        };
        suffix.results = texts.iter().map(text).collect();
    }
    outcome
}

/// One suffix ended with an exception in the call with that number.
pub fn threw(suffixes: usize, suffix: usize, call: usize, class: &str) -> Outcome {
    let mut outcome = completed(suffixes);
    outcome.suffixes[suffix] = SuffixOutcome {
        results: vec![Value::Null; call],
        end: SuffixEnd::Threw(Thrown {
            class: class.to_owned(),
            message: None,
            frames: vec![frame("get", 7)],
        }),
    };
    outcome
}

/// Some suffixes are stuck, each in the call with that number.
pub fn stuck(suffixes: usize, calls: &[(usize, usize)]) -> Outcome {
    let mut outcome = completed(suffixes);
    outcome.end = End::Deadlock;
    for &(suffix, call) in calls {
        let stuck = Stuck {
            waits: Waits::Lock,
            object: None,
            owner: None,
            frames: vec![frame("lock", 9)],
        };
        outcome.suffixes[suffix] = SuffixOutcome {
            results: vec![Value::Null; call],
            end: SuffixEnd::Stuck(stuck),
        };
    }
    outcome
}

fn frame(method: &str, line: u32) -> Frame {
    Frame {
        class: "a.B".to_owned(),
        method: method.to_owned(),
        file: Some("B.java".to_owned()),
        line: Some(line),
    }
}

/// An outcome seen once.
pub fn observed(outcome: Outcome) -> Observed {
    let schedule: Schedule = "0x3 1x2 0x1".parse().expect("a schedule");
    Observed {
        outcome,
        count: 1,
        first: 0,
        schedule,
        trace: None,
    }
}

/// What came of a job.
pub fn report(observed: Vec<Observed>, exhausted: bool) -> JobReport {
    let executions = observed.iter().map(|observed| observed.count).sum();
    JobReport {
        executions,
        exhausted,
        divergence: None,
        observed,
        fingerprints: Default::default(),
        sites: Vec::new(),
        worn_out: false,
    }
}

/// `a.B` made without arguments.
pub fn new_b(result: u16) -> Call {
    let callee = Callee::Constructor {
        class: class(),
        descriptor: descriptor("()V"),
    };
    Call {
        callee,
        arguments: Vec::new(),
        result: Some(VarId(result)),
    }
}

/// A call of `a.B.name(int)` on a variable.
pub fn call(name: &str, receiver: u16, argument: i32) -> Call {
    let callee = Callee::Method {
        class: class(),
        name: MemberName::new(name).expect("a name"),
        descriptor: descriptor("(I)La/B;"),
        dispatch: Dispatch::Virtual,
    };
    let arguments = vec![
        Argument::Variable(VarId(receiver)),
        Argument::Constant(Constant::Int(argument)),
    ];
    Call {
        callee,
        arguments,
        result: None,
    }
}

/// A test with one object and two suffixes that call these methods on it.
pub fn test(first: &[&str], second: &[&str]) -> Test {
    let suffix = |names: &[&str]| names.iter().map(|name| call(name, 0, 5)).collect();
    Test {
        prefix: vec![new_b(0)],
        suffixes: vec![suffix(first), suffix(second)],
        afterwards: Vec::new(),
    }
}

fn class() -> ClassName {
    ClassName::new("a.B").expect("a class name")
}

fn descriptor(text: &str) -> MethodDescriptor {
    MethodDescriptor::parse(text).expect("a descriptor")
}
