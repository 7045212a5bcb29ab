//! Attributes (JVMS 4.7): found by name, decoded when asked for.

use std::ops::Range;

use crate::reader::Reader;
use crate::{
    Annotation, BootstrapMethod, Code, Constant, ConstantPool, EnclosingMethod, Error, InnerClass,
    JavaStr, LineNumber, LocalVariable, MethodParameter, Module, RecordComponent, StackMapFrames,
    annotation, module, tables,
};

/// One attribute, undecoded.
#[derive(Debug, Clone)]
pub struct Attribute<'a> {
    name: JavaStr<'a>,
    name_index: u16,
    body: Reader<'a>,
}

impl<'a> Attribute<'a> {
    /// Its name.
    pub fn name(&self) -> JavaStr<'a> {
        self.name
    }

    /// The constant with its name.
    pub fn name_index(&self) -> u16 {
        self.name_index
    }

    /// Its content, without name and length.
    pub fn content(&self) -> &'a [u8] {
        let mut body = self.body;
        body.take(body.remaining(), "").unwrap_or_default()
    }

    /// The byte range of the content in the class file.
    pub fn content_span(&self) -> Range<usize> {
        self.body.position()..self.body.position() + self.body.remaining()
    }

    /// The byte range of the whole attribute in the class file, from its name's index.
    pub fn span(&self) -> Range<usize> {
        let content = self.content_span();
        content.start - 6..content.end
    }

    pub(crate) fn reader(&self) -> Reader<'a> {
        self.body
    }
}

/// The attributes of a class, a member, code, or a record component.
///
/// The getters decode one attribute each; `None` or an empty list means that it is not there.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'c, 'a> {
    pool: &'c ConstantPool<'a>,
    /// Stands at the count.
    reader: Reader<'a>,
}

impl<'c, 'a> Attributes<'c, 'a> {
    pub(crate) fn new(pool: &'c ConstantPool<'a>, reader: Reader<'a>) -> Self {
        Self { pool, reader }
    }

    /// Skips the attributes at `reader`, which stands at their count.
    pub(crate) fn walk(pool: &'c ConstantPool<'a>, reader: &mut Reader<'a>) -> Result<Self, Error> {
        let attributes = Self::new(pool, *reader);
        for _ in 0..reader.u2("the number of attributes")? {
            pool.utf8(reader.u2("an attribute's name")?)?;
            let length = reader.u4("an attribute's length")?;
            reader.take(length as usize, "a whole attribute")?;
        }
        Ok(attributes)
    }

    /// All of them, in the file's order.
    pub fn iter(&self) -> AttributeIter<'c, 'a> {
        let mut reader = self.reader;
        let left = reader.u2("the number of attributes").unwrap_or(0);
        AttributeIter {
            pool: self.pool,
            reader,
            left,
        }
    }

    /// The byte range in the class file, with the count in front.
    pub fn span(&self) -> Range<usize> {
        let start = self.reader.position();
        start
            ..self
                .iter()
                .last()
                .map_or(start + 2, |attribute| attribute.span().end)
    }

    /// The first one of that name.
    pub fn find(&self, name: &str) -> Option<Attribute<'a>> {
        self.iter()
            .find(|attribute| attribute.name().as_bytes() == name.as_bytes())
    }

    fn decode<T>(
        &self,
        name: &str,
        decode: impl FnOnce(&ConstantPool<'a>, &mut Reader<'a>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match self.find(name) {
            Some(attribute) => decode(self.pool, &mut attribute.reader()).map(Some),
            None => Ok(None),
        }
    }

    fn decode_list<T>(
        &self,
        name: &str,
        decode: impl FnOnce(&ConstantPool<'a>, &mut Reader<'a>) -> Result<Vec<T>, Error>,
    ) -> Result<Vec<T>, Error> {
        Ok(self.decode(name, decode)?.unwrap_or_default())
    }

    /// `Code` of a method.
    pub fn code(&self) -> Result<Option<Code<'c, 'a>>, Error> {
        match self.find("Code") {
            Some(attribute) => Code::parse(self.pool, attribute.reader()).map(Some),
            None => Ok(None),
        }
    }

    /// `Signature`: the generic type, as text.
    pub fn signature(&self) -> Result<Option<JavaStr<'a>>, Error> {
        self.decode("Signature", |pool, reader| {
            pool.utf8(reader.u2("a signature")?)
        })
    }

    /// `SourceFile`.
    pub fn source_file(&self) -> Result<Option<JavaStr<'a>>, Error> {
        self.decode("SourceFile", |pool, reader| {
            pool.utf8(reader.u2("a source file")?)
        })
    }

    /// `ConstantValue` of a static field.
    pub fn constant_value(&self) -> Result<Option<Constant<'a>>, Error> {
        self.decode("ConstantValue", |pool, reader| {
            pool.constant(reader.u2("a constant value")?)
        })
    }

    /// `Exceptions`: internal names of what the method declares to throw.
    pub fn exceptions(&self) -> Result<Vec<JavaStr<'a>>, Error> {
        self.decode_list("Exceptions", class_names)
    }

    /// Whether it is marked `Deprecated`.
    pub fn is_deprecated(&self) -> bool {
        self.find("Deprecated").is_some()
    }

    /// Whether it is marked `Synthetic`, the way before the flag existed.
    pub fn is_synthetic(&self) -> bool {
        self.find("Synthetic").is_some()
    }

    /// `InnerClasses`: every nested class that this class names, itself included.
    pub fn inner_classes(&self) -> Result<Vec<InnerClass<'a>>, Error> {
        self.decode_list("InnerClasses", tables::inner_classes)
    }

    /// `EnclosingMethod` of a local or anonymous class.
    pub fn enclosing_method(&self) -> Result<Option<EnclosingMethod<'a>>, Error> {
        self.decode("EnclosingMethod", tables::enclosing_method)
    }

    /// `NestHost`: internal name.
    pub fn nest_host(&self) -> Result<Option<JavaStr<'a>>, Error> {
        self.decode("NestHost", |pool, reader| {
            pool.class_name(reader.u2("a nest host")?)
        })
    }

    /// `NestMembers`: internal names.
    pub fn nest_members(&self) -> Result<Vec<JavaStr<'a>>, Error> {
        self.decode_list("NestMembers", class_names)
    }

    /// `PermittedSubclasses`: internal names. `None` if the class is not sealed.
    pub fn permitted_subclasses(&self) -> Result<Option<Vec<JavaStr<'a>>>, Error> {
        self.decode("PermittedSubclasses", class_names)
    }

    /// `Record`: the components. `None` if the class is not a record.
    pub fn record(&self) -> Result<Option<Vec<RecordComponent<'c, 'a>>>, Error> {
        match self.find("Record") {
            Some(attribute) => tables::record(self.pool, &mut attribute.reader()).map(Some),
            None => Ok(None),
        }
    }

    /// `RuntimeVisibleAnnotations` and then `RuntimeInvisibleAnnotations`.
    pub fn annotations(&self) -> Result<Vec<Annotation<'a>>, Error> {
        let mut list = self.decode_list("RuntimeVisibleAnnotations", annotation::annotations)?;
        list.append(&mut self.decode_list("RuntimeInvisibleAnnotations", annotation::annotations)?);
        Ok(list)
    }

    /// `MethodParameters`.
    pub fn method_parameters(&self) -> Result<Vec<MethodParameter<'a>>, Error> {
        self.decode_list("MethodParameters", tables::method_parameters)
    }

    /// `BootstrapMethods`.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod<'a>>, Error> {
        self.decode_list("BootstrapMethods", tables::bootstrap_methods)
    }

    /// `Module` of a module descriptor.
    pub fn module(&self) -> Result<Option<Module<'a>>, Error> {
        self.decode("Module", module::module)
    }

    /// `ModulePackages`: internal names of all packages of the module.
    pub fn module_packages(&self) -> Result<Vec<JavaStr<'a>>, Error> {
        self.decode_list("ModulePackages", |pool, reader| {
            reader.table(2, "a package", |reader| {
                pool.package_name(reader.u2("a package")?)
            })
        })
    }

    /// `StackMapTable` of code.
    pub fn stack_map(&self) -> Result<Option<StackMapFrames<'a>>, Error> {
        self.decode("StackMapTable", |_, reader| StackMapFrames::new(*reader))
    }

    /// All `LineNumberTable`s of code, one after the other.
    pub fn line_numbers(&self) -> Result<Vec<LineNumber>, Error> {
        let mut lines = Vec::new();
        for attribute in self
            .iter()
            .filter(|attribute| attribute.name() == "LineNumberTable")
        {
            lines.append(&mut tables::line_numbers(&mut attribute.reader())?);
        }
        Ok(lines)
    }

    /// All `LocalVariableTable`s of code, one after the other.
    pub fn local_variables(&self) -> Result<Vec<LocalVariable<'a>>, Error> {
        let mut variables = Vec::new();
        for attribute in self
            .iter()
            .filter(|attribute| attribute.name() == "LocalVariableTable")
        {
            variables.append(&mut tables::local_variables(
                self.pool,
                &mut attribute.reader(),
            )?);
        }
        Ok(variables)
    }
}

fn class_names<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<Vec<JavaStr<'a>>, Error> {
    reader.table(2, "a class", |reader| {
        pool.class_name(reader.u2("a class")?)
    })
}

impl<'c, 'a> IntoIterator for Attributes<'c, 'a> {
    type Item = Attribute<'a>;
    type IntoIter = AttributeIter<'c, 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Goes over attributes.
#[derive(Debug, Clone)]
pub struct AttributeIter<'c, 'a> {
    pool: &'c ConstantPool<'a>,
    reader: Reader<'a>,
    left: u16,
}

impl<'a> AttributeIter<'_, 'a> {
    fn read(&mut self) -> Result<Attribute<'a>, Error> {
        let name_index = self.reader.u2("an attribute's name")?;
        let name = self.pool.utf8(name_index)?;
        let length = self.reader.u4("an attribute's length")?;
        let body = self.reader.sub(length as usize, "a whole attribute")?;
        Ok(Attribute {
            name,
            name_index,
            body,
        })
    }
}

impl<'a> Iterator for AttributeIter<'_, 'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        // Cannot fail: every list of attributes is walked before it is handed out.
        self.read().ok()
    }
}
