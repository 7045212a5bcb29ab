//! What is inserted before an instruction.

use raddle_classfile::{FieldType, Instruction, MethodDescriptor, Opcode, Operands};

use crate::error::Stop;
use crate::method::Method;
use crate::references::Call;
use crate::site::SiteKind;
use crate::weave::Weaver;
use crate::{Hook, Level};

impl<'c, 'a> Weaver<'c, 'a, '_> {
    /// Inserts what belongs before `instruction`. If a hook is to take the place of the instruction itself, returns it.
    pub fn before(
        &mut self,
        method: Method<'_, 'c, 'a>,
        instruction: &Instruction<'a>,
        level: Level,
        this_is_uninitialised: bool,
    ) -> Result<Option<Hook>, Stop> {
        use Opcode as O;
        match (instruction.opcode, instruction.operands) {
            (O::Invokevirtual | O::Invokespecial | O::Invokestatic, Operands::Constant(index)) => {
                return self.before_call(method, instruction, index, level);
            }
            (O::Monitorenter, _) => {
                self.needs_stack(2);
                self.code.op(O::Dup);
                self.call_with_site(
                    Hook::MonitorEnter,
                    SiteKind::MonitorEnter,
                    method,
                    instruction.pc,
                    None,
                )?;
            }
            // The hook comes behind the instruction, outside any handler's range that ends with it: a range that
            // does not cover the monitorexit, or a handler that covers a call of its own, is not compiled by the JIT.
            (O::Monitorexit, _) => {
                self.needs_stack(1);
                self.code.op(O::Dup);
            }
            _ if level == Level::Locks => {}
            (
                O::Getfield | O::Putfield | O::Getstatic | O::Putstatic,
                Operands::Constant(index),
            ) => {
                self.before_field(method, instruction, index, this_is_uninitialised)?;
            }
            (
                O::Iaload
                | O::Laload
                | O::Faload
                | O::Daload
                | O::Aaload
                | O::Baload
                | O::Caload
                | O::Saload,
                _,
            ) => {
                self.needs_stack(3);
                self.code.op(O::Dup2);
                self.call_with_site(
                    Hook::ArrayLoad,
                    SiteKind::ArrayLoad,
                    method,
                    instruction.pc,
                    None,
                )?;
            }
            (O::Iastore | O::Fastore | O::Aastore | O::Bastore | O::Castore | O::Sastore, _) => {
                self.needs_stack(3);
                self.code.op(O::DupX2).op(O::Pop).op(O::Dup2X1);
                self.call_with_site(
                    Hook::ArrayStore,
                    SiteKind::ArrayStore,
                    method,
                    instruction.pc,
                    None,
                )?;
            }
            (O::Lastore | O::Dastore, _) => {
                self.needs_stack(3);
                self.code.op(O::Dup2X2).op(O::Pop2).op(O::Dup2X2);
                self.call_with_site(
                    Hook::ArrayStore,
                    SiteKind::ArrayStore,
                    method,
                    instruction.pc,
                    None,
                )?;
            }
            (O::Jsr | O::JsrW, _) => {}
            (_, Operands::Branch(target)) if target <= instruction.pc => {
                self.call(Hook::Backward)?
            }
            (_, Operands::Switch(switch))
                if switch.cases().any(|(_, target)| target <= instruction.pc)
                    || switch.default() <= instruction.pc =>
            {
                self.call(Hook::Backward)?;
            }
            _ => {}
        }
        Ok(None)
    }

    fn before_field(
        &mut self,
        method: Method<'_, 'c, 'a>,
        instruction: &Instruction<'a>,
        index: u16,
        this_is_uninitialised: bool,
    ) -> Result<(), Stop> {
        use Opcode as O;
        let field = self.references.field(index)?;
        let announced = self.announces(method, instruction.opcode, index)?;
        if field.is_final {
            if let Some(hook) = announced {
                self.needs_stack(1);
                let kind = SiteKind::GetStatic;
                self.call_with_site(hook, kind, method, instruction.pc, Some(index))?;
            }
            return Ok(());
        }
        self.needs_stack(2);
        let (hook, kind) = match instruction.opcode {
            O::Getfield => {
                self.code.op(O::Dup);
                (Hook::GetField, SiteKind::GetField)
            }
            O::Putfield => {
                if this_is_uninitialised && field.is_own {
                    self.stats.before_super += 1;
                    return Ok(());
                }
                if field.is_wide {
                    self.code.op(O::Dup2X1).op(O::Pop2).op(O::DupX2);
                } else {
                    self.code.op(O::Dup2).op(O::Pop);
                }
                (Hook::PutField, SiteKind::PutField)
            }
            O::Getstatic => (Hook::GetStatic, SiteKind::GetStatic),
            _ => (Hook::PutStatic, SiteKind::PutStatic),
        };
        let site = self
            .sites
            .add(method.index, instruction.pc, kind, Some(index))?;
        self.push_site(site);
        self.call(hook)?;
        if let Some(hook) = announced {
            self.push_site(site);
            self.call(hook)?;
        }
        Ok(())
    }

    fn before_call(
        &mut self,
        method: Method<'_, 'c, 'a>,
        instruction: &Instruction<'a>,
        index: u16,
        level: Level,
    ) -> Result<Option<Hook>, Stop> {
        match self.references.call(instruction.opcode, index)? {
            Call::Plain => {}
            Call::Replaced(row) => {
                if !row.stays_in(self.class.name(), method.name(), instruction.opcode) {
                    self.stats.replaced += 1;
                    return Ok(Some(row.hook));
                }
            }
            Call::Atomic | Call::VarHandle if level == Level::Locks => {}
            Call::Atomic => {
                // Stack: the Unsafe, object, offset, values. Under the values and the offset the object is on top.
                let types = self.parameters(index)?;
                let offset = self.free_local;
                self.spill(&types[1..])?;
                self.needs_stack(2);
                self.code.op(Opcode::Dup).local(Opcode::Lload, offset);
                self.call_with_site(
                    Hook::Atomic,
                    SiteKind::Atomic,
                    method,
                    instruction.pc,
                    Some(index),
                )?;
                self.reload(&types[1..]);
            }
            Call::VarHandle => {
                // Stack: the handle, its arguments. Which of these say what is accessed, the handle knows.
                let types = self.parameters(index)?;
                self.spill(&types)?;
                self.needs_stack(4);
                self.code.op(Opcode::Dup);
                match types.first() {
                    Some(first) if first.is_reference() => {
                        self.code.local(Opcode::Aload, self.free_local);
                    }
                    _ => {
                        self.code.op(Opcode::AconstNull);
                    }
                }
                match types.get(..2) {
                    Some([first, FieldType::Int]) => {
                        self.code
                            .local(Opcode::Iload, self.free_local + first.slots());
                    }
                    _ => {
                        self.code.op(Opcode::Iconst0);
                    }
                }
                self.call_with_site(
                    Hook::VarHandle,
                    SiteKind::VarHandle,
                    method,
                    instruction.pc,
                    Some(index),
                )?;
                self.reload(&types);
            }
        }
        Ok(None)
    }

    fn parameters(&self, index: u16) -> Result<Vec<FieldType<'a>>, Stop> {
        let method = self.class.pool().method_ref(index)?;
        Ok(MethodDescriptor::parse(method.descriptor)?
            .parameters()
            .collect())
    }

    /// Moves the topmost values from the stack to local variables that nothing else uses. No frame knows of these, so
    /// they are gone at the next jump target, which is as it should be.
    fn spill(&mut self, types: &[FieldType<'_>]) -> Result<(), Stop> {
        let slots: u16 = types.iter().map(|value| value.slots()).sum();
        let mut local = self.free_local.checked_add(slots).ok_or(Stop::TooLarge)?;
        self.max_locals = self.max_locals.max(local);
        for value in types.iter().rev() {
            local -= value.slots();
            self.code.local(load_and_store(*value).1, local);
        }
        Ok(())
    }

    /// Brings them back.
    fn reload(&mut self, types: &[FieldType<'_>]) {
        let mut local = self.free_local;
        for value in types {
            self.code.local(load_and_store(*value).0, local);
            local += value.slots();
        }
    }
}

fn load_and_store(value: FieldType<'_>) -> (Opcode, Opcode) {
    match value {
        FieldType::Boolean
        | FieldType::Byte
        | FieldType::Char
        | FieldType::Short
        | FieldType::Int => (Opcode::Iload, Opcode::Istore),
        FieldType::Long => (Opcode::Lload, Opcode::Lstore),
        FieldType::Float => (Opcode::Fload, Opcode::Fstore),
        FieldType::Double => (Opcode::Dload, Opcode::Dstore),
        FieldType::Object(_) | FieldType::Array(_) => (Opcode::Aload, Opcode::Astore),
    }
}
