//! The class file as a whole, and its fields and methods.

use std::ops::Range;

use crate::reader::Reader;
use crate::{
    Attributes, ClassFlags, Code, ConstantPool, Error, FieldFlags, JavaStr, MethodFlags, Tag,
};

/// A class file, walked once and otherwise unread.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    minor: u16,
    major: u16,
    pool: ConstantPool<'a>,
    flags: ClassFlags,
    this_class: u16,
    name: JavaStr<'a>,
    super_name: Option<JavaStr<'a>>,
    /// Each part with the two-byte count in front of it.
    interfaces: Range<usize>,
    fields: Range<usize>,
    methods: Range<usize>,
    attributes: Range<usize>,
}

impl<'a> ClassFile<'a> {
    /// Walks the whole file once: afterwards every member and attribute is known to lie within it and to have a name.
    ///
    /// Any version from 45.0 is accepted, also one newer than any JDK: only the reader of the result knows which
    /// JDK is in use.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes);
        if reader.u4("the magic number")? != 0xcafe_babe {
            return Err(Error::new(0, "the magic number 0xCAFEBABE"));
        }
        let minor = reader.u2("the minor version")?;
        let major = reader.u2("the major version")?;
        if major < 45 {
            return Err(Error::new(6, "a major version of at least 45"));
        }
        let pool = ConstantPool::walk(bytes, &mut reader)?;
        let flags = ClassFlags::from_bits_retain(reader.u2("the class's access flags")?);
        let this_class = reader.u2("this class")?;
        let name = pool.class_name(this_class)?;
        let super_name = pool.optional_class_name(reader.u2("the super class")?)?;

        let start = reader.position();
        let count = usize::from(reader.u2("the number of interfaces")?);
        reader.take(count * 2, "the interfaces")?;
        let interfaces = start..reader.position();
        let fields = walk_members(&pool, &mut reader, "a field")?;
        let methods = walk_members(&pool, &mut reader, "a method")?;
        let attributes = walk_attributes(&pool, &mut reader)?;
        if reader.remaining() > 0 {
            return Err(Error::new(reader.position(), "the end of the class file"));
        }
        Ok(Self {
            bytes,
            minor,
            major,
            pool,
            flags,
            this_class,
            name,
            super_name,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// The bytes it was read from.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Minor version; 65535 marks preview features.
    pub fn minor_version(&self) -> u16 {
        self.minor
    }

    /// Major version: 45 is JDK 1.1, 52 is 8, 69 is 25.
    pub fn major_version(&self) -> u16 {
        self.major
    }

    /// The constants.
    pub fn pool(&self) -> &ConstantPool<'a> {
        &self.pool
    }

    /// The class's own flags. For a nested class, `InnerClasses` says more.
    pub fn flags(&self) -> ClassFlags {
        self.flags
    }

    /// The constant that names this class.
    pub fn this_class(&self) -> u16 {
        self.this_class
    }

    /// Internal name, as `java/util/Map$Entry`.
    pub fn name(&self) -> JavaStr<'a> {
        self.name
    }

    /// Internal name of the superclass; `java/lang/Object` and modules have none.
    pub fn super_name(&self) -> Option<JavaStr<'a>> {
        self.super_name
    }

    /// Internal names of the direct superinterfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = Result<JavaStr<'a>, Error>> + '_ {
        let mut reader = Reader::at(self.bytes, self.interfaces.start + 2..self.interfaces.end);
        std::iter::from_fn(move || {
            let index = reader.u2("an interface").ok()?;
            Some(self.pool.class_name(index))
        })
    }

    /// The fields, in the file's order.
    pub fn fields(&self) -> Members<'_, 'a, FieldFlags> {
        Members::new(&self.pool, self.bytes, &self.fields)
    }

    /// The methods, in the file's order.
    pub fn methods(&self) -> Members<'_, 'a, MethodFlags> {
        Members::new(&self.pool, self.bytes, &self.methods)
    }

    /// The class's attributes.
    pub fn attributes(&self) -> Attributes<'_, 'a> {
        Attributes::new(&self.pool, Reader::at(self.bytes, self.attributes.clone()))
    }

    /// Byte range of the access flags, this class and super class: six bytes.
    pub fn header_span(&self) -> Range<usize> {
        self.interfaces.start - 6..self.interfaces.start
    }

    /// Byte range of the interfaces, with their count.
    pub fn interfaces_span(&self) -> Range<usize> {
        self.interfaces.clone()
    }

    /// Byte range of the fields, with their count.
    pub fn fields_span(&self) -> Range<usize> {
        self.fields.clone()
    }

    /// Byte range of the methods, with their count.
    pub fn methods_span(&self) -> Range<usize> {
        self.methods.clone()
    }

    /// Byte range of the class's attributes, with their count.
    pub fn attributes_span(&self) -> Range<usize> {
        self.attributes.clone()
    }
}

/// Skips attributes with their count, checking bounds and names.
fn walk_attributes<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Range<usize>, Error> {
    let start = reader.position();
    for _ in 0..reader.u2("the number of attributes")? {
        check_utf8(pool, reader, "an attribute's name")?;
        let length = reader.u4("an attribute's length")?;
        reader.take(length as usize, "a whole attribute")?;
    }
    Ok(start..reader.position())
}

fn walk_members<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
    expected: &'static str,
) -> Result<Range<usize>, Error> {
    let start = reader.position();
    for _ in 0..reader.u2("the number of members")? {
        reader.u2(expected)?;
        check_utf8(pool, reader, "a member's name")?;
        check_utf8(pool, reader, "a member's descriptor")?;
        walk_attributes(pool, reader)?;
    }
    Ok(start..reader.position())
}

fn check_utf8(
    pool: &ConstantPool<'_>,
    reader: &mut Reader<'_>,
    expected: &'static str,
) -> Result<(), Error> {
    let at = reader.position();
    match pool.tag(reader.u2(expected)?) {
        Some(Tag::Utf8) => Ok(()),
        _ => Err(Error::new(at, expected)),
    }
}

/// A field or a method; `F` is the kind of its flags.
#[derive(Debug, Clone)]
pub struct Member<'c, 'a, F> {
    pool: &'c ConstantPool<'a>,
    file: &'a [u8],
    flags: F,
    name_index: u16,
    name: JavaStr<'a>,
    descriptor_index: u16,
    descriptor: JavaStr<'a>,
    span: Range<usize>,
}

impl<'c, 'a, F: Copy> Member<'c, 'a, F> {
    /// Access flags.
    pub fn flags(&self) -> F {
        self.flags
    }

    /// Its name.
    pub fn name(&self) -> JavaStr<'a> {
        self.name
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> JavaStr<'a> {
        self.descriptor
    }

    /// The constant with its name.
    pub fn name_index(&self) -> u16 {
        self.name_index
    }

    /// The constant with its descriptor.
    pub fn descriptor_index(&self) -> u16 {
        self.descriptor_index
    }

    /// Its attributes.
    pub fn attributes(&self) -> Attributes<'c, 'a> {
        Attributes::new(
            self.pool,
            Reader::at(self.file, self.span.start + 6..self.span.end),
        )
    }

    /// The byte range of the whole structure: flags, name, descriptor (two bytes each), attributes with their count.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl<'c, 'a> Member<'c, 'a, MethodFlags> {
    /// The method's code, if it has any.
    pub fn code(&self) -> Result<Option<Code<'c, 'a>>, Error> {
        self.attributes().code()
    }
}

/// Goes over the fields or methods of a class.
#[derive(Debug, Clone)]
pub struct Members<'c, 'a, F> {
    pool: &'c ConstantPool<'a>,
    file: &'a [u8],
    reader: Reader<'a>,
    left: u16,
    flags: std::marker::PhantomData<F>,
}

impl<'c, 'a, F> Members<'c, 'a, F> {
    fn new(pool: &'c ConstantPool<'a>, file: &'a [u8], span: &Range<usize>) -> Self {
        let mut reader = Reader::at(file, span.clone());
        let left = reader.u2("the number of members").unwrap_or(0);
        Self {
            pool,
            file,
            reader,
            left,
            flags: std::marker::PhantomData,
        }
    }
}

impl<'c, 'a, F: From<u16>> Members<'c, 'a, F> {
    fn read(&mut self) -> Result<Member<'c, 'a, F>, Error> {
        let reader = &mut self.reader;
        let start = reader.position();
        let flags = F::from(reader.u2("access flags")?);
        let name_index = reader.u2("a name")?;
        let name = self.pool.utf8(name_index)?;
        let descriptor_index = reader.u2("a descriptor")?;
        let descriptor = self.pool.utf8(descriptor_index)?;
        for _ in 0..reader.u2("the number of attributes")? {
            reader.u2("an attribute's name")?;
            let length = reader.u4("an attribute's length")?;
            reader.take(length as usize, "a whole attribute")?;
        }
        Ok(Member {
            pool: self.pool,
            file: self.file,
            flags,
            name_index,
            name,
            descriptor_index,
            descriptor,
            span: start..reader.position(),
        })
    }
}

impl<'c, 'a, F: From<u16>> Iterator for Members<'c, 'a, F> {
    type Item = Member<'c, 'a, F>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        // Cannot fail: `ClassFile::parse` has walked here.
        self.read().ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

impl<F: From<u16>> ExactSizeIterator for Members<'_, '_, F> {}

impl From<u16> for FieldFlags {
    fn from(bits: u16) -> Self {
        Self::from_bits_retain(bits)
    }
}

impl From<u16> for MethodFlags {
    fn from(bits: u16) -> Self {
        Self::from_bits_retain(bits)
    }
}
