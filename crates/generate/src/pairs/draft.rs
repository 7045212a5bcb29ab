//! A part of a test while it is made, with what each variable may be used for.

use raddle_program::name::ClassName;
use raddle_program::types::JavaType;
use raddle_testcase::{Argument, Call, VarId};

use crate::feedback::Returned;
use crate::knowledge::{Freshness, Sharing};
use crate::operation::Operation;
use crate::target::Target;

/// A variable, and what is known about its object.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) id: VarId,
    /// The class at run time if that is known, else the declared type.
    pub(super) java_type: JavaType,
    pub(super) sharing: Sharing,
    /// Whether the object has been given away: the class under test may hold it, and somebody else may be using it.
    given: bool,
}

impl Variable {
    /// Whether the part of the test that made it may still pass it on.
    pub(super) fn is_usable(&self) -> bool {
        self.sharing != Sharing::Owned || !self.given
    }
}

/// Where a call's result comes from, as far as sharing goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The class under test gave an instance of itself.
    Instance,
    /// A maker made it.
    Maker(Freshness),
    /// A method of the class under test returned it: whatever it is, the class may still hold it.
    Tested,
}

/// A part of a test while it is made: the variables it may use, and its own calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    /// What earlier parts left for everybody.
    shared: Vec<Variable>,
    /// The number of the first variable of this part.
    first: usize,
    own: Vec<Variable>,
    pub(super) calls: Vec<Call>,
    /// Types of changeable objects that came from static members: another part that takes one may get the same object.
    pub(super) globals: Vec<JavaType>,
}

impl Draft {
    /// A part that runs after others: it sees what those left for everybody.
    pub(super) fn after(shared: Vec<Variable>, first: usize) -> Self {
        Self {
            shared,
            first,
            ..Self::default()
        }
    }

    /// The number of the next variable.
    pub(super) fn next_variable(&self) -> usize {
        self.first + self.own.len()
    }

    /// All variables that may be passed on.
    pub(super) fn usable(&self) -> impl Iterator<Item = &Variable> {
        self.shared
            .iter()
            .chain(&self.own)
            .filter(|variable| variable.is_usable())
    }

    /// Whether the variable holds an instance under test that no other variable holds.
    pub(super) fn is_tested(&self, id: VarId) -> bool {
        self.own
            .iter()
            .any(|variable| variable.id == id && variable.sharing == Sharing::Tested)
    }

    /// Whether two objects that came from static members may be one.
    pub(super) fn takes_globals_twice(&self) -> bool {
        let mut seen = self.globals.iter().enumerate();
        seen.any(|(at, global)| self.globals[..at].contains(global))
    }

    /// Appends a call and gives its arguments away; the variable of its result, if it has one.
    pub(super) fn append(
        &mut self,
        target: &Target,
        operation: &Operation,
        arguments: Vec<Argument>,
        source: Source,
    ) -> Option<VarId> {
        let passed = &arguments[usize::from(operation.callee().has_receiver())..];
        for variable in &mut self.own {
            variable.given |= passed.contains(&Argument::Variable(variable.id));
        }
        let result = operation.gives().map(|gives| {
            let id = VarId(self.next_variable() as u16);
            // A constructor's object has exactly the named class; of others only the declared type is known.
            let exact = matches!(
                operation.callee(),
                raddle_testcase::Callee::Constructor { .. }
            );
            let sharing = match gives {
                _ if source == Source::Instance || target.is_tested(gives) => Sharing::Tested,
                JavaType::Class(class) if exact && target.sharing.is_free(class) => Sharing::Free,
                declared if target.sharing.is_free_as_declared(declared) => Sharing::Free,
                _ => Sharing::Owned,
            };
            if sharing == Sharing::Owned && source == Source::Maker(Freshness::Global) {
                self.globals.push(gives.clone());
            }
            self.own.push(Variable {
                id,
                java_type: gives.clone(),
                sharing,
                given: source == Source::Tested,
            });
            id
        });
        self.calls.push(Call {
            callee: operation.callee().clone(),
            arguments,
            result,
        });
        result
    }

    /// Appends all calls again with objects of their own, and says which variable is the instance's twin. What cannot change is not made
    /// again.
    pub(super) fn repeat(&mut self, instance: VarId) -> Option<VarId> {
        let mut twins: Vec<(VarId, VarId)> = Vec::new();
        for call in self.calls.clone() {
            let mine = call
                .result
                .and_then(|id| self.own.iter().find(|variable| variable.id == id).cloned());
            let constant = call.arguments.is_empty()
                && mine
                    .as_ref()
                    .is_some_and(|mine| mine.sharing == Sharing::Free);
            if constant {
                continue;
            }
            let arguments: Vec<Argument> = call
                .arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Variable(id) => {
                        let twin = twins
                            .iter()
                            .find(|(of, _)| of == id)
                            .map_or(*id, |(_, twin)| *twin);
                        Argument::Variable(twin)
                    }
                    constant => constant.clone(),
                })
                .collect();
            let result = mine.map(|mine| {
                let id = VarId(self.next_variable() as u16);
                twins.push((mine.id, id));
                self.own.push(Variable { id, ..mine });
                id
            });
            self.calls.push(Call {
                arguments,
                result,
                ..call
            });
        }
        twins
            .iter()
            .find(|(of, _)| *of == instance)
            .map(|(_, twin)| *twin)
    }

    /// Takes in what the calls returned: classes become exact, and what turned out to be null or another variable's object is
    /// not passed on any more.
    pub(super) fn observe(&mut self, target: &Target, returned: &[Returned]) {
        let results = self
            .calls
            .iter()
            .zip(returned)
            .filter_map(|(call, returned)| Some((call.result?, returned)));
        for (id, returned) in results {
            let Some(variable) = self.own.iter_mut().find(|variable| variable.id == id) else {
                continue;
            };
            match returned {
                Returned::Unknown => {}
                Returned::Null => {
                    if !matches!(variable.java_type, JavaType::Primitive(_)) {
                        variable.sharing = Sharing::Owned;
                        variable.given = true;
                    }
                }
                Returned::Object {
                    same_as: Some(other),
                    ..
                } if *other != id => {
                    variable.sharing = Sharing::Owned;
                    variable.given = true;
                }
                Returned::Object { class, .. } => {
                    let exact = ClassName::from_binary(class);
                    if variable.sharing == Sharing::Owned && !class.starts_with('[') {
                        let java_type = JavaType::Class(exact);
                        if target.is_tested(&java_type) {
                            variable.sharing = Sharing::Tested;
                        } else if java_type
                            .as_class()
                            .is_some_and(|class| target.sharing.is_free(class))
                        {
                            variable.sharing = Sharing::Free;
                        }
                        if target
                            .program()
                            .find(&ClassName::from_binary(class))
                            .is_some()
                        {
                            variable.java_type = java_type;
                        }
                    } else if variable.sharing == Sharing::Tested
                        && target.program().find(&exact).is_some()
                    {
                        variable.java_type = JavaType::Class(exact);
                    }
                }
            }
        }
    }

    /// What this part leaves for everybody: instances under test and what cannot change.
    pub(super) fn leaves(&self) -> Vec<Variable> {
        let all = self.shared.iter().chain(&self.own);
        all.filter(|variable| variable.sharing != Sharing::Owned)
            .cloned()
            .collect()
    }
}
