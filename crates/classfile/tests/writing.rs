//! What the writer makes is read back the same.

use raddle_classfile::write::{Body, ClassBuilder, CodeBuilder, ConstantPoolBuilder, Full};
use raddle_classfile::{
    ClassFile, ClassFlags, Constant, ExceptionHandler, FieldFlags, MethodFlags, Opcode, Operands,
};

#[test]
fn a_class_from_nothing() -> Result<(), Full> {
    let mut class = ClassBuilder::new(
        52,
        ClassFlags::PUBLIC | ClassFlags::SUPER,
        "made/Here",
        "java/lang/Object",
    )?;
    class.interface("java/lang/Runnable")?;
    class.field(FieldFlags::STATIC, "count", "I")?;
    let mut code = CodeBuilder::default();
    let count = class.pool().field_ref("made/Here", "count", "I")?;
    let target = class
        .pool()
        .interface_method_ref("java/util/List", "size", "()I")?;
    code.constant(Opcode::Getstatic, count).op(Opcode::Pop);
    code.local(Opcode::Aload, 3)
        .local(Opcode::Astore, 300)
        .invoke_interface(target, 1)
        .op(Opcode::Pop);
    for value in [-2, -1, 5, 6, 127, 128, -129] {
        code.push_short(value).op(Opcode::Pop);
    }
    code.op(Opcode::Return);
    let handler = ExceptionHandler {
        start_pc: 0,
        end_pc: 3,
        handler_pc: 3,
        catch_type: 0,
    };
    let body = Body {
        max_stack: 1,
        max_locals: 301,
        code: code.bytes(),
        handlers: &[handler],
        stack_map: Some(&[0, 0]),
    };
    class.method(MethodFlags::PUBLIC, "run", "()V", Some(&body))?;
    class.method(MethodFlags::ABSTRACT, "idle", "()V", None)?;

    let bytes = class.finish();
    let read = ClassFile::parse(&bytes).expect("a good class");
    assert_eq!(read.name(), "made/Here");
    assert_eq!(
        read.interfaces().map(Result::unwrap).collect::<Vec<_>>(),
        ["java/lang/Runnable"]
    );
    assert_eq!(
        read.fields()
            .map(|field| field.name().to_string())
            .collect::<Vec<_>>(),
        ["count"]
    );
    let methods: Vec<_> = read.methods().collect();
    assert!(methods[1].code().unwrap().is_none());
    let code = methods[0].code().unwrap().unwrap();
    assert_eq!((code.max_stack(), code.max_locals()), (1, 301));
    assert_eq!(code.handlers().collect::<Vec<_>>(), [handler]);
    assert_eq!(
        code.attributes().find("StackMapTable").unwrap().content(),
        [0, 0]
    );
    let instructions: Vec<_> = code.instructions().map(Result::unwrap).collect();
    assert_eq!(instructions[3].local(), Some(300));
    let Operands::Constant(index) = instructions[4].operands else {
        panic!("{instructions:?}")
    };
    assert_eq!(
        read.pool().method_ref(index).unwrap().owner,
        "java/util/List"
    );
    let values: Vec<_> = instructions
        .iter()
        .filter_map(|instruction| match instruction.operands {
            Operands::Value(value) => Some(value),
            _ => match instruction.opcode {
                Opcode::IconstM1 => Some(-1),
                Opcode::Iconst5 => Some(5),
                _ => None,
            },
        })
        .collect();
    assert_eq!(values, [-2, -1, 5, 6, 127, 128, -129]);
    Ok(())
}

#[test]
fn constants_are_added_once_and_only_as_many_as_fit() -> Result<(), Full> {
    let mut pool = ConstantPoolBuilder::default();
    assert_eq!(pool.utf8("I")?, 1);
    assert_eq!(pool.long(1)?, 2);
    assert_eq!(pool.integer(1)?, 4);
    assert_eq!(
        (pool.utf8("I")?, pool.long(1)?, pool.integer(1)?),
        (1, 2, 4)
    );
    assert_eq!(pool.double(1.0)?, 5);
    assert_eq!(pool.float(1.0)?, 7);
    assert_eq!(pool.string("I")?, 8);
    assert_eq!(pool.count(), 9);

    let mut pool = ConstantPoolBuilder::after(65_534);
    assert_eq!(pool.long(7), Err(Full("constants")));
    assert_eq!(pool.integer(7), Ok(65_534));
    assert_eq!(pool.integer(8), Err(Full("constants")));
    assert_eq!(pool.integer(7), Ok(65_534));
    assert!(pool.utf8(&"x".repeat(65_536)).is_err());
    Ok(())
}

#[test]
fn every_kind_of_constant_comes_back() -> Result<(), Full> {
    let mut class = ClassBuilder::new(52, ClassFlags::empty(), "A", "java/lang/Object")?;
    let pool = class.pool();
    let indices = [
        pool.integer(-1)?,
        pool.long(i64::MIN)?,
        pool.float(1.5)?,
        pool.double(-2.5)?,
    ];
    let (text, named) = (pool.string("a\0\u{1f9f6}")?, pool.class("[I")?);
    let bytes = class.finish();
    let read = ClassFile::parse(&bytes).expect("a good class");
    let constants: Vec<_> = indices
        .iter()
        .map(|index| read.pool().constant(*index).unwrap())
        .collect();
    assert_eq!(
        constants,
        [
            Constant::Integer(-1),
            Constant::Long(i64::MIN),
            Constant::Float(1.5),
            Constant::Double(-2.5)
        ]
    );
    assert_eq!(read.pool().string(text).unwrap().to_str(), "a\0\u{1f9f6}");
    assert_eq!(
        read.pool().constant(named).unwrap(),
        Constant::Class("[I".into())
    );
    Ok(())
}
