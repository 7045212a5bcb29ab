//! The constant pool (JVMS 4.4): one walk finds where each constant is; each is decoded when asked for.

use std::ops::Range;

use crate::reader::Reader;
use crate::{Error, JavaStr};

/// What kind a constant is (JVMS table 4.4-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Tag {
    Utf8 = 1,
    Integer = 3,
    Float = 4,
    Long = 5,
    Double = 6,
    Class = 7,
    String = 8,
    FieldRef = 9,
    MethodRef = 10,
    InterfaceMethodRef = 11,
    NameAndType = 12,
    MethodHandle = 15,
    MethodType = 16,
    Dynamic = 17,
    InvokeDynamic = 18,
    Module = 19,
    Package = 20,
}

impl Tag {
    fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            1 => Self::Utf8,
            3 => Self::Integer,
            4 => Self::Float,
            5 => Self::Long,
            6 => Self::Double,
            7 => Self::Class,
            8 => Self::String,
            9 => Self::FieldRef,
            10 => Self::MethodRef,
            11 => Self::InterfaceMethodRef,
            12 => Self::NameAndType,
            15 => Self::MethodHandle,
            16 => Self::MethodType,
            17 => Self::Dynamic,
            18 => Self::InvokeDynamic,
            19 => Self::Module,
            20 => Self::Package,
            _ => return None,
        })
    }

    /// How many indices the constant takes: long and double take two.
    pub fn slots(self) -> u16 {
        if matches!(self, Self::Long | Self::Double) {
            2
        } else {
            1
        }
    }
}

/// A field or method as the code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemberRef<'a> {
    /// Internal name of the class it is looked up in, or an array's descriptor.
    pub owner: JavaStr<'a>,
    /// Its name.
    pub name: JavaStr<'a>,
    /// Its descriptor.
    pub descriptor: JavaStr<'a>,
}

/// A name and a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NameAndType<'a> {
    /// The name.
    pub name: JavaStr<'a>,
    /// The descriptor.
    pub descriptor: JavaStr<'a>,
}

/// A dynamically computed call site or constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InvokeDynamic<'a> {
    /// Index into [`Attributes::bootstrap_methods`](crate::Attributes::bootstrap_methods).
    pub bootstrap: u16,
    /// Name given to the bootstrap method.
    pub name: JavaStr<'a>,
    /// Descriptor of the call site or constant.
    pub descriptor: JavaStr<'a>,
}

/// What a method handle does with its member (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MethodHandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

/// A method handle constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodHandle<'a> {
    /// What it does with the member.
    pub kind: MethodHandleKind,
    /// The member.
    pub member: MemberRef<'a>,
}

/// A decoded constant of a kind that `ldc` can load or a field can be initialised with.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum Constant<'a> {
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    String(JavaStr<'a>),
    /// Internal name, or an array's descriptor.
    Class(JavaStr<'a>),
    MethodHandle(MethodHandle<'a>),
    /// A method descriptor.
    MethodType(JavaStr<'a>),
    Dynamic(InvokeDynamic<'a>),
}

/// The constants of a class, found by index. Indices come from the file and may point anywhere, so
/// every getter can fail.
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    file: &'a [u8],
    /// Where each constant's tag is. 0, which can be no constant's place, for index 0 and the second
    /// index of long and double.
    offsets: Vec<u32>,
    end: usize,
}

impl<'a> ConstantPool<'a> {
    /// Walks the pool; `reader` stands at its count and is left behind its last constant.
    pub(crate) fn walk(file: &'a [u8], reader: &mut Reader<'a>) -> Result<Self, Error> {
        let start = reader.position();
        let count = reader.u2("the constant pool's size")?;
        if count == 0 {
            return Err(Error::new(start, "a constant pool size of at least 1"));
        }
        // A constant takes three bytes at least; do not reserve more than the file can hold.
        let mut offsets = Vec::with_capacity(usize::from(count).min(reader.remaining() / 3 + 2));
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            let at = reader.position();
            let tag = Tag::from_byte(reader.u1("a constant")?)
                .ok_or(Error::new(at, "a known constant tag"))?;
            let length = match tag {
                Tag::Utf8 => usize::from(reader.u2("a string's length")?),
                Tag::Integer
                | Tag::Float
                | Tag::FieldRef
                | Tag::MethodRef
                | Tag::InterfaceMethodRef
                | Tag::NameAndType
                | Tag::Dynamic
                | Tag::InvokeDynamic => 4,
                Tag::Long | Tag::Double => 8,
                Tag::MethodHandle => 3,
                Tag::Class | Tag::String | Tag::MethodType | Tag::Module | Tag::Package => 2,
            };
            reader.take(length, "a whole constant")?;
            offsets
                .push(u32::try_from(at).map_err(|_| Error::new(at, "a class file below 4 GiB"))?);
            if tag.slots() == 2 {
                offsets.push(0);
            }
        }
        if offsets.len() > usize::from(count) {
            return Err(Error::new(
                reader.position(),
                "two indices for a long or double",
            ));
        }
        Ok(Self {
            file,
            offsets,
            end: reader.position(),
        })
    }

    /// One more than the largest index.
    pub fn count(&self) -> u16 {
        // `walk` stops at a two-byte count.
        self.offsets.len() as u16
    }

    /// The byte range of the constants, without their count.
    pub fn span(&self) -> Range<usize> {
        10..self.end
    }

    /// The indices in use with their kinds.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Tag)> + '_ {
        (1..self.count()).filter_map(|index| Some((index, self.tag(index)?)))
    }

    /// The kind of the constant at `index`, if there is one.
    pub fn tag(&self, index: u16) -> Option<Tag> {
        match *self.offsets.get(usize::from(index))? {
            0 => None,
            offset => Tag::from_byte(self.file[offset as usize]),
        }
    }

    /// A reader behind the tag of the constant at `index`, which must be one of `tags`.
    fn body(&self, index: u16, tags: &[Tag], expected: &'static str) -> Result<Reader<'a>, Error> {
        let offset = self
            .offsets
            .get(usize::from(index))
            .map_or(0, |offset| *offset as usize);
        match self.tag(index) {
            Some(tag) if tags.contains(&tag) => Ok(Reader::at(self.file, offset + 1..self.end)),
            _ => Err(Error::new(offset, expected)),
        }
    }

    /// The text at `index`.
    pub fn utf8(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        let mut reader = self.body(index, &[Tag::Utf8], "a Utf8 constant")?;
        let length = reader.u2("a string's length")?;
        Ok(JavaStr::from_bytes(
            reader.take(usize::from(length), "a whole string")?,
        ))
    }

    /// The text at `index`, or nothing if the index is 0.
    pub fn optional_utf8(&self, index: u16) -> Result<Option<JavaStr<'a>>, Error> {
        if index == 0 {
            Ok(None)
        } else {
            self.utf8(index).map(Some)
        }
    }

    fn text_of(&self, index: u16, tag: Tag, expected: &'static str) -> Result<JavaStr<'a>, Error> {
        let target = self.body(index, &[tag], expected)?.u2(expected)?;
        self.utf8(target)
    }

    /// Internal name of the class at `index` (`java/lang/Object`), or the descriptor of an array class.
    pub fn class_name(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        self.text_of(index, Tag::Class, "a Class constant")
    }

    /// Internal name of the class at `index`, or nothing if the index is 0.
    pub fn optional_class_name(&self, index: u16) -> Result<Option<JavaStr<'a>>, Error> {
        if index == 0 {
            Ok(None)
        } else {
            self.class_name(index).map(Some)
        }
    }

    /// The text of the string constant at `index`.
    pub fn string(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        self.text_of(index, Tag::String, "a String constant")
    }

    /// The descriptor of the method type at `index`.
    pub fn method_type(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        self.text_of(index, Tag::MethodType, "a MethodType constant")
    }

    /// The name of the module at `index`.
    pub fn module_name(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        self.text_of(index, Tag::Module, "a Module constant")
    }

    /// The internal name of the package at `index`.
    pub fn package_name(&self, index: u16) -> Result<JavaStr<'a>, Error> {
        self.text_of(index, Tag::Package, "a Package constant")
    }

    /// The int at `index`.
    pub fn integer(&self, index: u16) -> Result<i32, Error> {
        Ok(self
            .body(index, &[Tag::Integer], "an Integer constant")?
            .u4("an int")? as i32)
    }

    /// The float at `index`.
    pub fn float(&self, index: u16) -> Result<f32, Error> {
        Ok(f32::from_bits(
            self.body(index, &[Tag::Float], "a Float constant")?
                .u4("a float")?,
        ))
    }

    /// The long at `index`.
    pub fn long(&self, index: u16) -> Result<i64, Error> {
        Ok(self
            .body(index, &[Tag::Long], "a Long constant")?
            .u8("a long")? as i64)
    }

    /// The double at `index`.
    pub fn double(&self, index: u16) -> Result<f64, Error> {
        Ok(f64::from_bits(
            self.body(index, &[Tag::Double], "a Double constant")?
                .u8("a double")?,
        ))
    }

    /// The name and descriptor at `index`.
    pub fn name_and_type(&self, index: u16) -> Result<NameAndType<'a>, Error> {
        let mut reader = self.body(index, &[Tag::NameAndType], "a NameAndType constant")?;
        let name = self.utf8(reader.u2("a name")?)?;
        let descriptor = self.utf8(reader.u2("a descriptor")?)?;
        Ok(NameAndType { name, descriptor })
    }

    fn member(
        &self,
        index: u16,
        tags: &[Tag],
        expected: &'static str,
    ) -> Result<MemberRef<'a>, Error> {
        let mut reader = self.body(index, tags, expected)?;
        let owner = self.class_name(reader.u2("a class")?)?;
        let NameAndType { name, descriptor } = self.name_and_type(reader.u2("a name and type")?)?;
        Ok(MemberRef {
            owner,
            name,
            descriptor,
        })
    }

    /// The field named at `index`.
    pub fn field_ref(&self, index: u16) -> Result<MemberRef<'a>, Error> {
        self.member(index, &[Tag::FieldRef], "a Fieldref constant")
    }

    /// The method named at `index`, of a class or an interface.
    pub fn method_ref(&self, index: u16) -> Result<MemberRef<'a>, Error> {
        self.member(
            index,
            &[Tag::MethodRef, Tag::InterfaceMethodRef],
            "a Methodref constant",
        )
    }

    /// The field or method named at `index`.
    pub fn member_ref(&self, index: u16) -> Result<MemberRef<'a>, Error> {
        self.member(
            index,
            &[Tag::FieldRef, Tag::MethodRef, Tag::InterfaceMethodRef],
            "a field or method constant",
        )
    }

    /// The call site or dynamic constant at `index`.
    pub fn invoke_dynamic(&self, index: u16) -> Result<InvokeDynamic<'a>, Error> {
        let mut reader = self.body(
            index,
            &[Tag::InvokeDynamic, Tag::Dynamic],
            "a dynamic constant",
        )?;
        let bootstrap = reader.u2("a bootstrap method")?;
        let NameAndType { name, descriptor } = self.name_and_type(reader.u2("a name and type")?)?;
        Ok(InvokeDynamic {
            bootstrap,
            name,
            descriptor,
        })
    }

    /// The method handle at `index`.
    pub fn method_handle(&self, index: u16) -> Result<MethodHandle<'a>, Error> {
        let mut reader = self.body(index, &[Tag::MethodHandle], "a MethodHandle constant")?;
        let at = reader.position();
        let kind = match reader.u1("a method handle's kind")? {
            1 => MethodHandleKind::GetField,
            2 => MethodHandleKind::GetStatic,
            3 => MethodHandleKind::PutField,
            4 => MethodHandleKind::PutStatic,
            5 => MethodHandleKind::InvokeVirtual,
            6 => MethodHandleKind::InvokeStatic,
            7 => MethodHandleKind::InvokeSpecial,
            8 => MethodHandleKind::NewInvokeSpecial,
            9 => MethodHandleKind::InvokeInterface,
            _ => return Err(Error::new(at, "a method handle's kind, 1 to 9")),
        };
        Ok(MethodHandle {
            kind,
            member: self.member_ref(reader.u2("a member")?)?,
        })
    }

    /// The loadable constant at `index`, decoded.
    pub fn constant(&self, index: u16) -> Result<Constant<'a>, Error> {
        Ok(match self.tag(index) {
            Some(Tag::Integer) => Constant::Integer(self.integer(index)?),
            Some(Tag::Float) => Constant::Float(self.float(index)?),
            Some(Tag::Long) => Constant::Long(self.long(index)?),
            Some(Tag::Double) => Constant::Double(self.double(index)?),
            Some(Tag::String) => Constant::String(self.string(index)?),
            Some(Tag::Class) => Constant::Class(self.class_name(index)?),
            Some(Tag::MethodHandle) => Constant::MethodHandle(self.method_handle(index)?),
            Some(Tag::MethodType) => Constant::MethodType(self.method_type(index)?),
            Some(Tag::Dynamic) => Constant::Dynamic(self.invoke_dynamic(index)?),
            _ => {
                let offset = self
                    .offsets
                    .get(usize::from(index))
                    .map_or(0, |offset| *offset as usize);
                return Err(Error::new(offset, "a loadable constant"));
            }
        })
    }
}
