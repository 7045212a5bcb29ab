//! What surrounds the body of a method: the lock of a synchronized one, a bracket, coverage.
//!
//! Each layer has code at the start, code before each return, and a handler for everything thrown, which does the same and
//! throws again. From the inside: coverage, bracket, lock. The handlers stand behind the body in that order,
//! so that each layer's range is all that stands before its handler, without the exits from where the layer is left.
//!
//! The lock's range and handler are the shape that the JIT compilers take for balanced: the range reaches over the
//! `monitorexit`, the handler covers itself up to it, and no call is in a handler that covers itself.

use raddle_classfile::Opcode;

use crate::Hook;
use crate::error::Stop;
use crate::site::SiteNumber;
use crate::weave::Weaver;

/// Where a synchronized method has what it locks.
///
/// The compilers want to see that what is unlocked is what was locked, and follow values through local variables, but do not
/// know that two `ldc` of a class are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    /// In the local variable 0, where `this` stays.
    This,
    /// In a local variable of its own, where it is put at the start.
    Local(u16, Locked),
}

/// What a synchronized method locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locked {
    /// The receiver.
    This,
    /// The class.
    Class,
}

/// The layers around a method's body.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wrap {
    pub lock: Option<(Lock, SiteNumber)>,
    pub bracket: bool,
    pub coverage: Option<SiteNumber>,
    /// At the very start: the local variable that holds what is to be kept.
    pub keep: Option<u16>,
    /// Before each return: a static initialiser tells that it has run.
    pub announce: bool,
}

impl Wrap {
    pub fn is_empty(&self) -> bool {
        self.lock.is_none()
            && !self.bracket
            && self.coverage.is_none()
            && self.keep.is_none()
            && !self.announce
    }

    /// Local variables needed, given those of the body.
    pub fn locals(&self, body: u16) -> u16 {
        match self.lock {
            Some((Lock::Local(local, _), _)) => local.saturating_add(1),
            _ => body,
        }
    }
}

/// The code before a return: where each layer is left.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Exit {
    /// Its start: the handlers of the body itself end here.
    pub start: usize,
    pub coverage: usize,
    pub bracket: usize,
    pub lock: usize,
    /// Behind the return.
    pub end: usize,
}

/// A layer's handler and the range it covers, exits not yet taken out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layer {
    pub start: usize,
    pub end: usize,
    pub handler: usize,
    /// Where an exit leaves the layer.
    pub left_at: fn(&Exit) -> usize,
}

/// Where the layers' ranges start.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Starts {
    coverage: usize,
    bracket: usize,
    lock: usize,
}

impl Weaver<'_, '_, '_> {
    /// The code at the start.
    pub fn enter(&mut self, wrap: &Wrap) -> Result<(), Stop> {
        let mut starts = Starts::default();
        if let Some(local) = wrap.keep {
            self.code.local(Opcode::Aload, local);
            self.call(Hook::Keep)?;
            self.needs_stack(1);
        }
        if let Some((lock, site)) = wrap.lock {
            match lock {
                Lock::This | Lock::Local(_, Locked::This) => self.code.op(Opcode::Aload0),
                Lock::Local(_, Locked::Class) => {
                    self.code.constant(Opcode::LdcW, self.class.this_class())
                }
            };
            if let Lock::Local(local, _) = lock {
                self.code.op(Opcode::Dup).local(Opcode::Astore, local);
            }
            self.code.op(Opcode::Dup);
            self.push_site(site);
            self.call(Hook::MonitorEnter)?;
            self.code.op(Opcode::Monitorenter);
            self.needs_stack(3);
            starts.lock = self.here();
        }
        if wrap.bracket {
            self.call(Hook::Pause)?;
            starts.bracket = self.here();
        }
        if let Some(site) = wrap.coverage {
            self.push_site(site);
            self.call(Hook::MethodEnter)?;
            self.needs_stack(1);
            starts.coverage = self.here();
        }
        self.starts = starts;
        Ok(())
    }

    fn push_lock(&mut self, lock: Lock) {
        match lock {
            Lock::This => self.code.op(Opcode::Aload0),
            Lock::Local(local, _) => self.code.local(Opcode::Aload, local),
        };
    }

    /// The code before a return. Its `end` is filled in when the return is written.
    pub fn exit(&mut self, wrap: &Wrap) -> Result<(), Stop> {
        let mut exit = Exit {
            start: self.here(),
            coverage: self.here(),
            ..Exit::default()
        };
        self.needs_stack(1);
        if let Some(site) = wrap.coverage {
            self.push_site(site);
            self.call(Hook::MethodExit)?;
        }
        if wrap.announce {
            self.code.constant(Opcode::LdcW, self.class.this_class());
            self.call(Hook::Initialised)?;
        }
        exit.bracket = self.here();
        if wrap.bracket {
            self.call(Hook::Resume)?;
        }
        if let Some((lock, _)) = wrap.lock {
            self.push_lock(lock);
            self.code.op(Opcode::Monitorexit);
            exit.lock = self.here();
            self.push_lock(lock);
            self.call(Hook::MonitorExit)?;
        }
        self.exits.push(exit);
        Ok(())
    }

    /// The handlers, behind the body.
    pub fn handlers(&mut self, wrap: &Wrap) -> Result<Vec<Layer>, Stop> {
        let mut layers = Vec::new();
        let starts = self.starts;
        // The exception, and one argument.
        if !wrap.is_empty() {
            self.needs_stack(2);
        }
        if let Some(site) = wrap.coverage {
            let handler = self.here();
            self.push_site(site);
            self.call(Hook::MethodExit)?;
            self.code.op(Opcode::Athrow);
            layers.push(Layer {
                start: starts.coverage,
                end: handler,
                handler,
                left_at: |exit| exit.coverage,
            });
        }
        if wrap.bracket {
            let handler = self.here();
            self.call(Hook::Resume)?;
            self.code.op(Opcode::Athrow);
            layers.push(Layer {
                start: starts.bracket,
                end: handler,
                handler,
                left_at: |exit| exit.bracket,
            });
        }
        if let Some((lock, _)) = wrap.lock {
            let handler = self.here();
            self.push_lock(lock);
            self.code.op(Opcode::Monitorexit);
            let end = self.here();
            self.push_lock(lock);
            self.call(Hook::MonitorExit)?;
            self.code.op(Opcode::Athrow);
            layers.push(Layer {
                start: starts.lock,
                end,
                handler,
                left_at: |exit| exit.lock,
            });
        }
        Ok(layers)
    }
}
