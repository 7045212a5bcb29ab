//! What the code's references mean for hooks, found out once for each constant.

use raddle_classfile::{
    ClassFile, Error, FieldFlags, JavaStr, MemberRef, MethodFlags, MethodHandleKind, Opcode, Tag,
};
use rustc_hash::FxHashSet;

use crate::replaced::{Receiver, Replaced, is_unsafe};

/// What is to be done about a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Call {
    /// Nothing.
    Plain,
    /// A hook instead of it.
    Replaced(&'static Replaced),
    /// An access by `Unsafe` to an object and an offset.
    Atomic,
    /// An access by `VarHandle`.
    VarHandle,
}

/// What is to be known of a field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    /// Final as far as this class can know: only of its own fields.
    pub is_final: bool,
    /// Named as a field of this class.
    pub is_own: bool,
    /// Of a type that takes two slots.
    pub is_wide: bool,
}

/// The references of a class.
pub(crate) struct References<'c, 'a> {
    class: &'c ClassFile<'a>,
    finals: Option<FxHashSet<(JavaStr<'a>, JavaStr<'a>)>>,
    names_replaced_call: Option<bool>,
    calls: Vec<Option<Call>>,
    fields: Vec<Option<Field>>,
}

impl<'c, 'a> References<'c, 'a> {
    pub fn new(class: &'c ClassFile<'a>) -> Self {
        let count = usize::from(class.pool().count());
        Self {
            class,
            finals: None,
            names_replaced_call: None,
            calls: vec![None; count],
            fields: vec![None; count],
        }
    }

    /// The call of the method at `index`. A method reference is only ever called one way, or the class does not link.
    pub fn call(&mut self, opcode: Opcode, index: u16) -> Result<Call, Error> {
        if let Some(Some(call)) = self.calls.get(usize::from(index)) {
            return Ok(*call);
        }
        let member = self.class.pool().method_ref(index)?;
        let receiver = match opcode {
            Opcode::Invokestatic => Receiver::Static,
            _ => Receiver::Instance,
        };
        let call = classify(self.class, &member, receiver);
        if let Some(place) = self.calls.get_mut(usize::from(index)) {
            *place = Some(call);
        }
        Ok(call)
    }

    /// Whether the class names a method that could be one to be replaced.
    pub fn names_replaced_call(&mut self) -> bool {
        let pool = self.class.pool();
        *self.names_replaced_call.get_or_insert_with(|| {
            pool.iter()
                .filter(|(_, tag)| *tag == Tag::NameAndType)
                // What is malformed will be found when it is used.
                .any(|(index, _)| {
                    pool.name_and_type(index)
                        .map_or(true, |member| Replaced::has_name(member.name))
                })
        })
    }

    /// The field at `index`.
    pub fn field(&mut self, index: u16) -> Result<Field, Error> {
        if let Some(Some(field)) = self.fields.get(usize::from(index)) {
            return Ok(*field);
        }
        let member = self.class.pool().field_ref(index)?;
        let is_own = member.owner == self.class.name();
        let field = Field {
            is_final: is_own && self.finals().contains(&(member.name, member.descriptor)),
            is_own,
            is_wide: matches!(member.descriptor.as_bytes(), b"J" | b"D"),
        };
        if let Some(place) = self.fields.get_mut(usize::from(index)) {
            *place = Some(field);
        }
        Ok(field)
    }

    fn finals(&mut self) -> &FxHashSet<(JavaStr<'a>, JavaStr<'a>)> {
        let class = self.class;
        self.finals.get_or_insert_with(|| {
            class
                .fields()
                .filter(|field| field.flags().contains(FieldFlags::FINAL))
                .map(|field| (field.name(), field.descriptor()))
                .collect()
        })
    }

    /// Ways to static fields, of this class or others, that are no plain instructions.
    pub fn unseen_statics(&self) -> u32 {
        let pool = self.class.pool();
        let unseen = pool.iter().filter(|(index, tag)| match tag {
            Tag::MethodRef => pool
                .method_ref(*index)
                .is_ok_and(|member| reaches_fields(&member)),
            Tag::MethodHandle => pool.method_handle(*index).is_ok_and(|handle| {
                matches!(
                    handle.kind,
                    MethodHandleKind::GetStatic | MethodHandleKind::PutStatic
                ) || reaches_fields(&handle.member)
            }),
            _ => false,
        });
        let native = self
            .class
            .methods()
            .filter(|method| method.flags().contains(MethodFlags::NATIVE));
        (unseen.count() + native.count()) as u32
    }

    /// Method handles for calls that are replaced elsewhere.
    pub fn replaced_method_handles(&self) -> u32 {
        let pool = self.class.pool();
        let handles = pool.iter().filter(|(_, tag)| *tag == Tag::MethodHandle);
        let replaced = handles.filter(|(index, _)| {
            pool.method_handle(*index).is_ok_and(|handle| {
                [Receiver::Instance, Receiver::Static]
                    .iter()
                    .any(|receiver| {
                        matches!(
                            classify(self.class, &handle.member, *receiver),
                            Call::Replaced(_)
                        )
                    })
            })
        });
        replaced.count() as u32
    }
}

/// Whether a method can read or write static fields by name, or gives what can.
fn reaches_fields(member: &MemberRef<'_>) -> bool {
    let name = member.name.as_bytes();
    match member.owner.as_bytes() {
        b"java/lang/reflect/Field" => {
            let descriptor = member.descriptor.as_bytes();
            (name.starts_with(b"get") || name.starts_with(b"set"))
                && descriptor.starts_with(b"(Ljava/lang/Object;")
        }
        b"java/lang/invoke/MethodHandles$Lookup" => {
            name.starts_with(b"findStaticVarHandle")
                || name == b"findStaticGetter"
                || name == b"findStaticSetter"
                || name.starts_with(b"unreflect")
        }
        _ => is_unsafe(member.owner) && name.starts_with(b"staticField"),
    }
}

fn classify(class: &ClassFile<'_>, member: &MemberRef<'_>, receiver: Receiver) -> Call {
    let extends_thread = || {
        class
            .super_name()
            .is_some_and(|name| name == "java/lang/Thread")
            && !class.methods().any(|method| {
                method.name() == member.name && method.descriptor() == member.descriptor
            })
    };
    if let Some(row) = Replaced::find(member, receiver, class.name(), extends_thread) {
        return Call::Replaced(row);
    }
    if receiver == Receiver::Instance {
        if is_unsafe(member.owner) && is_atomic(member) {
            return Call::Atomic;
        }
        if member.owner == "java/lang/invoke/VarHandle" && is_access_mode(member.name) {
            return Call::VarHandle;
        }
    }
    Call::Plain
}

/// Reads, writes and updates of a variable given by object and offset; not `getLong(long)` of raw memory.
fn is_atomic(member: &MemberRef<'_>) -> bool {
    let name = member.name.as_bytes();
    ["get", "put", "compareAnd", "weakCompareAnd"]
        .iter()
        .any(|prefix| name.starts_with(prefix.as_bytes()))
        && member
            .descriptor
            .as_bytes()
            .starts_with(b"(Ljava/lang/Object;J")
}

/// The signature-polymorphic methods of `VarHandle` (`VarHandle.AccessMode`).
fn is_access_mode(name: JavaStr<'_>) -> bool {
    const UPDATES: [&str; 4] = [
        "compareAndExchange",
        "weakCompareAndSet",
        "getAndSet",
        "getAndAdd",
    ];
    const PLAIN: [&str; 9] = [
        "get",
        "set",
        "getVolatile",
        "setVolatile",
        "getOpaque",
        "setOpaque",
        "getAcquire",
        "setRelease",
        "compareAndSet",
    ];
    let name = name.as_bytes();
    PLAIN.iter().any(|mode| name == mode.as_bytes())
        || UPDATES.iter().any(|mode| name.starts_with(mode.as_bytes()))
        || name.starts_with(b"getAndBitwise")
}
