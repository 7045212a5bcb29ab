//! Classes that today's javac does not make: old versions, subroutines, reused slots, and what is at the limits of the format.

use crate::homes;
use crate::support::{EVERYTHING, HOST, host, jvm, write_class};
use raddle_classfile::write::{Body, ClassBuilder, CodeBuilder, Full};
use raddle_classfile::{
    ClassFile, ClassFlags, ExceptionHandler, FieldFlags, MethodFlags, Opcode as O,
};
use raddle_rewrite::{Error, Options, Rewritten, rewrite};

const STATIC: MethodFlags = MethodFlags::PUBLIC.union(MethodFlags::STATIC);
const LOCKED: MethodFlags = STATIC.union(MethodFlags::SYNCHRONIZED);

/// A class with a static field `count`, a constructor, and what `more` adds.
fn class(
    name: &str,
    major: u16,
    more: impl FnOnce(&mut ClassBuilder) -> Result<(), Full>,
) -> (String, Vec<u8>) {
    let build = || {
        let flags = ClassFlags::PUBLIC | ClassFlags::SUPER;
        let mut class = ClassBuilder::new(major, flags, name, "java/lang/Object")?;
        class.field(FieldFlags::STATIC, "count", "I")?;
        let object = class
            .pool()
            .method_ref("java/lang/Object", "<init>", "()V")?;
        let mut code = CodeBuilder::default();
        code.op(O::Aload0)
            .constant(O::Invokespecial, object)
            .op(O::Return);
        let body = Body {
            max_stack: 1,
            max_locals: 1,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(MethodFlags::PUBLIC, "<init>", "()V", Some(&body))?;
        more(&mut class)?;
        Ok::<_, Full>(class.finish())
    };
    (name.to_owned(), build().expect("a class that fits"))
}

/// Adds `static int run()` that makes an object of the class and calls its method `go`.
fn run_on_new(class: &mut ClassBuilder, name: &str, descriptor: &str) -> Result<(), Full> {
    let this = class.pool().class(name)?;
    let new = class.pool().method_ref(name, "<init>", "()V")?;
    let go = class.pool().method_ref(name, "go", descriptor)?;
    let mut code = CodeBuilder::default();
    code.constant(O::New, this)
        .op(O::Dup)
        .constant(O::Invokespecial, new);
    code.op(O::Iconst3)
        .constant(O::Invokevirtual, go)
        .op(O::Ireturn);
    let body = Body {
        max_stack: 3,
        max_locals: 0,
        code: code.bytes(),
        ..Body::default()
    };
    class.method(STATIC, "run", "()I", Some(&body))
}

/// A jump by an offset.
fn jump(code: &mut CodeBuilder, opcode: O, offset: i16) {
    code.constant(opcode, offset as u16);
}

/// A static synchronized method with a subroutine, as `finally` was compiled once.
fn subroutine(name: &str, major: u16) -> (String, Vec<u8>) {
    class(name, major, |class| {
        let count = class.pool().field_ref(name, "count", "I")?;
        let mut code = CodeBuilder::default();
        jump(&mut code, O::Jsr, 9); // 0: to 9
        jump(&mut code, O::Jsr, 6); // 3: to 9
        jump(&mut code, O::Goto, 14); // 6: to 20
        code.op(O::Astore0); // 9: the subroutine
        code.constant(O::Getstatic, count); // 10
        code.op(O::Iconst5).op(O::Iadd); // 13, 14
        code.constant(O::Putstatic, count); // 15
        code.local(O::Ret, 0); // 18
        code.constant(O::Getstatic, count); // 20
        code.op(O::Ireturn); // 23
        let body = Body {
            max_stack: 2,
            max_locals: 1,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(LOCKED, "run", "()I", Some(&body))
    })
}

/// A synchronized method with a loop that uses the slot of `this` for something else.
fn reused_slot(name: &str, major: u16, stack_map: Option<&[u8]>) -> (String, Vec<u8>) {
    class(name, major, |class| {
        let mut code = CodeBuilder::default();
        code.op(O::Iconst0).op(O::Istore0); // 0, 1
        code.op(O::Iload1); // 2: the loop
        jump(&mut code, O::Ifeq, 13); // 3: to 16
        code.op(O::Iload0).op(O::Iload1).op(O::Iadd).op(O::Istore0); // 6 to 9
        code.raw(&[O::Iinc.byte(), 1, 0xff]); // 10
        jump(&mut code, O::Goto, -11); // 13: to 2
        code.op(O::Iload0).op(O::Ireturn); // 16, 17
        let body = Body {
            max_stack: 2,
            max_locals: 2,
            code: code.bytes(),
            stack_map,
            ..Body::default()
        };
        class.method(
            MethodFlags::PUBLIC | MethodFlags::SYNCHRONIZED,
            "go",
            "(I)I",
            Some(&body),
        )?;
        run_on_new(class, name, "(I)I")
    })
}

/// Frames for [`reused_slot`]: at 2 the locals are two ints, and at 16 still.
const REUSED_SLOT_FRAMES: [u8; 12] = [0, 2, 255, 0, 2, 0, 2, 1, 1, 0, 0, 13];

/// A jump over `filler`, repeated until `length` bytes are reached.
fn long_jump(name: &str, length: usize, locks: bool) -> (String, Vec<u8>) {
    class(name, 49, |class| {
        let count = class.pool().field_ref(name, "count", "I")?;
        let mut filler = CodeBuilder::default();
        if locks {
            filler
                .op(O::Aload0)
                .op(O::Monitorenter)
                .op(O::Aload0)
                .op(O::Monitorexit);
        } else {
            filler.constant(O::Getstatic, count).op(O::Pop);
        }
        let mut code = CodeBuilder::default();
        code.op(O::AconstNull).op(O::Astore0);
        code.constant(O::Getstatic, count);
        let repeats = length / filler.bytes().len();
        jump(
            &mut code,
            O::Ifeq,
            (3 + repeats * filler.bytes().len()) as i16,
        );
        for _ in 0..repeats {
            code.raw(filler.bytes());
        }
        code.op(O::Iconst4).op(O::Ireturn);
        let body = Body {
            max_stack: 1,
            max_locals: 1,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(STATIC, "run", "()I", Some(&body))
    })
}

/// A class that has `constants` ints in its pool.
fn full_pool(name: &str, constants: i32) -> (String, Vec<u8>) {
    class(name, 49, |class| {
        let count = class.pool().field_ref(name, "count", "I")?;
        for number in 0..constants {
            class.pool().integer(number)?;
        }
        let mut code = CodeBuilder::default();
        for _ in 0..600 {
            code.constant(O::Getstatic, count).op(O::Pop);
        }
        code.op(O::Iconst2).op(O::Ireturn);
        let body = Body {
            max_stack: 1,
            max_locals: 0,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(LOCKED, "run", "()I", Some(&body))
    })
}

/// A constructor that writes a field before it calls that of the superclass, to which it hands a new object of its own class.
fn early_field(name: &str) -> (String, Vec<u8>) {
    class(name, 52, |class| {
        class.field(FieldFlags::PUBLIC, "x", "J")?;
        let x = class.pool().field_ref(name, "x", "J")?;
        let this = class.pool().class(name)?;
        let own = class.pool().method_ref(name, "<init>", "()V")?;
        let object = class
            .pool()
            .method_ref("java/lang/Object", "<init>", "()V")?;
        let mut code = CodeBuilder::default();
        code.op(O::Aload0).op(O::Lconst1).constant(O::Putfield, x);
        code.constant(O::New, this)
            .op(O::Dup)
            .constant(O::Invokespecial, own);
        code.op(O::Lconst1).constant(O::Putfield, x);
        code.op(O::Aload0).constant(O::Invokespecial, object);
        code.op(O::Aload0)
            .op(O::Dup)
            .constant(O::Getfield, x)
            .op(O::Lconst1)
            .op(O::Ladd);
        code.constant(O::Putfield, x).op(O::Return);
        let body = Body {
            max_stack: 5,
            max_locals: 2,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(MethodFlags::PUBLIC, "<init>", "(I)V", Some(&body))?;
        let made = class.pool().method_ref(name, "<init>", "(I)V")?;
        let mut code = CodeBuilder::default();
        code.constant(O::New, this)
            .op(O::Dup)
            .op(O::Iconst0)
            .constant(O::Invokespecial, made);
        code.constant(O::Getfield, x).op(O::L2i).op(O::Ireturn);
        let body = Body {
            max_stack: 3,
            max_locals: 0,
            code: code.bytes(),
            ..Body::default()
        };
        class.method(STATIC, "run", "()I", Some(&body))
    })
}

/// A synchronized method that throws from within the range of its own handler, whose range ends at a return.
fn covered_return(name: &str) -> (String, Vec<u8>) {
    class(name, 49, |class| {
        let mut code = CodeBuilder::default();
        code.op(O::Iconst1)
            .op(O::Iconst0)
            .op(O::Idiv)
            .op(O::Ireturn); // 0 to 3
        code.op(O::Pop).op(O::Iconst5).op(O::Ireturn); // 4 to 6
        let handlers = [
            ExceptionHandler {
                start_pc: 0,
                end_pc: 4,
                handler_pc: 4,
                catch_type: 0,
            },
            // Nothing but a return, which can throw nothing: the entry goes away.
            ExceptionHandler {
                start_pc: 3,
                end_pc: 4,
                handler_pc: 4,
                catch_type: 0,
            },
        ];
        let body = Body {
            max_stack: 2,
            max_locals: 0,
            code: code.bytes(),
            handlers: &handlers,
            ..Body::default()
        };
        class.method(LOCKED, "run", "()I", Some(&body))
    })
}

fn hooked(classes: &[(String, Vec<u8>)], name: &str) -> Rewritten {
    let (_, bytes) = classes
        .iter()
        .find(|(class, _)| class == name)
        .expect("a class of the test");
    let options = Options {
        reset_statics: true,
        ..EVERYTHING
    };
    rewrite(bytes, &options)
        .expect("a good class")
        .expect("hooks")
}

#[test]
fn odd_classes_run_as_before() {
    let classes = [
        subroutine("Subroutine46", 46),
        subroutine("Subroutine50", 50),
        reused_slot("Reused48", 48, None),
        reused_slot("ReusedFallback50", 50, None),
        reused_slot("Reused52", 52, Some(&REUSED_SLOT_FRAMES)),
        long_jump("LongFields", 32_000, false),
        long_jump("LongLocks", 32_000, true),
        full_pool("FullPool", 65_000),
        early_field("EarlyField"),
        covered_return("CoveredReturn"),
    ];
    let counts = |name: &str| hooked(&classes, name).stats;
    assert_eq!(counts("Subroutine46").synchronized, 1);
    assert_eq!(counts("Reused52").this_in_local, 1);
    assert_eq!(
        (counts("LongFields").reduced, counts("LongFields").too_far),
        (1, 0)
    );
    assert_eq!(
        (counts("LongLocks").reduced, counts("LongLocks").too_large),
        (0, 1)
    );
    assert_eq!(counts("FullPool").pool_full, 1);
    // Before super(), nobody can tell `this` from another object of the class.
    assert_eq!(counts("EarlyField").before_super, 2);
    // A class constant can be loaded from 49 on.
    let version =
        |name: &str| u16::from_be_bytes(hooked(&classes, name).bytes[6..8].try_into().unwrap());
    assert_eq!((version("Subroutine46"), version("Subroutine50")), (49, 50));

    for (version, home) in homes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        write_class(&path("patch"), HOST, &host::idle(HOST));
        for (name, bytes) in &classes {
            write_class(&path("original"), name, bytes);
            write_class(&path("rewritten"), name, &hooked(&classes, name).bytes);
        }
        let run = |classes_in: &str| {
            jvm::compile(&home, "Call.java", &path(classes_in));
            let mut command = jvm::java(&home, &[("java.base", &path("patch"))]);
            command.arg("-cp").arg(path(classes_in)).arg("Call");
            command.args(classes.iter().map(|(name, _)| name));
            jvm::text(&jvm::run(&mut command))
        };
        let expected = "Subroutine46 10\nSubroutine50 10\nReused48 6\nReusedFallback50 6\nReused52 6\n\
                        LongFields 4\nLongLocks 4\nFullPool 2\nEarlyField 2\nCoveredReturn 5\n";
        assert_eq!(run("original"), expected, "JDK {version}");
        assert_eq!(run("rewritten"), expected, "JDK {version}");
    }
}

#[test]
fn what_cannot_be_rewritten_is_left_alone() {
    let (_, bytes) = full_pool("FullPool", 65_515);
    assert_eq!(rewrite(&bytes, &EVERYTHING), Err(Error::PoolFull));

    // A jump that just reached, over locks.
    let (_, bytes) = long_jump("LongLocks", 32_760, true);
    let rewritten = rewrite(&bytes, &EVERYTHING).expect("a good class");
    assert_eq!(rewritten, None);

    // No local variable left for the lock.
    let (_, bytes) = class("AllLocals", 52, |class| {
        let body = Body {
            max_stack: 1,
            max_locals: u16::MAX,
            code: &[O::Iconst1.byte(), O::Ireturn.byte()],
            ..Body::default()
        };
        class.method(LOCKED, "run", "()I", Some(&body))
    });
    assert_eq!(rewrite(&bytes, &EVERYTHING), Ok(None));

    // An empty finalizer stays empty; one that does something does not.
    let finalizer = |code: &[u8]| {
        let (_, bytes) = class("Finalizer", 52, |class| {
            let body = Body {
                max_stack: 1,
                max_locals: 1,
                code,
                ..Body::default()
            };
            class.method(MethodFlags::PROTECTED, "finalize", "()V", Some(&body))
        });
        rewrite(&bytes, &EVERYTHING)
            .expect("a good class")
            .map_or(0, |class| class.stats.rewritten)
    };
    assert_eq!(finalizer(&[O::Return.byte()]), 0);
    assert_eq!(finalizer(&[O::Nop.byte(), O::Return.byte()]), 1);

    // The host is not hooked, nor is a class without anything to hook.
    assert_eq!(rewrite(&host::idle(HOST), &EVERYTHING), Ok(None));
    let plain = Options {
        coverage: false,
        ..EVERYTHING
    };
    let (_, bytes) = class("Nothing", 52, |_| Ok(()));
    assert_eq!(rewrite(&bytes, &plain), Ok(None));
}

#[test]
fn interfaces_and_enums_keep_their_static_state() {
    for (flags, counted) in [
        (ClassFlags::INTERFACE | ClassFlags::ABSTRACT, [1, 0]),
        (ClassFlags::ENUM | ClassFlags::SUPER, [0, 1]),
    ] {
        let mut class = ClassBuilder::new(52, flags, "Kept", "java/lang/Object").expect("room");
        let final_static = FieldFlags::PUBLIC | FieldFlags::STATIC | FieldFlags::FINAL;
        class
            .field(final_static, "value", "Ljava/lang/Object;")
            .expect("room");
        let body = Body {
            code: &[O::Return.byte()],
            ..Body::default()
        };
        class
            .method(MethodFlags::STATIC, "<clinit>", "()V", Some(&body))
            .expect("room");
        let options = Options {
            reset_statics: true,
            ..EVERYTHING
        };
        let rewritten = rewrite(&class.finish(), &options)
            .expect("a good class")
            .expect("a bracket");
        let stats = rewritten.stats;
        assert_eq!([stats.interfaces_not_reset, stats.enums_not_reset], counted);
        assert!(!rewritten.resettable);
        let read = ClassFile::parse(&rewritten.bytes).expect("a good class");
        assert_eq!(read.methods().len(), 1);
        assert!(read.fields().all(|field| field.flags() == final_static));
    }
}
