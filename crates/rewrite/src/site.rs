//! Where in a class a hook was put: what a trace needs to name the place.

use raddle_classfile::{Attributes, ClassFile, Code, Error, JavaStr};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What happens at a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum SiteKind {
    GetField,
    PutField,
    GetStatic,
    PutStatic,
    ArrayLoad,
    ArrayStore,
    /// A call of `Unsafe`, which is the member.
    Atomic,
    /// A call of `VarHandle`, which is the member.
    VarHandle,
    MonitorEnter,
    /// The lock of a synchronized method is taken.
    SynchronizedMethod,
    /// Entry and exit of a method, for coverage.
    Method,
}

/// One site; its number is its place in [`SiteTable::sites`] plus the class's base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Place of the method among the class's methods.
    pub method: u16,
    /// Place in the method's original code.
    pub pc: u16,
    /// Line of the source, 0 if the class does not say.
    pub line: u16,
    /// What happens there.
    pub kind: SiteKind,
    /// Place in [`SiteTable::members`] of the field or method that is accessed.
    pub member: Option<u16>,
}

/// A method of the class that has sites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodName {
    /// Place of the method among the class's methods.
    pub index: u16,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A field or method that a site accesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberName {
    /// Internal name of the class that the code names.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// The sites of a class.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SiteTable {
    /// Internal name of the class.
    pub class: String,
    /// Its source file, if it says.
    pub source_file: Option<String>,
    /// The methods that have sites, by index.
    pub methods: Vec<MethodName>,
    /// The members that sites access, each once.
    pub members: Vec<MemberName>,
    /// The sites, by number.
    pub sites: Vec<Site>,
}

impl SiteTable {
    /// The name of a site's method.
    pub fn method(&self, site: &Site) -> Option<&MethodName> {
        let place = self
            .methods
            .binary_search_by_key(&site.method, |method| method.index)
            .ok()?;
        self.methods.get(place)
    }

    /// The member that a site accesses, if its kind has one.
    pub fn member(&self, site: &Site) -> Option<&MemberName> {
        self.members.get(usize::from(site.member?))
    }

    /// A compact form to keep beside a cached class.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Postcard fails on full buffers and on sequences of unknown length; there are none.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads what [`Self::to_bytes`] wrote; nothing if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// Collects sites while a class is rewritten.
pub(crate) struct Sites<'c, 'a> {
    class: &'c ClassFile<'a>,
    table: SiteTable,
    /// By constant.
    members: FxHashMap<u16, u16>,
    /// The current method's, until they are asked for.
    attributes: Option<Attributes<'c, 'a>>,
    /// Line numbers of the current method, by place in the code.
    lines: Vec<(u16, u16)>,
}

/// The number of a site within its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SiteNumber(pub u16);

impl<'c, 'a> Sites<'c, 'a> {
    pub fn new(class: &'c ClassFile<'a>) -> Self {
        Self {
            class,
            table: SiteTable::default(),
            members: FxHashMap::default(),
            attributes: None,
            lines: Vec::new(),
        }
    }

    /// Starts a method: the sites that follow are in its code.
    pub fn start_method(&mut self, code: &Code<'c, 'a>) {
        self.attributes = Some(code.attributes());
    }

    fn line(&mut self, pc: u16) -> u16 {
        if let Some(attributes) = self.attributes.take() {
            // Malformed line numbers are the JVM's to refuse; a site does without.
            let lines = attributes.line_numbers().unwrap_or_default();
            self.lines.clear();
            self.lines
                .extend(lines.iter().map(|line| (line.start_pc, line.line)));
            self.lines.sort_unstable();
        }
        let behind = self.lines.partition_point(|(start, _)| *start <= pc);
        behind.checked_sub(1).map_or(0, |last| self.lines[last].1)
    }

    /// Adds a site. There can be no more than fit into a constant pool, which the caller sees.
    pub fn add(
        &mut self,
        method: u16,
        pc: u16,
        kind: SiteKind,
        member: Option<u16>,
    ) -> Result<SiteNumber, Error> {
        let member = member.map(|index| self.member(index)).transpose()?;
        let line = self.line(pc);
        let number = SiteNumber(self.table.sites.len() as u16);
        self.table.sites.push(Site {
            method,
            pc,
            line,
            kind,
            member,
        });
        Ok(number)
    }

    fn member(&mut self, index: u16) -> Result<u16, Error> {
        if let Some(place) = self.members.get(&index) {
            return Ok(*place);
        }
        let member = self.class.pool().member_ref(index)?;
        let place = self.table.members.len() as u16;
        self.table.members.push(MemberName {
            owner: text(member.owner),
            name: text(member.name),
            descriptor: text(member.descriptor),
        });
        self.members.insert(index, place);
        Ok(place)
    }

    pub fn len(&self) -> usize {
        self.table.sites.len()
    }

    /// Forgets the sites from the one numbered `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.table.sites.truncate(len);
    }

    /// The table, with the names filled in.
    pub fn finish(mut self) -> SiteTable {
        self.table.class = text(self.class.name());
        self.table.source_file = self
            .class
            .attributes()
            .source_file()
            .ok()
            .flatten()
            .map(text);
        let mut used: Vec<u16> = self.table.sites.iter().map(|site| site.method).collect();
        used.sort_unstable();
        used.dedup();
        let mut used = used.into_iter().peekable();
        for (index, method) in self.class.methods().enumerate() {
            if used.next_if_eq(&(index as u16)).is_some() {
                self.table.methods.push(MethodName {
                    index: index as u16,
                    name: text(method.name()),
                    descriptor: text(method.descriptor()),
                });
            }
        }
        self.table
    }
}

fn text(text: JavaStr<'_>) -> String {
    text.to_str().into_owned()
}
