//! What javac writes is read back as the source says it.

mod common;

use std::sync::LazyLock;

use raddle_classfile::{
    ClassFile, ClassFlags, Constant, ElementValue, FieldFlags, FrameChange, MethodFlags,
    MethodHandleKind, Opcode, Operands, ParameterFlags,
};

static CLASSES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| common::compile("Shapes.java"));

fn with_class(name: &str, check: impl FnOnce(&ClassFile<'_>)) {
    let (_, bytes) = CLASSES
        .iter()
        .find(|(class, _)| class == name)
        .expect("the class was compiled");
    check(&ClassFile::parse(bytes).expect("javac writes good classes"));
}

#[test]
fn the_class_itself() {
    with_class("Shapes", |class| {
        assert_eq!(class.name(), "sample/Shapes");
        assert_eq!(
            class.super_name().map(|name| name.to_string()).as_deref(),
            Some("java/lang/Object")
        );
        assert_eq!((class.major_version(), class.minor_version()), (61, 0));
        assert_eq!(class.flags(), ClassFlags::PUBLIC | ClassFlags::SUPER);
        assert_eq!(class.interfaces().count(), 0);
        let attributes = class.attributes();
        assert_eq!(attributes.source_file().unwrap().unwrap(), "Shapes.java");
        assert!(
            attributes.signature().unwrap().unwrap()
                == "<T::Ljava/lang/Comparable<TT;>;>Ljava/lang/Object;"
        );
        assert_eq!(
            attributes.permitted_subclasses().unwrap().unwrap(),
            ["sample/Shapes$Square"]
        );
        assert_eq!(attributes.nest_members().unwrap().len(), 5);
        assert!(attributes.nest_host().unwrap().is_none());
        let inner = attributes.inner_classes().unwrap();
        let square = inner
            .iter()
            .find(|inner| inner.inner == "sample/Shapes$Square")
            .unwrap();
        assert_eq!(square.flags, ClassFlags::STATIC | ClassFlags::FINAL);
        assert_eq!(
            (square.outer, square.name),
            (Some("sample/Shapes".into()), Some("Square".into()))
        );
        let anonymous = inner
            .iter()
            .find(|inner| inner.inner == "sample/Shapes$1")
            .unwrap();
        assert_eq!((anonymous.outer, anonymous.name), (None, None));
        let bootstraps = attributes.bootstrap_methods().unwrap();
        let lambda = bootstraps
            .iter()
            .find(|method| method.method.member.name == "metafactory")
            .unwrap();
        assert_eq!(lambda.method.kind, MethodHandleKind::InvokeStatic);
        assert!(matches!(
            class.pool().constant(lambda.arguments[1]).unwrap(),
            Constant::MethodHandle(_)
        ));
    });
}

#[test]
fn annotations_with_every_kind_of_value() {
    with_class("Shapes", |class| {
        let annotations = class.attributes().annotations().unwrap();
        let [mark] = annotations.as_slice() else {
            panic!("{annotations:?}")
        };
        assert_eq!(mark.descriptor, "Lsample/Shapes$Mark;");
        assert_eq!(
            mark.element("value"),
            Some(&ElementValue::String("top".into()))
        );
        assert_eq!(
            mark.element("count"),
            Some(&ElementValue::Primitive(b'I', Constant::Integer(3)))
        );
        assert_eq!(
            mark.element("kind"),
            Some(&ElementValue::Enum(
                "Lsample/Shapes$Kind;".into(),
                "ROUND".into()
            ))
        );
        assert_eq!(mark.element("type"), Some(&ElementValue::Class("I".into())));
        assert!(
            matches!(mark.element("nested"), Some(ElementValue::Annotation(nested)) if nested.elements.len() == 1)
        );
        assert!(
            matches!(mark.element("names"), Some(ElementValue::Array(names)) if names.len() == 2)
        );
        assert_eq!(mark.element("other"), None);
    });
}

#[test]
fn fields_and_their_constants() {
    with_class("Shapes", |class| {
        let constant = |name: &str| {
            let field = class.fields().find(|field| field.name() == name).unwrap();
            field.attributes().constant_value().unwrap()
        };
        assert_eq!(constant("BIG"), Some(Constant::Long(1 << 40)));
        assert_eq!(constant("HALF"), Some(Constant::Double(0.5)));
        assert_eq!(constant("QUARTER"), Some(Constant::Float(0.25)));
        assert_eq!(constant("SMALL"), Some(Constant::Integer(-7)));
        let Some(Constant::String(text)) = constant("TEXT") else {
            panic!()
        };
        assert_eq!(text.to_str(), "g\u{f6}\0\u{1f9f6}");
        let value = class
            .fields()
            .find(|field| field.name() == "value")
            .unwrap();
        assert_eq!(
            (value.flags(), value.descriptor()),
            (FieldFlags::VOLATILE, "Ljava/lang/Comparable;".into())
        );
        assert_eq!(value.attributes().signature().unwrap().unwrap(), "TT;");
        assert_eq!(value.attributes().constant_value().unwrap(), None);
        assert_eq!(class.fields().len(), 6);
    });
}

#[test]
fn a_method_and_its_code() {
    with_class("Shapes", |class| {
        let pick = class
            .methods()
            .find(|method| method.name() == "pick")
            .unwrap();
        assert_eq!(
            pick.flags(),
            MethodFlags::PUBLIC | MethodFlags::SYNCHRONIZED | MethodFlags::VARARGS
        );
        let attributes = pick.attributes();
        assert!(attributes.is_deprecated());
        assert_eq!(
            attributes.exceptions().unwrap(),
            ["java/lang/Exception", "java/io/IOException"]
        );
        let parameters = attributes.method_parameters().unwrap();
        assert_eq!(
            (parameters[0].name, parameters[0].flags),
            (Some("index".into()), ParameterFlags::FINAL)
        );

        let code = pick.code().unwrap().unwrap();
        let instructions: Vec<_> = code.instructions().map(Result::unwrap).collect();
        assert_eq!(instructions.last().unwrap().next_pc(), code.bytes().len());
        assert_eq!(&class.bytes()[code.bytes_span()], code.bytes());
        let starts: Vec<_> = instructions
            .iter()
            .map(|instruction| instruction.pc)
            .collect();
        let mut switches = Vec::new();
        for instruction in &instructions {
            let targets = match instruction.operands {
                Operands::Branch(target) => vec![target],
                Operands::Switch(switch) => {
                    switches.push(switch.cases().map(|(value, _)| value).collect::<Vec<_>>());
                    switch
                        .cases()
                        .map(|(_, target)| target)
                        .chain([switch.default()])
                        .collect()
                }
                _ => vec![],
            };
            assert!(
                targets
                    .iter()
                    .all(|target| starts.binary_search(target).is_ok()),
                "{instruction:?}"
            );
        }
        assert_eq!(switches, [vec![1, 2, 3], vec![-1000, 90000]]);
        assert!(
            instructions
                .iter()
                .any(|i| matches!(i.operands, Operands::MultiNewArray { dimensions: 2, .. }))
        );
        assert!(
            instructions
                .iter()
                .any(|i| matches!(i.operands, Operands::Increment { by: 300, .. }))
        );
        let dynamic = instructions
            .iter()
            .find(|i| i.opcode == Opcode::Invokedynamic)
            .unwrap();
        let Operands::Constant(index) = dynamic.operands else {
            panic!("{dynamic:?}")
        };
        assert_eq!(class.pool().invoke_dynamic(index).unwrap().name, "get");
        assert!(code.handlers().any(|handler| handler.catch_type != 0
            && class.pool().class_name(handler.catch_type).unwrap()
                == "java/lang/IllegalStateException"));
        assert!(code.attributes().line_numbers().unwrap().len() > 10);
        let variables = code.attributes().local_variables().unwrap();
        assert!(
            variables
                .iter()
                .any(|variable| variable.name == "cube" && variable.descriptor == "[[[I")
        );
        assert!(code.attributes().find("StackMapTable").is_some());
    });
}

#[test]
fn records_and_local_classes() {
    with_class("Shapes$Point", |class| {
        let record = class.attributes().record().unwrap().unwrap();
        let names: Vec<_> = record
            .iter()
            .map(|component| component.name.to_string())
            .collect();
        assert_eq!(names, ["x", "names"]);
        assert!(
            record[1].attributes.signature().unwrap().unwrap()
                == "Ljava/util/List<Ljava/lang/String;>;"
        );
        assert_eq!(
            class.attributes().nest_host().unwrap(),
            Some("sample/Shapes".into())
        );
    });
    with_class("Shapes$1", |class| {
        let enclosing = class.attributes().enclosing_method().unwrap().unwrap();
        assert_eq!(
            (enclosing.class, enclosing.method.unwrap().name),
            ("sample/Shapes".into(), "pick".into())
        );
        let interfaces: Vec<_> = class.interfaces().map(Result::unwrap).collect();
        assert_eq!(interfaces, ["java/util/concurrent/Callable"]);
    });
}

/// The spans of all parts, put one after the other, are the file.
#[test]
fn spans_cover_the_file() {
    for (name, bytes) in CLASSES.iter() {
        let class = ClassFile::parse(bytes).unwrap();
        let mut at = 10;
        let mut parts = vec![
            class.pool().span(),
            class.header_span(),
            class.interfaces_span(),
        ];
        parts.push(class.fields_span());
        parts.push(class.methods_span());
        parts.push(class.attributes_span());
        for part in parts {
            assert_eq!(part.start, at, "{name}");
            at = part.end;
        }
        assert_eq!(at, bytes.len());
        let mut at = class.methods_span().start + 2;
        for method in class.methods() {
            assert_eq!(method.span().start, at);
            assert_eq!(method.attributes().span(), at + 6..method.span().end);
            at = method.span().end;
            let mut attribute_at = method.span().start + 8;
            for attribute in method.attributes() {
                assert_eq!(attribute.span().start, attribute_at);
                assert_eq!(&bytes[attribute.content_span()], attribute.content());
                attribute_at = attribute.span().end;
            }
            assert_eq!(attribute_at, at);
        }
        assert_eq!(at, class.methods_span().end);
    }
}

#[test]
fn frames_are_where_the_code_jumps_to() {
    with_class("Shapes", |class| {
        let pick = class
            .methods()
            .find(|method| method.name() == "pick")
            .unwrap();
        let code = pick.code().unwrap().unwrap();
        let frames: Vec<_> = code
            .attributes()
            .stack_map()
            .unwrap()
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let places: Vec<_> = frames.iter().map(|frame| frame.pc).collect();
        let mut operands = 0;
        for instruction in code.instructions().map(Result::unwrap) {
            if let Operands::Branch(target) = instruction.operands {
                assert!(
                    places.contains(&u32::from(target)),
                    "{target} of {places:?}"
                );
            }
        }
        for handler in code.handlers() {
            let frame = frames
                .iter()
                .find(|frame| frame.pc == u32::from(handler.handler_pc))
                .unwrap();
            operands += match frame.change {
                FrameChange::OneOperand(stack) | FrameChange::Full { stack, .. } => stack.len(),
                _ => 0,
            };
        }
        assert_eq!(operands, code.handlers().len());
        assert!(
            class
                .fields()
                .all(|field| class.pool().utf8(field.name_index()).unwrap() == field.name())
        );
    });
}
