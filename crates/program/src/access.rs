//! What a test may touch. A test lives in a package of its own, on the class path.

use raddle_classfile::ClassFlags;

use crate::class::{Class, Nesting};
use crate::error::ClassError;
use crate::name::ClassName;
use crate::program::Program;

/// Whether a test can name a class, and if not, why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accessibility {
    /// It can.
    Accessible,
    /// The class is not public.
    NotPublic,
    /// The class is public, but a class around it is not.
    EnclosingNotPublic,
    /// Its module keeps its package to itself.
    NotExported,
    /// Local, anonymous or made by the compiler: it has no name in the source.
    Unnamed,
}

impl Program {
    /// Whether a test can name the class: it is public, so is every class around it, and its package is exported.
    pub fn accessibility(&self, class: &Class) -> Result<Accessibility, ClassError> {
        if class.is_synthetic() {
            return Ok(Accessibility::Unnamed);
        }
        match class.nesting() {
            Nesting::Local | Nesting::Anonymous => return Ok(Accessibility::Unnamed),
            Nesting::TopLevel | Nesting::Member { .. } => {}
        }
        if !class.source_flags().contains(ClassFlags::PUBLIC) {
            return Ok(Accessibility::NotPublic);
        }
        if class.origin().is_jdk() && !self.modules().is_exported(class.name().package()) {
            return Ok(Accessibility::NotExported);
        }
        let mut around = vec![class.name().clone()];
        let mut outer = outer_name(class).cloned();
        while let Some(name) = outer {
            if around.contains(&name) {
                return Err(ClassError::Circular { name });
            }
            // A shrinker may have removed it; then nothing stands in the way.
            let Some(enclosing) = self.find(&name).transpose()? else {
                break;
            };
            match enclosing.nesting() {
                Nesting::Local | Nesting::Anonymous => return Ok(Accessibility::Unnamed),
                Nesting::TopLevel | Nesting::Member { .. } => {}
            }
            if !enclosing.source_flags().contains(ClassFlags::PUBLIC) {
                return Ok(Accessibility::EnclosingNotPublic);
            }
            outer = outer_name(&enclosing).cloned();
            around.push(name);
        }
        Ok(Accessibility::Accessible)
    }

    /// Whether a test can name the class.
    pub fn is_accessible(&self, class: &Class) -> Result<bool, ClassError> {
        Ok(self.accessibility(class)? == Accessibility::Accessible)
    }
}

fn outer_name(class: &Class) -> Option<&ClassName> {
    match class.nesting() {
        Nesting::Member { outer, .. } => Some(outer),
        Nesting::TopLevel | Nesting::Local | Nesting::Anonymous => None,
    }
}
