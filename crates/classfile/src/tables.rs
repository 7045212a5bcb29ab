//! Attributes that are one entry or a table of fixed-size entries.

use crate::reader::Reader;
use crate::{
    Attributes, ClassFlags, ConstantPool, Error, JavaStr, MethodHandle, NameAndType, ParameterFlags,
};

/// An entry of `InnerClasses` (JVMS 4.7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// The nested class.
    pub inner: JavaStr<'a>,
    /// The class it is a member of; none for local and anonymous classes.
    pub outer: Option<JavaStr<'a>>,
    /// Its simple name; none for anonymous classes.
    pub name: Option<JavaStr<'a>>,
    /// Its flags as in the source.
    pub flags: ClassFlags,
}

pub(crate) fn inner_classes<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<InnerClass<'a>>, Error> {
    reader.table(8, "an inner class", |reader| {
        Ok(InnerClass {
            inner: pool.class_name(reader.u2("an inner class")?)?,
            outer: pool.optional_class_name(reader.u2("an outer class")?)?,
            name: pool.optional_utf8(reader.u2("an inner class's name")?)?,
            flags: ClassFlags::from_bits_retain(reader.u2("an inner class's flags")?),
        })
    })
}

/// Where a local or anonymous class is declared (JVMS 4.7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnclosingMethod<'a> {
    /// The innermost enclosing class.
    pub class: JavaStr<'a>,
    /// The enclosing method or constructor, if it is in one.
    pub method: Option<NameAndType<'a>>,
}

pub(crate) fn enclosing_method<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<EnclosingMethod<'a>, Error> {
    let class = pool.class_name(reader.u2("an enclosing class")?)?;
    let method = match reader.u2("an enclosing method")? {
        0 => None,
        index => Some(pool.name_and_type(index)?),
    };
    Ok(EnclosingMethod { class, method })
}

/// A component of a record class (JVMS 4.7.30).
#[derive(Debug, Clone, Copy)]
pub struct RecordComponent<'c, 'a> {
    /// Its name.
    pub name: JavaStr<'a>,
    /// Its field descriptor.
    pub descriptor: JavaStr<'a>,
    /// Its attributes.
    pub attributes: Attributes<'c, 'a>,
}

pub(crate) fn record<'c, 'a>(
    pool: &'c ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<RecordComponent<'c, 'a>>, Error> {
    reader.table(6, "a record component", |reader| {
        Ok(RecordComponent {
            name: pool.utf8(reader.u2("a component's name")?)?,
            descriptor: pool.utf8(reader.u2("a component's descriptor")?)?,
            attributes: Attributes::walk(pool, reader)?,
        })
    })
}

/// A parameter as the source declares it (JVMS 4.7.24).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodParameter<'a> {
    /// Its name, if it has one.
    pub name: Option<JavaStr<'a>>,
    /// Its flags.
    pub flags: ParameterFlags,
}

pub(crate) fn method_parameters<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<MethodParameter<'a>>, Error> {
    // The one table whose count is a single byte.
    let count = usize::from(reader.u1("the number of parameters")?);
    reader.entries(count, 4, |reader| {
        Ok(MethodParameter {
            name: pool.optional_utf8(reader.u2("a parameter's name")?)?,
            flags: ParameterFlags::from_bits_retain(reader.u2("a parameter's flags")?),
        })
    })
}

/// A bootstrap method with its static arguments (JVMS 4.7.23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod<'a> {
    /// The method.
    pub method: MethodHandle<'a>,
    /// Indices of the arguments, for [`ConstantPool::constant`].
    pub arguments: Vec<u16>,
}

pub(crate) fn bootstrap_methods<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<BootstrapMethod<'a>>, Error> {
    reader.table(4, "a bootstrap method", |reader| {
        Ok(BootstrapMethod {
            method: pool.method_handle(reader.u2("a bootstrap method")?)?,
            arguments: reader.table(2, "an argument", |reader| reader.u2("an argument"))?,
        })
    })
}

/// From `start_pc` on the code belongs to `line` (JVMS 4.7.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineNumber {
    /// Index into the code.
    pub start_pc: u16,
    /// Line of the source.
    pub line: u16,
}

pub(crate) fn line_numbers(reader: &mut Reader<'_>) -> Result<Vec<LineNumber>, Error> {
    reader.table(4, "a line number", |reader| {
        Ok(LineNumber {
            start_pc: reader.u2("a code index")?,
            line: reader.u2("a line")?,
        })
    })
}

/// A variable and where in the code it lives (JVMS 4.7.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// Index into the code from which it has a value.
    pub start_pc: u16,
    /// For how many bytes of code.
    pub length: u16,
    /// Its name.
    pub name: JavaStr<'a>,
    /// Its field descriptor.
    pub descriptor: JavaStr<'a>,
    /// The local variable slot it is kept in.
    pub slot: u16,
}

pub(crate) fn local_variables<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<LocalVariable<'a>>, Error> {
    reader.table(10, "a local variable", |reader| {
        Ok(LocalVariable {
            start_pc: reader.u2("a code index")?,
            length: reader.u2("a length")?,
            name: pool.utf8(reader.u2("a variable's name")?)?,
            descriptor: pool.utf8(reader.u2("a variable's descriptor")?)?,
            slot: reader.u2("a variable's slot")?,
        })
    })
}
