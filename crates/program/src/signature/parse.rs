//! The grammar of JVMS 4.7.9.1, by recursive descent. Input may be hostile: depth is limited.

use super::{ClassSignature, ClassType, GenericType, MethodSignature, TypeArgument, TypeParameter};
use crate::name::ClassName;
use crate::types::Primitive;

/// Real types nest a dozen deep at most.
const DEEPEST: u32 = 100;

pub(super) fn class(text: &str) -> Option<ClassSignature> {
    let mut parser = Parser::new(text);
    let signature = ClassSignature {
        type_parameters: parser.type_parameters()?,
        superclass: parser.class_type(DEEPEST)?,
        interfaces: parser.many(|parser| parser.at(b'L').then(|| parser.class_type(DEEPEST)))?,
    };
    parser.finished().then_some(signature)
}

pub(super) fn method(text: &str) -> Option<MethodSignature> {
    let mut parser = Parser::new(text);
    let type_parameters = parser.type_parameters()?;
    parser.expect(b'(')?;
    let parameters = parser.many(|parser| (!parser.at(b')')).then(|| parser.any_type(DEEPEST)))?;
    parser.expect(b')')?;
    let result = if parser.eat(b'V') {
        None
    } else {
        Some(parser.any_type(DEEPEST)?)
    };
    let throws = parser.many(|parser| parser.eat(b'^').then(|| parser.reference(DEEPEST)))?;
    let signature = MethodSignature {
        type_parameters,
        parameters,
        result,
        throws,
    };
    parser.finished().then_some(signature)
}

pub(super) fn field(text: &str) -> Option<GenericType> {
    let mut parser = Parser::new(text);
    let field = parser.reference(DEEPEST)?;
    parser.finished().then_some(field)
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        Self { rest: text }
    }

    fn finished(&self) -> bool {
        self.rest.is_empty()
    }

    fn at(&self, byte: u8) -> bool {
        self.rest.as_bytes().first() == Some(&byte)
    }

    /// Steps over an ASCII character, if it is next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.at(byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.eat(byte).then_some(())
    }

    /// Repeats until `next` says that nothing follows; what fails in between fails as a whole.
    fn many<T>(&mut self, mut next: impl FnMut(&mut Self) -> Option<Option<T>>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        while let Some(item) = next(self) {
            items.push(item?);
        }
        Some(items)
    }

    /// Characters up to one that cannot be part of an identifier in a signature.
    fn identifier(&mut self) -> Option<&'t str> {
        let end = self
            .rest
            .find(['.', ';', '[', '/', '<', '>', ':'])
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        if !self.eat(b'<') {
            return Some(Vec::new());
        }
        let list = self.many(|parser| (!parser.eat(b'>')).then(|| parser.type_parameter()))?;
        (!list.is_empty()).then_some(list)
    }

    fn type_parameter(&mut self) -> Option<TypeParameter> {
        let name = self.identifier()?.into();
        self.expect(b':')?;
        let mut bounds = Vec::new();
        // The class bound may be missing: `T::Ljava/lang/Runnable;`.
        if self.at(b'L') || self.at(b'T') || self.at(b'[') {
            bounds.push(self.reference(DEEPEST)?);
        }
        bounds.extend(self.many(|parser| parser.eat(b':').then(|| parser.reference(DEEPEST)))?);
        Some(TypeParameter { name, bounds })
    }

    fn any_type(&mut self, depth: u32) -> Option<GenericType> {
        let first = char::from(*self.rest.as_bytes().first()?);
        match Primitive::ALL
            .into_iter()
            .find(|primitive| primitive.letter() == first)
        {
            Some(primitive) => {
                self.rest = &self.rest[1..];
                Some(GenericType::Primitive(primitive))
            }
            None => self.reference(depth),
        }
    }

    fn reference(&mut self, depth: u32) -> Option<GenericType> {
        let depth = depth.checked_sub(1)?;
        if self.eat(b'T') {
            let name = self.identifier()?.into();
            self.expect(b';')?;
            Some(GenericType::Variable(name))
        } else if self.eat(b'[') {
            self.any_type(depth)
                .map(|component| GenericType::Array(Box::new(component)))
        } else {
            self.class_type(depth).map(GenericType::Class)
        }
    }

    /// `Ljava/util/Map<TK;TV;>.Entry<TK;>;`
    fn class_type(&mut self, depth: u32) -> Option<ClassType> {
        self.expect(b'L')?;
        let mut name = String::new();
        loop {
            name.push_str(self.identifier()?);
            if !self.eat(b'/') {
                break;
            }
            name.push('/');
        }
        let mut class = ClassType {
            arguments: self.type_arguments(depth)?,
            name: ClassName::from_internal(&name),
            outer: None,
        };
        while self.eat(b'.') {
            name.push('$');
            name.push_str(self.identifier()?);
            let has_arguments = !class.arguments.is_empty() || class.outer.is_some();
            class = ClassType {
                arguments: self.type_arguments(depth)?,
                name: ClassName::from_internal(&name),
                outer: has_arguments.then(|| Box::new(class)),
            };
        }
        self.expect(b';')?;
        Some(class)
    }

    fn type_arguments(&mut self, depth: u32) -> Option<Vec<TypeArgument>> {
        if !self.eat(b'<') {
            return Some(Vec::new());
        }
        let list = self.many(|parser| (!parser.eat(b'>')).then(|| parser.type_argument(depth)))?;
        (!list.is_empty()).then_some(list)
    }

    fn type_argument(&mut self, depth: u32) -> Option<TypeArgument> {
        if self.eat(b'*') {
            Some(TypeArgument::Any)
        } else if self.eat(b'+') {
            self.reference(depth).map(TypeArgument::Extends)
        } else if self.eat(b'-') {
            self.reference(depth).map(TypeArgument::Super)
        } else {
            self.reference(depth).map(TypeArgument::Exact)
        }
    }
}
