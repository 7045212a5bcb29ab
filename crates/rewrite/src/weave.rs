//! One method's code, with the hooks put in.
//!
//! The instructions are gone over once. Each is written to its new place, with what is inserted before, behind or instead
//! of it, and [`Places`] remembers where it went. Then jumps are pointed to their targets' new places, and
//! `tables` does the same for everything else that names a place in the code.
//!
//! All inserted code is straight: it pushes arguments and calls a hook. So the frames of the stack map stay true and only
//! move.

use raddle_classfile::write::CodeBuilder;
use raddle_classfile::{ClassFile, Instruction, Opcode, Operands, Switch};

use crate::constants::Constants;
use crate::constructor::BeforeSuper;
use crate::error::Stop;
use crate::method::Method;
use crate::places::Places;
use crate::references::References;
use crate::site::{SiteKind, SiteNumber, Sites};
use crate::wrap::{Exit, Starts, Wrap};
use crate::{Hook, Level, Options, Stats};

/// A jump to be pointed to its target.
#[derive(Debug, Clone, Copy)]
struct Jump {
    /// Where the instruction is that jumps.
    from: u32,
    /// Where its offset is to be written.
    field: u32,
    /// The target's place in the original code.
    target: u16,
    /// Whether the offset has four bytes, not two.
    is_wide: bool,
}

/// Weaves the methods of one class, one after the other.
pub(crate) struct Weaver<'c, 'a, 'o> {
    pub class: &'c ClassFile<'a>,
    pub options: &'o Options<'o>,
    pub references: References<'c, 'a>,
    pub constants: Constants<'o>,
    pub sites: Sites<'c, 'a>,
    pub stats: Stats,
    /// The method being woven.
    pub code: CodeBuilder,
    pub places: Places,
    /// Where the code names a site: the constant is known only when all are.
    pub site_uses: Vec<(usize, SiteNumber)>,
    /// Where the layers around the body start.
    pub starts: Starts,
    /// Where the method is left.
    pub exits: Vec<Exit>,
    /// Operand slots that inserted code needs beyond those of the original.
    pub extra_stack: u16,
    /// First local variable that is free for inserted code between two instructions.
    pub free_local: u16,
    /// Local variables, those of inserted code included.
    pub max_locals: u16,
    jumps: Vec<Jump>,
    changed: bool,
}

impl<'c, 'a, 'o> Weaver<'c, 'a, 'o> {
    pub fn new(class: &'c ClassFile<'a>, options: &'o Options<'o>) -> Self {
        Self {
            class,
            options,
            references: References::new(class),
            constants: Constants::new(options.host, class.pool().count()),
            sites: Sites::new(class),
            stats: Stats::default(),
            code: CodeBuilder::default(),
            places: Places::default(),
            site_uses: Vec::new(),
            starts: Starts::default(),
            exits: Vec::new(),
            extra_stack: 0,
            free_local: 0,
            max_locals: 0,
            jumps: Vec::new(),
            changed: false,
        }
    }

    /// Weaves the instructions into `self.code`; `head` is code to start a copy with. Returns whether anything changed.
    pub fn instructions(
        &mut self,
        method: Method<'_, 'c, 'a>,
        level: Level,
        wrap: &Wrap,
        head: Option<&[u8]>,
    ) -> Result<bool, Stop> {
        let code = method.code;
        self.code.clear();
        self.places.reset(code.bytes().len());
        self.jumps.clear();
        self.site_uses.clear();
        self.exits.clear();
        // A constant of two slots at most is pushed by `head`.
        self.extra_stack = if head.is_none() { 0 } else { 2 };
        self.max_locals = code.max_locals().max(wrap.locals(code.max_locals()));
        self.free_local = self.max_locals;
        self.changed = !wrap.is_empty() || head.is_some();
        let mut before_super = if method.name() == "<init>" {
            Some(BeforeSuper::new(self.class, code)?)
        } else {
            None
        };

        self.code.raw(head.unwrap_or_default());
        self.enter(wrap)?;
        let mut end_before = self.here();
        for instruction in code.instructions() {
            let instruction = instruction?;
            let start = self.here();
            let this_is_uninitialised = before_super
                .as_mut()
                .is_some_and(|state| state.arrive(&instruction));
            let replacement = self.before(method, &instruction, level, this_is_uninitialised)?;
            if instruction.opcode.is_return() && !wrap.is_empty() {
                self.exit(wrap)?;
            }
            let at = self.here();
            self.places
                .set(usize::from(instruction.pc), start, at, end_before);
            match replacement {
                Some(hook) => self.call(hook)?,
                None => self.copy(&instruction),
            }
            end_before = self.here();
            if let Some(exit) = self.exits.last_mut().filter(|exit| exit.end == 0) {
                exit.end = end_before;
            }
            if instruction.opcode == Opcode::Monitorexit {
                self.call(Hook::MonitorExit)?;
            }
            if let Some(state) = &mut before_super {
                state.pass(&instruction)?;
            }
        }
        let end = self.here();
        self.places.set(code.bytes().len(), end, end, end_before);
        Ok(self.changed)
    }

    /// Points the jumps to their targets. Comes last, when the code is as long as it gets.
    pub fn join_jumps(&mut self) -> Result<(), Stop> {
        if self.here() > usize::from(u16::MAX) {
            return Err(Stop::TooLarge);
        }
        let bytes = self.code.bytes_mut();
        for jump in &self.jumps {
            let offset = i32::from(self.places.start(u32::from(jump.target))?) - jump.from as i32;
            let field = jump.field as usize;
            if jump.is_wide {
                bytes[field..field + 4].copy_from_slice(&offset.to_be_bytes());
            } else {
                let offset = i16::try_from(offset).map_err(|_| Stop::TooFar)?;
                bytes[field..field + 2].copy_from_slice(&offset.to_be_bytes());
            }
        }
        Ok(())
    }

    /// Where the next instruction goes.
    pub fn here(&self) -> usize {
        self.code.bytes().len()
    }

    /// Calls a hook whose arguments are on the stack.
    pub fn call(&mut self, hook: Hook) -> Result<(), Stop> {
        let index = self.constants.hook(hook)?;
        self.code.constant(Opcode::Invokestatic, index);
        self.changed = true;
        Ok(())
    }

    /// Pushes a site's number.
    pub fn push_site(&mut self, site: SiteNumber) {
        self.code.constant(Opcode::LdcW, 0);
        self.site_uses.push((self.here() - 2, site));
    }

    /// Notes that inserted code needs `slots` operands more than what is there.
    pub fn needs_stack(&mut self, slots: u16) {
        self.extra_stack = self.extra_stack.max(slots);
    }

    /// Pushes a new site and calls a hook, whose other arguments are on the stack.
    pub fn call_with_site(
        &mut self,
        hook: Hook,
        kind: SiteKind,
        method: Method<'_, 'c, 'a>,
        pc: u16,
        member: Option<u16>,
    ) -> Result<(), Stop> {
        let site = self.sites.add(method.index, pc, kind, member)?;
        self.push_site(site);
        self.call(hook)
    }

    /// Writes an instruction as it was; what it says of places in the code is filled in by [`Self::join_jumps`].
    fn copy(&mut self, instruction: &Instruction<'_>) {
        let from = self.here() as u32;
        match instruction.operands {
            Operands::Branch(target) => {
                self.code.raw(instruction.bytes);
                let is_wide = instruction.bytes.len() == 5;
                self.jumps.push(Jump {
                    from,
                    field: from + 1,
                    target,
                    is_wide,
                });
            }
            Operands::Switch(switch) => self.copy_switch(instruction, &switch),
            _ => {
                self.code.raw(instruction.bytes);
            }
        }
    }

    /// The tables of a switch start at a multiple of four.
    fn copy_switch(&mut self, instruction: &Instruction<'_>, switch: &Switch<'_>) {
        let from = self.here() as u32;
        self.code.op(instruction.opcode);
        while !self.here().is_multiple_of(4) {
            self.code.op(Opcode::Nop);
        }
        let tables = self.here() as u32;
        let old_padding = 3 - usize::from(instruction.pc) % 4;
        self.code.raw(&instruction.bytes[1 + old_padding..]);
        let (first, step) = match switch {
            Switch::Table(_) => (12, 4),
            Switch::Lookup(_) => (12, 8),
        };
        let mut jump = |field: u32, target: u16| {
            self.jumps.push(Jump {
                from,
                field,
                target,
                is_wide: true,
            })
        };
        jump(tables, switch.default());
        for (place, (_, target)) in switch.cases().enumerate() {
            jump(tables + first + step * place as u32, target);
        }
    }
}
