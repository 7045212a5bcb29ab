//! Calls as expressions and statements.

use super::literal::literal;
use super::{Expression, Writer};
use crate::test::{Argument, Call, Callee, FieldHolder};
use crate::types::{ClassName, JavaType};

impl Writer<'_> {
    /// A call with its result kept, as a statement. What is no statement by itself in Java is kept in `unused`.
    pub(super) fn statement(&mut self, call: &Call, unused: &mut u32) -> String {
        let expression = self.expression(call);
        let statement_by_itself = !matches!(
            call.callee,
            Callee::GetField { .. } | Callee::NewArray { .. }
        );
        let name = match call.result {
            Some(variable) => self.names.of(variable),
            None if statement_by_itself => return format!("{};", expression.text),
            None => {
                *unused += 1;
                format!("unused{unused}")
            }
        };
        match call.callee.result_type() {
            Some(java_type) => {
                format!(
                    "{} {name} = {};",
                    self.scope.java_type(&java_type),
                    expression.text
                )
            }
            None => format!("{};", expression.text),
        }
    }

    /// A call as an expression.
    pub(super) fn expression(&mut self, call: &Call) -> Expression {
        let text = match &call.callee {
            Callee::Constructor { class, .. } => self.constructor(class, call),
            Callee::Method {
                class,
                name,
                dispatch,
                ..
            } => {
                let target = match call.arguments.first() {
                    Some(receiver) if dispatch.has_receiver() => self.receiver(receiver, class),
                    _ => self.scope.class(class),
                };
                format!("{target}.{name}({})", self.arguments(call))
            }
            Callee::GetField {
                class,
                name,
                holder,
                ..
            } => match call.arguments.first() {
                Some(holder) => {
                    // A field is found by the static type of its holder: a subclass may have another of that name.
                    let exact = JavaType::Object(class.clone());
                    let holder = self.argument(holder);
                    let cast = holder.java_type.as_ref() != Some(&exact);
                    let text = if cast {
                        format!("({})", self.cast(holder, &exact))
                    } else {
                        holder.text
                    };
                    format!("{text}.{name}")
                }
                None => {
                    debug_assert_eq!(*holder, FieldHolder::Class);
                    format!("{}.{name}", self.scope.class(class))
                }
            },
            Callee::NewArray { element, .. } => {
                let element = self.scope.java_type(element);
                format!("new {element}[] {{{}}}", self.arguments(call))
            }
            Callee::Stub(shape) => {
                let name = self.scope.class(&shape.of);
                format!(
                    "new {name}({}) {}",
                    self.arguments(call),
                    self.stub_body(shape)
                )
            }
        };
        Expression {
            text,
            java_type: call.callee.result_type(),
        }
    }

    fn constructor(&mut self, class: &ClassName, call: &Call) -> String {
        if self.knowledge.is_inner(class)
            && let Some(outer) = call.arguments.first()
        {
            let outer = self.argument(outer).text;
            let path = self.scope.class(class);
            let simple = path.rsplit('.').next().unwrap_or_default();
            let rest = self.passed(call, 1);
            return format!("{outer}.new {simple}({rest})");
        }
        format!("new {}({})", self.scope.class(class), self.arguments(call))
    }

    /// The receiver of a method, cast unless it surely has the method.
    fn receiver(&mut self, receiver: &Argument, class: &ClassName) -> String {
        let wanted = JavaType::Object(class.clone());
        let given = self.argument(receiver);
        let has_it = given.java_type.as_ref().is_some_and(|given| {
            !given.is_primitive() && self.knowledge.is_subtype(given, &wanted)
        });
        if has_it {
            given.text
        } else {
            format!("({})", self.cast(given, &wanted))
        }
    }

    /// The arguments but for the receiver.
    fn arguments(&mut self, call: &Call) -> String {
        self.passed(call, usize::from(call.callee.has_receiver()))
    }

    /// The arguments but for the first ones, each so that the compiler sees the parameter's type.
    fn passed(&mut self, call: &Call, skipped: usize) -> String {
        let overloaded = match call.callee {
            // An element's type is given: nothing is chosen by it.
            Callee::NewArray { .. } => false,
            _ => self.knowledge.is_overloaded(&call.callee),
        };
        let types = call.callee.argument_types();
        let pairs = call.arguments.iter().zip(&types).skip(skipped);
        let texts: Vec<String> = pairs
            .map(|(argument, wanted)| {
                let given = self.argument(argument);
                if self.needs_cast(given.java_type.as_ref(), wanted, overloaded) {
                    self.cast(given, wanted)
                } else {
                    given.text
                }
            })
            .collect();
        texts.join(", ")
    }

    fn needs_cast(&self, given: Option<&JavaType>, wanted: &JavaType, overloaded: bool) -> bool {
        match given {
            None => overloaded,
            Some(given) if given == wanted => false,
            Some(given) => match (given.boxed(), wanted.is_primitive()) {
                (_, true) => true,
                (Some(boxed), false) => overloaded || !self.knowledge.is_subtype(&boxed, wanted),
                (None, false) => overloaded || !self.knowledge.is_subtype(given, wanted),
            },
        }
    }

    fn argument(&mut self, argument: &Argument) -> Expression {
        match argument {
            Argument::Variable(variable) => Expression {
                text: self.names.of(*variable),
                java_type: self.types.get(variable).cloned(),
            },
            Argument::Constant(constant) => Expression {
                text: literal(constant, self.scope),
                java_type: constant.java_type(),
            },
        }
    }

    /// A cast. A negative number goes in parentheses: `(Object) -1` would subtract.
    fn cast(&mut self, given: Expression, wanted: &JavaType) -> String {
        let operand = if given.text.starts_with('-') {
            format!("({})", given.text)
        } else {
            given.text
        };
        format!("({}) {operand}", self.scope.java_type(wanted))
    }
}
