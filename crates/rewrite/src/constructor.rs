//! Constructors before `super()`: `this` exists but may not be passed to anybody.
//!
//! Of all that hooks are given, only the object of a `putfield` can be the uninitialised `this`: the verifier allows no other
//! use of it, and that one only for fields of the class itself (JVMS 4.10.1.9, `putfield`). So the question is for each
//! such `putfield` whether `this` is initialised. At jump targets the stack map says so. In between code is straight,
//! and the call of another constructor is one on `this` if it names this class or the superclass and no object of that
//! class made before is still waiting for its constructor.

use raddle_classfile::{
    ClassFile, Code, Error, FrameChange, Instruction, JavaStr, Opcode, Operands, VerificationType,
};

/// Follows a constructor's code in order.
pub(crate) struct BeforeSuper<'c, 'a> {
    class: &'c ClassFile<'a>,
    /// Places with a frame, and whether `this` is uninitialised there; the last one first.
    frames: Vec<(u32, bool)>,
    uninitialised: bool,
    /// Objects of this class and of the superclass that were made and not constructed yet.
    waiting: [u32; 2],
}

impl<'c, 'a> BeforeSuper<'c, 'a> {
    pub fn new(class: &'c ClassFile<'a>, code: &Code<'_, 'a>) -> Result<Self, Error> {
        let mut frames = Vec::new();
        let mut in_locals = true;
        for frame in code.attributes().stack_map()?.into_iter().flatten() {
            let frame = frame?;
            let mut on_stack = false;
            let is_this = |kind: VerificationType| kind == VerificationType::UninitializedThis;
            match frame.change {
                FrameChange::Same | FrameChange::Chop(_) | FrameChange::Append(_) => {}
                FrameChange::OneOperand(mut stack) => on_stack = stack.any(is_this),
                FrameChange::Full {
                    mut locals,
                    mut stack,
                } => {
                    in_locals = locals.any(is_this);
                    on_stack = stack.any(is_this);
                }
            }
            frames.push((frame.pc, in_locals || on_stack));
        }
        frames.reverse();
        Ok(Self {
            class,
            frames,
            uninitialised: true,
            waiting: [0; 2],
        })
    }

    fn slot(&self, name: JavaStr<'_>) -> Option<usize> {
        if name == self.class.name() {
            Some(0)
        } else if Some(name) == self.class.super_name() {
            Some(1)
        } else {
            None
        }
    }

    /// Arrives at `instruction`: is `this` possibly uninitialised before it?
    pub fn arrive(&mut self, instruction: &Instruction<'_>) -> bool {
        while let Some((pc, uninitialised)) = self
            .frames
            .pop_if(|(pc, _)| *pc <= u32::from(instruction.pc))
        {
            if pc == u32::from(instruction.pc) {
                self.uninitialised = uninitialised;
            }
        }
        self.uninitialised
    }

    /// Goes past `instruction`.
    pub fn pass(&mut self, instruction: &Instruction<'_>) -> Result<(), Error> {
        let Operands::Constant(index) = instruction.operands else {
            return Ok(());
        };
        match instruction.opcode {
            Opcode::New => {
                if let Some(slot) = self.slot(self.class.pool().class_name(index)?) {
                    self.waiting[slot] += 1;
                }
            }
            Opcode::Invokespecial => {
                let method = self.class.pool().method_ref(index)?;
                if method.name == "<init>"
                    && let Some(slot) = self.slot(method.owner)
                {
                    match self.waiting[slot].checked_sub(1) {
                        Some(fewer) => self.waiting[slot] = fewer,
                        None => self.uninitialised = false,
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
