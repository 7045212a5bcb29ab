//! Making class files: a constant pool that knows what it already has, and just enough around it to build a small
//! class from nothing.

use rustc_hash::FxHashMap;

use crate::java_str::encode;
use crate::{ClassFlags, ExceptionHandler, FieldFlags, MethodFlags, Opcode, Tag};

/// A class file has room for 65534 constants, 65535 bytes in a string and 65535 members, interfaces or handlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the class file format has no room for more {0}")]
pub struct Full(pub &'static str);

/// Constants to be written, each once.
#[derive(Debug, Clone)]
pub struct ConstantPoolBuilder {
    bytes: Vec<u8>,
    /// May reach 65535, which is a legal count but no legal index.
    count: u16,
    seen: FxHashMap<Box<[u8]>, u16>,
}

impl Default for ConstantPoolBuilder {
    fn default() -> Self {
        Self::after(1)
    }
}

impl ConstantPoolBuilder {
    /// A pool whose first constant gets the index `count`: what is added here goes behind the constants of an
    /// existing class. Those are not searched.
    pub fn after(count: u16) -> Self {
        Self {
            bytes: Vec::new(),
            count,
            seen: FxHashMap::default(),
        }
    }

    /// One more than the largest index, as the class file has it.
    pub fn count(&self) -> u16 {
        self.count
    }

    /// The constants added so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a constant without looking whether it is there already; all constants added so have consecutive indices
    /// and places.
    pub fn push(&mut self, tag: Tag, content: &[u8]) -> Result<u16, Full> {
        let index = self.count;
        self.count = index.checked_add(tag.slots()).ok_or(Full("constants"))?;
        self.bytes.push(tag as u8);
        self.bytes.extend_from_slice(content);
        Ok(index)
    }

    fn once(&mut self, tag: Tag, content: &[u8]) -> Result<u16, Full> {
        let mut key = Vec::with_capacity(content.len() + 1);
        key.push(tag as u8);
        key.extend_from_slice(content);
        if let Some(index) = self.seen.get(&*key) {
            return Ok(*index);
        }
        let index = self.push(tag, content)?;
        self.seen.insert(key.into_boxed_slice(), index);
        Ok(index)
    }

    fn pair(&mut self, tag: Tag, first: u16, second: u16) -> Result<u16, Full> {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.once(tag, &[a, b, c, d])
    }

    /// Text.
    pub fn utf8(&mut self, text: &str) -> Result<u16, Full> {
        let encoded = encode(text);
        let length = u16::try_from(encoded.len()).map_err(|_| Full("characters in a string"))?;
        let mut content = Vec::with_capacity(encoded.len() + 2);
        content.extend(length.to_be_bytes());
        content.extend_from_slice(&encoded);
        self.once(Tag::Utf8, &content)
    }

    /// A class by internal name, or an array class by descriptor.
    pub fn class(&mut self, name: &str) -> Result<u16, Full> {
        let name = self.utf8(name)?;
        self.once(Tag::Class, &name.to_be_bytes())
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Result<u16, Full> {
        let text = self.utf8(text)?;
        self.once(Tag::String, &text.to_be_bytes())
    }

    /// An int.
    pub fn integer(&mut self, value: i32) -> Result<u16, Full> {
        self.once(Tag::Integer, &value.to_be_bytes())
    }

    /// A long; takes two indices.
    pub fn long(&mut self, value: i64) -> Result<u16, Full> {
        self.once(Tag::Long, &value.to_be_bytes())
    }

    /// A float.
    pub fn float(&mut self, value: f32) -> Result<u16, Full> {
        self.once(Tag::Float, &value.to_be_bytes())
    }

    /// A double; takes two indices.
    pub fn double(&mut self, value: f64) -> Result<u16, Full> {
        self.once(Tag::Double, &value.to_be_bytes())
    }

    /// A name and a descriptor.
    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16, Full> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        self.pair(Tag::NameAndType, name, descriptor)
    }

    fn member(&mut self, tag: Tag, owner: &str, name: &str, descriptor: &str) -> Result<u16, Full> {
        let owner = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.pair(tag, owner, name_and_type)
    }

    /// A field.
    pub fn field_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16, Full> {
        self.member(Tag::FieldRef, owner, name, descriptor)
    }

    /// A method of a class.
    pub fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16, Full> {
        self.member(Tag::MethodRef, owner, name, descriptor)
    }

    /// A method of an interface.
    pub fn interface_method_ref(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<u16, Full> {
        self.member(Tag::InterfaceMethodRef, owner, name, descriptor)
    }
}

/// Instructions, one after the other. Jumps are up to the caller.
#[derive(Debug, Clone, Default)]
pub struct CodeBuilder {
    bytes: Vec<u8>,
}

impl CodeBuilder {
    /// The bytes so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes so far, to fill in what was not known before.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Starts anew, keeping the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// An instruction without operands.
    pub fn op(&mut self, opcode: Opcode) -> &mut Self {
        self.bytes.push(opcode.byte());
        self
    }

    /// An instruction with a constant's index in two bytes, `ldc_w` for instance.
    pub fn constant(&mut self, opcode: Opcode, index: u16) -> &mut Self {
        self.bytes.push(opcode.byte());
        self.bytes.extend(index.to_be_bytes());
        self
    }

    /// `invokeinterface`; `slots` counts the receiver too.
    pub fn invoke_interface(&mut self, index: u16, slots: u8) -> &mut Self {
        self.constant(Opcode::Invokeinterface, index);
        self.bytes.extend([slots, 0]);
        self
    }

    /// A load or store (`iload`, `astore`, not `iload_0`) of any local variable.
    pub fn local(&mut self, opcode: Opcode, local: u16) -> &mut Self {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode.byte(), local]),
            Err(_) => {
                self.bytes.extend([Opcode::Wide.byte(), opcode.byte()]);
                self.bytes.extend(local.to_be_bytes());
            }
        }
        self
    }

    /// Pushes a small int.
    pub fn push_short(&mut self, value: i16) -> &mut Self {
        match i8::try_from(value) {
            Ok(value @ -1..=5) => self.bytes.push((i16::from(value) + 3) as u8),
            Ok(value) => self.bytes.extend([Opcode::Bipush.byte(), value as u8]),
            Err(_) => {
                self.bytes.push(Opcode::Sipush.byte());
                self.bytes.extend(value.to_be_bytes());
            }
        }
        self
    }
}

/// The body of a method to be written.
#[derive(Debug, Clone, Default)]
pub struct Body<'a> {
    /// Depth of the operand stack, in slots.
    pub max_stack: u16,
    /// Local variables, in slots.
    pub max_locals: u16,
    /// The instructions.
    pub code: &'a [u8],
    /// The exception table.
    pub handlers: &'a [ExceptionHandler],
    /// The content of `StackMapTable`; code without jumps and handlers needs none.
    pub stack_map: Option<&'a [u8]>,
}

/// A class being written.
#[derive(Debug, Clone)]
pub struct ClassBuilder {
    major: u16,
    flags: ClassFlags,
    pool: ConstantPoolBuilder,
    this_class: u16,
    super_class: u16,
    interfaces: Counted,
    fields: Counted,
    methods: Counted,
}

/// A table with its count.
#[derive(Debug, Clone, Default)]
struct Counted {
    count: u16,
    bytes: Vec<u8>,
}

impl Counted {
    fn add(&mut self, what: &'static str) -> Result<&mut Vec<u8>, Full> {
        self.count = self.count.checked_add(1).ok_or(Full(what))?;
        Ok(&mut self.bytes)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.count.to_be_bytes());
        out.extend_from_slice(&self.bytes);
    }
}

impl ClassBuilder {
    /// An empty class of version `major`.0.
    pub fn new(major: u16, flags: ClassFlags, name: &str, super_name: &str) -> Result<Self, Full> {
        let mut pool = ConstantPoolBuilder::default();
        Ok(Self {
            major,
            flags,
            this_class: pool.class(name)?,
            super_class: pool.class(super_name)?,
            pool,
            interfaces: Counted::default(),
            fields: Counted::default(),
            methods: Counted::default(),
        })
    }

    /// The constants, for the code of its methods.
    pub fn pool(&mut self) -> &mut ConstantPoolBuilder {
        &mut self.pool
    }

    /// Adds a superinterface.
    pub fn interface(&mut self, name: &str) -> Result<(), Full> {
        let interface = self.pool.class(name)?;
        self.interfaces
            .add("interfaces")?
            .extend(interface.to_be_bytes());
        Ok(())
    }

    /// Adds a field.
    pub fn field(&mut self, flags: FieldFlags, name: &str, descriptor: &str) -> Result<(), Full> {
        let (name, descriptor) = (self.pool.utf8(name)?, self.pool.utf8(descriptor)?);
        let out = self.fields.add("fields")?;
        for number in [flags.bits(), name, descriptor, 0] {
            out.extend(number.to_be_bytes());
        }
        Ok(())
    }

    /// Adds a method, without a body if it is abstract or native.
    pub fn method(
        &mut self,
        flags: MethodFlags,
        name: &str,
        descriptor: &str,
        body: Option<&Body<'_>>,
    ) -> Result<(), Full> {
        let (name, descriptor) = (self.pool.utf8(name)?, self.pool.utf8(descriptor)?);
        let code = body
            .map(|body| code_attribute(&mut self.pool, body))
            .transpose()?;
        let out = self.methods.add("methods")?;
        for number in [flags.bits(), name, descriptor, u16::from(code.is_some())] {
            out.extend(number.to_be_bytes());
        }
        out.extend(code.unwrap_or_default());
        Ok(())
    }

    /// The class file.
    pub fn finish(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(
            64 + self.pool.bytes.len() + self.fields.bytes.len() + self.methods.bytes.len(),
        );
        out.extend(0xcafe_babe_u32.to_be_bytes());
        for number in [0, self.major, self.pool.count] {
            out.extend(number.to_be_bytes());
        }
        out.extend_from_slice(&self.pool.bytes);
        for number in [self.flags.bits(), self.this_class, self.super_class] {
            out.extend(number.to_be_bytes());
        }
        self.interfaces.write(&mut out);
        self.fields.write(&mut out);
        self.methods.write(&mut out);
        out.extend([0, 0]);
        out
    }
}

/// A whole `Code` attribute.
fn code_attribute(pool: &mut ConstantPoolBuilder, body: &Body<'_>) -> Result<Vec<u8>, Full> {
    let too_long = |_| Full("code in a method");
    let code_length = u16::try_from(body.code.len()).map_err(too_long)?;
    let handler_count =
        u16::try_from(body.handlers.len()).map_err(|_| Full("exception handlers"))?;
    let mut content = Vec::with_capacity(32 + body.code.len());
    content.extend(body.max_stack.to_be_bytes());
    content.extend(body.max_locals.to_be_bytes());
    content.extend(u32::from(code_length).to_be_bytes());
    content.extend_from_slice(body.code);
    content.extend(handler_count.to_be_bytes());
    for handler in body.handlers {
        for number in [
            handler.start_pc,
            handler.end_pc,
            handler.handler_pc,
            handler.catch_type,
        ] {
            content.extend(number.to_be_bytes());
        }
    }
    match body.stack_map {
        None => content.extend([0, 0]),
        Some(stack_map) => {
            content.extend([0, 1]);
            content.extend(pool.utf8("StackMapTable")?.to_be_bytes());
            content.extend(
                u32::try_from(stack_map.len())
                    .map_err(too_long)?
                    .to_be_bytes(),
            );
            content.extend_from_slice(stack_map);
        }
    }
    let mut attribute = Vec::with_capacity(6 + content.len());
    attribute.extend(pool.utf8("Code")?.to_be_bytes());
    attribute.extend(
        u32::try_from(content.len())
            .map_err(too_long)?
            .to_be_bytes(),
    );
    attribute.append(&mut content);
    Ok(attribute)
}
