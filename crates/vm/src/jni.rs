//! The little of JNI that raddle needs, with Java's exceptions as errors.
//!
//! References are wrapped so that only this module, and the native methods in [`crate::natives`], make them from raw pointers.

use std::ffi::{CString, c_char, c_void};
use std::ptr;

use jni_sys as sys;

/// A Java exception, or a failure of JNI itself, during one of our own calls.
#[derive(Debug, thiserror::Error)]
#[error("{doing}: {what}")]
pub struct JavaError {
    doing: String,
    what: String,
}

/// A reference to a Java object, local to the thread's current native frame or global.
#[derive(Clone, Copy, Debug)]
pub struct Object(sys::jobject);

/// A static or instance method.
#[derive(Clone, Copy, Debug)]
pub struct Method(sys::jmethodID);

// SAFETY: method ids are valid on every thread as long as their class is loaded, and ours are never unloaded.
unsafe impl Send for Method {}
// SAFETY: as above; they are only ever read.
unsafe impl Sync for Method {}

/// A global reference, valid on every thread until the JVM ends.
#[derive(Clone, Copy, Debug)]
pub struct Global(sys::jobject);

// SAFETY: JNI global references may be used on any attached thread.
unsafe impl Send for Global {}
// SAFETY: as above.
unsafe impl Sync for Global {}

impl Global {
    /// The object referred to.
    pub fn object(self) -> Object {
        Object(self.0)
    }
}

impl Object {
    /// # Safety
    /// `raw` must be a valid reference of the current thread, or null.
    pub unsafe fn from_raw(raw: sys::jobject) -> Self {
        Self(raw)
    }

    /// The reference for JNI.
    pub fn raw(self) -> sys::jobject {
        self.0
    }

    /// Whether it refers to nothing.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A boolean.
    Boolean(bool),
    /// An int.
    Int(i32),
    /// A reference.
    Object(Object),
}

impl From<Value> for sys::jvalue {
    fn from(value: Value) -> Self {
        match value {
            Value::Boolean(z) => sys::jvalue { z },
            Value::Int(i) => sys::jvalue { i },
            Value::Object(object) => sys::jvalue { l: object.0 },
        }
    }
}

/// The current thread's way to call the JVM.
#[derive(Clone, Copy, Debug)]
pub struct Env(*mut sys::JNIEnv);

macro_rules! jni {
    ($env:expr, $function:ident $(, $argument:expr)*) => {{
        let env: Env = $env;
        // SAFETY: the environment is the current thread's (see `Env::from_raw`) and so are the references, which are
        // only made by JNI; names and signatures are NUL-terminated.
        unsafe { ((**env.0).v1_6.$function)(env.0 $(, $argument)*) }
    }};
}

impl Env {
    /// # Safety
    /// `raw` must be the environment of the current thread, and stay so as long as this value is used.
    pub unsafe fn from_raw(raw: *mut sys::JNIEnv) -> Self {
        Self(raw)
    }

    /// Fails with the pending Java exception, if there is one; it is cleared.
    fn check(self, doing: impl FnOnce() -> String) -> Result<(), JavaError> {
        if !jni!(self, ExceptionCheck) {
            return Ok(());
        }
        let thrown = Object(jni!(self, ExceptionOccurred));
        jni!(self, ExceptionClear);
        let what = self
            .describe(thrown)
            .unwrap_or_else(|| "a Java exception".to_owned());
        self.delete_local(thrown);
        Err(JavaError {
            doing: doing(),
            what,
        })
    }

    fn describe(self, thrown: Object) -> Option<String> {
        let class = Object(jni!(self, GetObjectClass, thrown.0));
        let to_string = jni!(
            self,
            GetMethodID,
            class.0,
            c"toString".as_ptr(),
            c"()Ljava/lang/String;".as_ptr()
        );
        let text = jni!(self, CallObjectMethodA, thrown.0, to_string, ptr::null());
        if jni!(self, ExceptionCheck) {
            jni!(self, ExceptionClear);
            return None;
        }
        self.string(Object(text))
    }

    /// The text of a `java.lang.String`.
    pub fn string(self, string: Object) -> Option<String> {
        if string.is_null() {
            return None;
        }
        let length = jni!(self, GetStringLength, string.0);
        let mut units = vec![0u16; length as usize];
        jni!(
            self,
            GetStringRegion,
            string.0,
            0,
            length,
            units.as_mut_ptr()
        );
        Some(String::from_utf16_lossy(&units))
    }

    fn c_string(text: &str) -> CString {
        CString::new(text).unwrap_or_default()
    }

    /// A class of the boot loader, or of the loader of the calling Java code.
    pub fn find_class(self, name: &str) -> Result<Object, JavaError> {
        let class = jni!(self, FindClass, Self::c_string(name).as_ptr());
        self.check(|| format!("looking for {name}"))?;
        Ok(Object(class))
    }

    /// Defines a class; the null loader is the boot loader.
    pub fn define_class(
        self,
        name: &str,
        loader: Option<Global>,
        bytes: &[u8],
    ) -> Result<Object, JavaError> {
        let loader = loader.map_or(ptr::null_mut(), |loader| loader.0);
        let bytes_at = bytes.as_ptr().cast::<sys::jbyte>();
        let class = jni!(
            self,
            DefineClass,
            Self::c_string(name).as_ptr(),
            loader,
            bytes_at,
            bytes.len() as i32
        );
        self.check(|| format!("defining {name}"))?;
        Ok(Object(class))
    }

    /// A static method.
    pub fn static_method(
        self,
        class: Object,
        name: &str,
        signature: &str,
    ) -> Result<Method, JavaError> {
        let method = jni!(
            self,
            GetStaticMethodID,
            class.0,
            Self::c_string(name).as_ptr(),
            Self::c_string(signature).as_ptr()
        );
        self.check(|| format!("looking for {name}{signature}"))?;
        Ok(Method(method))
    }

    /// An instance method or, with the name `<init>`, a constructor.
    pub fn method(self, class: Object, name: &str, signature: &str) -> Result<Method, JavaError> {
        let method = jni!(
            self,
            GetMethodID,
            class.0,
            Self::c_string(name).as_ptr(),
            Self::c_string(signature).as_ptr()
        );
        self.check(|| format!("looking for {name}{signature}"))?;
        Ok(Method(method))
    }

    /// Creates an object.
    pub fn new_object(
        self,
        class: Object,
        constructor: Method,
        arguments: &[Value],
    ) -> Result<Object, JavaError> {
        let arguments: Vec<sys::jvalue> =
            arguments.iter().map(|&argument| argument.into()).collect();
        let object = jni!(self, NewObjectA, class.0, constructor.0, arguments.as_ptr());
        self.check(|| "creating an object".to_owned())?;
        Ok(Object(object))
    }

    /// Calls a static method that returns nothing.
    pub fn call_static_void(
        self,
        class: Object,
        method: Method,
        arguments: &[Value],
    ) -> Result<(), JavaError> {
        let arguments: Vec<sys::jvalue> =
            arguments.iter().map(|&argument| argument.into()).collect();
        jni!(
            self,
            CallStaticVoidMethodA,
            class.0,
            method.0,
            arguments.as_ptr()
        );
        self.check(|| "calling raddle's runtime".to_owned())
    }

    /// Calls a static method that returns a boolean; a Java exception stays pending and counts as false.
    pub fn call_static_boolean(self, class: Object, method: Method, argument: Object) -> bool {
        let arguments = [sys::jvalue { l: argument.0 }];
        jni!(
            self,
            CallStaticBooleanMethodA,
            class.0,
            method.0,
            arguments.as_ptr()
        )
    }

    /// Calls a static method that returns a reference.
    pub fn call_static_object(
        self,
        class: Object,
        method: Method,
        arguments: &[Value],
    ) -> Result<Object, JavaError> {
        let arguments: Vec<sys::jvalue> =
            arguments.iter().map(|&argument| argument.into()).collect();
        let object = jni!(
            self,
            CallStaticObjectMethodA,
            class.0,
            method.0,
            arguments.as_ptr()
        );
        self.check(|| "calling Java".to_owned())?;
        Ok(Object(object))
    }

    /// Whether a Java exception is on its way.
    pub fn is_throwing(self) -> bool {
        jni!(self, ExceptionCheck)
    }

    /// A new `byte[]`.
    pub fn byte_array(self, bytes: &[u8]) -> Result<Object, JavaError> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let array = jni!(self, NewByteArray, length);
        self.check(|| "making an array".to_owned())?;
        jni!(
            self,
            SetByteArrayRegion,
            array,
            0,
            length,
            bytes.as_ptr().cast::<sys::jbyte>()
        );
        Ok(Object(array))
    }

    /// The contents of a `byte[]`.
    pub fn bytes(self, array: Object) -> Vec<u8> {
        let length = jni!(self, GetArrayLength, array.0);
        let mut bytes = vec![0u8; length as usize];
        jni!(
            self,
            GetByteArrayRegion,
            array.0,
            0,
            length,
            bytes.as_mut_ptr().cast::<sys::jbyte>()
        );
        bytes
    }

    /// The contents of a `long[]`.
    pub fn longs(self, array: Object) -> Vec<i64> {
        let length = jni!(self, GetArrayLength, array.0);
        let mut longs = vec![0i64; length as usize];
        jni!(
            self,
            GetLongArrayRegion,
            array.0,
            0,
            length,
            longs.as_mut_ptr()
        );
        longs
    }

    /// A `java.lang.String`.
    pub fn new_string(self, text: &str) -> Result<Object, JavaError> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let string = jni!(self, NewString, units.as_ptr(), units.len() as i32);
        self.check(|| "making a string".to_owned())?;
        Ok(Object(string))
    }

    /// A `String[]`.
    pub fn string_array(self, texts: &[String]) -> Result<Object, JavaError> {
        let class = self.find_class("java/lang/String")?;
        let length = i32::try_from(texts.len()).unwrap_or(i32::MAX);
        let array = jni!(self, NewObjectArray, length, class.0, ptr::null_mut());
        self.delete_local(class);
        self.check(|| "making an array".to_owned())?;
        for (text, index) in texts.iter().zip(0..) {
            let text = self.new_string(text)?;
            jni!(self, SetObjectArrayElement, array, index, text.0);
            self.delete_local(text);
        }
        Ok(Object(array))
    }

    /// Keeps an object alive and usable on every thread.
    pub fn global(self, object: Object) -> Global {
        Global(jni!(self, NewGlobalRef, object.0))
    }

    /// Drops a local reference.
    pub fn delete_local(self, object: Object) {
        jni!(self, DeleteLocalRef, object.0);
    }

    /// Whether both refer to the same object.
    pub fn is_same(self, one: Object, other: Object) -> bool {
        jni!(self, IsSameObject, one.0, other.0)
    }

    /// Takes an object's real monitor.
    pub fn monitor_enter(self, object: Object) {
        jni!(self, MonitorEnter, object.0);
    }

    /// Releases an object's real monitor.
    pub fn monitor_exit(self, object: Object) {
        jni!(self, MonitorExit, object.0);
    }

    /// The class of an object.
    pub fn class_of(self, object: Object) -> Object {
        Object(jni!(self, GetObjectClass, object.0))
    }

    /// A field's value, read by `read` if the class has such a field.
    pub fn object_field(self, object: Object, name: &str, signature: &str) -> Option<Object> {
        let class = self.class_of(object);
        let field = jni!(
            self,
            GetFieldID,
            class.0,
            Self::c_string(name).as_ptr(),
            Self::c_string(signature).as_ptr()
        );
        self.delete_local(class);
        if field.is_null() {
            jni!(self, ExceptionClear);
            return None;
        }
        Some(Object(jni!(self, GetObjectField, object.0, field)))
    }

    /// Sets an int field, if the class has it.
    pub fn set_int_field(self, object: Object, name: &str, value: i32) -> bool {
        let class = self.class_of(object);
        let field = jni!(
            self,
            GetFieldID,
            class.0,
            Self::c_string(name).as_ptr(),
            c"I".as_ptr()
        );
        self.delete_local(class);
        if field.is_null() {
            jni!(self, ExceptionClear);
            return false;
        }
        jni!(self, SetIntField, object.0, field, value);
        true
    }

    /// A static field that holds a reference.
    pub fn static_object_field(
        self,
        class: Object,
        name: &str,
        signature: &str,
    ) -> Result<Object, JavaError> {
        let field = jni!(
            self,
            GetStaticFieldID,
            class.0,
            Self::c_string(name).as_ptr(),
            Self::c_string(signature).as_ptr()
        );
        self.check(|| format!("looking for {name}"))?;
        Ok(Object(jni!(self, GetStaticObjectField, class.0, field)))
    }

    /// Gives native methods their implementations.
    ///
    /// # Safety
    /// Each pointer must be a function of the JNI shape that its signature says.
    pub unsafe fn register_natives(
        self,
        class: Object,
        natives: &[(&str, &str, *mut c_void)],
    ) -> Result<(), JavaError> {
        for (name, signature, function) in natives {
            let (c_name, c_signature) = (Self::c_string(name), Self::c_string(signature));
            let native = sys::JNINativeMethod {
                name: c_name.as_ptr().cast_mut().cast::<c_char>(),
                signature: c_signature.as_ptr().cast_mut().cast::<c_char>(),
                fnPtr: *function,
            };
            jni!(self, RegisterNatives, class.0, &native, 1);
            self.check(|| format!("registering {name}{signature}"))?;
        }
        Ok(())
    }
}
