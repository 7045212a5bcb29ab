//! The test as a value: what is refused, and what survives being sent and written.

use proptest::prelude::*;
use raddle_testcase::{
    Argument, Call, Callee, CheckError, ClassName, Constant, Dispatch, Fault, FieldHolder,
    JavaType, MemberName, MethodDescriptor, Part, Position, StubKind, StubMethod, StubShape, Test,
    TestFile, VarId,
};

fn class(name: &str) -> ClassName {
    ClassName::new(name).unwrap()
}

fn method(descriptor: &str, dispatch: Dispatch) -> Callee {
    Callee::Method {
        class: class("a.B"),
        name: MemberName::new("m").unwrap(),
        descriptor: MethodDescriptor::parse(descriptor).unwrap(),
        dispatch,
    }
}

fn call(callee: Callee, arguments: Vec<Argument>, result: Option<u16>) -> Call {
    Call {
        callee,
        arguments,
        result: result.map(VarId),
    }
}

fn new(result: u16) -> Call {
    let descriptor = MethodDescriptor::parse("()V").unwrap();
    call(
        Callee::Constructor {
            class: class("a.B"),
            descriptor,
        },
        Vec::new(),
        Some(result),
    )
}

const fn variable(number: u16) -> Argument {
    Argument::Variable(VarId(number))
}

/// Why a test with these calls as its only suffix, after a prefix that defines v0, is refused.
fn fault(calls: Vec<Call>) -> Fault {
    let test = Test {
        prefix: vec![new(0)],
        suffixes: vec![calls],
        afterwards: Vec::new(),
    };
    match test.check().unwrap_err() {
        CheckError::Call {
            position:
                Position {
                    part: Part::Suffix(0),
                    ..
                },
            fault,
        } => fault,
        other => panic!("{other}"),
    }
}

#[test]
fn what_cannot_be_run_is_refused() {
    use Argument::Constant as C;
    let unary = |argument| vec![call(method("(I)V", Dispatch::Static), vec![argument], None)];
    assert_eq!(Test::default().check(), Err(CheckError::NoSuffix));
    assert_eq!(fault(unary(variable(1))), Fault::Undefined(VarId(1)));
    assert_eq!(fault(vec![new(0)]), Fault::DefinedTwice(VarId(0)));
    assert_eq!(
        fault(vec![call(
            method("(I)V", Dispatch::Virtual),
            vec![variable(0)],
            None
        )]),
        Fault::Arity {
            expected: 2,
            given: 1
        }
    );
    assert_eq!(
        fault(vec![call(method("()V", Dispatch::Static), vec![], Some(1))]),
        Fault::VoidResult
    );
    assert_eq!(
        fault(vec![call(
            method("()V", Dispatch::Interface),
            vec![C(Constant::Null)],
            None
        )]),
        Fault::NullReceiver
    );
    for wrong in [
        variable(0),
        C(Constant::Null),
        C(Constant::Long(1)),
        C(Constant::string("1")),
    ] {
        assert!(matches!(
            fault(unary(wrong)),
            Fault::ArgumentType { number: 1, .. }
        ));
    }
    let returning = Callee::Constructor {
        class: class("a.B"),
        descriptor: MethodDescriptor::parse("()I").unwrap(),
    };
    assert_eq!(
        fault(vec![call(returning, vec![], None)]),
        Fault::ConstructorReturns
    );
    let other_suffix = Test {
        prefix: vec![],
        suffixes: vec![
            vec![new(0)],
            vec![call(
                method("()V", Dispatch::Virtual),
                vec![variable(0)],
                None,
            )],
        ],
        afterwards: Vec::new(),
    };
    assert_eq!(
        other_suffix.check().unwrap_err().to_string(),
        "call 1 of suffix 2: v0 is not defined by an earlier call of the prefix or of the same suffix"
    );
}

#[test]
fn boxes_and_their_supertypes_take_primitives() {
    let takes = |parameter: &str, constant: Constant| {
        let callee = method(&format!("({parameter})V"), Dispatch::Static);
        let calls = vec![call(callee, vec![Argument::Constant(constant)], None)];
        Test {
            prefix: vec![],
            suffixes: vec![calls],
            afterwards: Vec::new(),
        }
        .check()
        .is_ok()
    };
    assert!(takes("Ljava/lang/Object;", Constant::Int(1)));
    assert!(takes("Ljava/lang/Number;", Constant::Int(1)));
    assert!(takes("Ljava/lang/Integer;", Constant::Int(1)));
    assert!(!takes("Ljava/lang/Long;", Constant::Int(1)));
    assert!(!takes("Ljava/lang/Number;", Constant::Boolean(true)));
    assert!(!takes("[I", Constant::Int(1)));
    assert!(takes("[I", Constant::Null));
}

/// Names that class files may contain, most of which Java source could not.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z_$][a-zA-Z0-9_$]{0,6}",
        "[^.;\\[/<>\\x00]{1,6}",
        Just("String".to_owned()),
        Just("int".to_owned())
    ]
}

fn class_names() -> impl Strategy<Value = ClassName> {
    proptest::collection::vec(names(), 1..4).prop_map(|parts| class(&parts.join(".")))
}

fn types() -> impl Strategy<Value = JavaType> {
    let simple = prop_oneof![
        proptest::sample::select(vec!["Z", "B", "S", "C", "I", "J", "F", "D"])
            .prop_map(|text| JavaType::from_descriptor(text).unwrap()),
        class_names().prop_map(JavaType::Object),
    ];
    (simple, 0..3).prop_map(|(base, dimensions)| {
        (0..dimensions).fold(base, |element, _| JavaType::Array(Box::new(element)))
    })
}

fn descriptors() -> impl Strategy<Value = MethodDescriptor> {
    (
        proptest::collection::vec(types(), 0..4),
        proptest::option::of(types()),
    )
        .prop_map(|(parameters, returns)| MethodDescriptor::of(parameters, returns))
}

fn member_names() -> impl Strategy<Value = MemberName> {
    names().prop_map(|name| MemberName::new(&name).unwrap())
}

fn callees() -> impl Strategy<Value = Callee> {
    let dispatches = proptest::sample::select(vec![
        Dispatch::Static,
        Dispatch::InterfaceStatic,
        Dispatch::Virtual,
        Dispatch::Interface,
    ]);
    let holders = proptest::sample::select(vec![FieldHolder::Class, FieldHolder::Instance]);
    let without_result =
        |descriptor: MethodDescriptor| MethodDescriptor::of(descriptor.parameters().to_vec(), None);
    let stub_methods = (member_names(), descriptors())
        .prop_map(|(name, descriptor)| StubMethod { name, descriptor });
    let kinds = prop_oneof![
        Just(StubKind::Interface),
        descriptors().prop_map(move |constructor| StubKind::AbstractClass {
            constructor: without_result(constructor)
        }),
    ];
    prop_oneof![
        (class_names(), descriptors()).prop_map(move |(class, descriptor)| Callee::Constructor {
            class,
            descriptor: without_result(descriptor)
        }),
        (class_names(), member_names(), descriptors(), dispatches).prop_map(
            |(class, name, descriptor, dispatch)| Callee::Method {
                class,
                name,
                descriptor,
                dispatch
            }
        ),
        (class_names(), member_names(), types(), holders).prop_map(
            |(class, name, descriptor, holder)| Callee::GetField {
                class,
                name,
                descriptor,
                holder
            }
        ),
        (types(), 0..5_u8).prop_map(|(element, length)| Callee::NewArray { element, length }),
        (
            class_names(),
            kinds,
            proptest::collection::vec(stub_methods, 0..3)
        )
            .prop_map(|(of, kind, methods)| Callee::Stub(StubShape { of, kind, methods }.into())),
    ]
}

/// Any constant that fits a parameter of the type.
fn constants(wanted: JavaType) -> BoxedStrategy<Constant> {
    match wanted {
        JavaType::Boolean => any::<bool>().prop_map(Constant::Boolean).boxed(),
        JavaType::Byte => any::<i8>().prop_map(Constant::Byte).boxed(),
        JavaType::Short => any::<i16>().prop_map(Constant::Short).boxed(),
        JavaType::Char => any::<u16>().prop_map(Constant::Char).boxed(),
        JavaType::Int => any::<i32>().prop_map(Constant::Int).boxed(),
        JavaType::Long => any::<i64>().prop_map(Constant::Long).boxed(),
        JavaType::Float => any::<u32>()
            .prop_map(|bits| Constant::float(f32::from_bits(bits)))
            .boxed(),
        JavaType::Double => any::<u64>()
            .prop_map(|bits| Constant::double(f64::from_bits(bits)))
            .boxed(),
        JavaType::Array(_) => Just(Constant::Null).boxed(),
        JavaType::Object(_) => prop_oneof![
            Just(Constant::Null),
            proptest::collection::vec(any::<u16>(), 0..5)
                .prop_map(|units| Constant::String(units.into())),
            any::<String>().prop_map(|text| Constant::string(&text)),
            class_names().prop_map(Constant::Class),
        ]
        .boxed(),
    }
}

/// Tests with every kind of call and any constants, in which variables stand as receivers only.
fn tests() -> impl Strategy<Value = Test> {
    let calls = callees().prop_flat_map(|callee| {
        let types = callee.argument_types();
        let arguments: Vec<_> = types.into_iter().map(constants).collect();
        (Just(callee), arguments, any::<bool>())
    });
    proptest::collection::vec(calls, 1..6).prop_map(|calls| {
        let mut test = Test {
            prefix: vec![new(0)],
            suffixes: vec![Vec::new(); 2],
            afterwards: Vec::new(),
        };
        for (number, (callee, constants, kept)) in (1..).zip(calls) {
            let mut arguments: Vec<Argument> =
                constants.into_iter().map(Argument::Constant).collect();
            if callee.has_receiver() {
                arguments[0] = variable(0);
            }
            let result = (kept && callee.result_type().is_some()).then_some(VarId(number));
            let part = match number % 3 {
                2 => &mut test.afterwards,
                suffix => &mut test.suffixes[usize::from(suffix)],
            };
            part.push(Call {
                callee,
                arguments,
                result,
            });
        }
        test.renumbered()
    })
}

proptest! {
    #[test]
    fn any_test_can_be_written_and_read(test in tests()) {
        prop_assert_eq!(test.check(), Ok(()));
        let json = TestFile::new(test.clone()).to_json();
        let back = TestFile::from_json(&json).map_err(|error| TestCaseError::fail(format!("{error}\n{json}")))?;
        prop_assert_eq!(&back.test, &test, "{}", json);
        let embedded: Test = serde_json::from_str(&serde_json::to_string(&test).unwrap()).unwrap();
        prop_assert_eq!(&embedded, &test);
    }

    #[test]
    fn any_test_can_be_sent(test in tests()) {
        let bytes = postcard::to_stdvec(&test).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Test>(&bytes).unwrap(), test);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let _ = TestFile::from_json(&text);
        let call = format!(r#"{{ "suffixes": [[{{ "call": {text:?}, "new": {text:?} }}, {{ "new": {text:?} }}]] }}"#);
        let _ = TestFile::from_json(&call);
    }
}
