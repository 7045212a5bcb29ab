//! The instruction set (JVMS 6.5), one line an instruction.

/// How the operands behind an opcode are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    None,
    Byte,
    Short,
    /// A constant's index in one byte.
    Constant1,
    Constant,
    Local,
    Increment,
    Branch,
    WideBranch,
    TableSwitch,
    LookupSwitch,
    /// A constant's index, the argument slots, a zero.
    Interface,
    /// A constant's index and two zeros.
    Dynamic,
    NewArray,
    MultiNewArray,
    Wide,
}

macro_rules! opcodes {
    ($($name:ident = $byte:literal, $mnemonic:literal, $shape:ident;)*) => {
        /// The operation of an instruction; its number is the byte in the code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Opcode {
            $($name = $byte,)*
        }

        /// By byte: the opcode and its operands' layout.
        pub(crate) static OPCODES: [(Opcode, Shape); 202] = [$((Opcode::$name, Shape::$shape),)*];

        static MNEMONICS: [&str; 202] = [$($mnemonic,)*];
    };
}

impl Opcode {
    /// The opcode with this byte. 202 (breakpoint) and above do not occur in class files.
    pub fn from_byte(byte: u8) -> Option<Self> {
        OPCODES.get(usize::from(byte)).map(|(opcode, _)| *opcode)
    }

    /// Its byte.
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// Its name in the specification.
    pub fn mnemonic(self) -> &'static str {
        MNEMONICS[usize::from(self.byte())]
    }

    /// Whether it leaves the method with or without a value; `athrow` not included.
    pub fn is_return(self) -> bool {
        (Self::Ireturn.byte()..=Self::Return.byte()).contains(&self.byte())
    }

    /// Whether control never goes on to the next instruction.
    pub fn ends_block(self) -> bool {
        self.is_return()
            || matches!(
                self,
                Self::Goto
                    | Self::GotoW
                    | Self::Athrow
                    | Self::Ret
                    | Self::Tableswitch
                    | Self::Lookupswitch
            )
    }
}

opcodes! {
    Nop = 0x00, "nop", None;
    AconstNull = 0x01, "aconst_null", None;
    IconstM1 = 0x02, "iconst_m1", None;
    Iconst0 = 0x03, "iconst_0", None;
    Iconst1 = 0x04, "iconst_1", None;
    Iconst2 = 0x05, "iconst_2", None;
    Iconst3 = 0x06, "iconst_3", None;
    Iconst4 = 0x07, "iconst_4", None;
    Iconst5 = 0x08, "iconst_5", None;
    Lconst0 = 0x09, "lconst_0", None;
    Lconst1 = 0x0a, "lconst_1", None;
    Fconst0 = 0x0b, "fconst_0", None;
    Fconst1 = 0x0c, "fconst_1", None;
    Fconst2 = 0x0d, "fconst_2", None;
    Dconst0 = 0x0e, "dconst_0", None;
    Dconst1 = 0x0f, "dconst_1", None;
    Bipush = 0x10, "bipush", Byte;
    Sipush = 0x11, "sipush", Short;
    Ldc = 0x12, "ldc", Constant1;
    LdcW = 0x13, "ldc_w", Constant;
    Ldc2W = 0x14, "ldc2_w", Constant;
    Iload = 0x15, "iload", Local;
    Lload = 0x16, "lload", Local;
    Fload = 0x17, "fload", Local;
    Dload = 0x18, "dload", Local;
    Aload = 0x19, "aload", Local;
    Iload0 = 0x1a, "iload_0", None;
    Iload1 = 0x1b, "iload_1", None;
    Iload2 = 0x1c, "iload_2", None;
    Iload3 = 0x1d, "iload_3", None;
    Lload0 = 0x1e, "lload_0", None;
    Lload1 = 0x1f, "lload_1", None;
    Lload2 = 0x20, "lload_2", None;
    Lload3 = 0x21, "lload_3", None;
    Fload0 = 0x22, "fload_0", None;
    Fload1 = 0x23, "fload_1", None;
    Fload2 = 0x24, "fload_2", None;
    Fload3 = 0x25, "fload_3", None;
    Dload0 = 0x26, "dload_0", None;
    Dload1 = 0x27, "dload_1", None;
    Dload2 = 0x28, "dload_2", None;
    Dload3 = 0x29, "dload_3", None;
    Aload0 = 0x2a, "aload_0", None;
    Aload1 = 0x2b, "aload_1", None;
    Aload2 = 0x2c, "aload_2", None;
    Aload3 = 0x2d, "aload_3", None;
    Iaload = 0x2e, "iaload", None;
    Laload = 0x2f, "laload", None;
    Faload = 0x30, "faload", None;
    Daload = 0x31, "daload", None;
    Aaload = 0x32, "aaload", None;
    Baload = 0x33, "baload", None;
    Caload = 0x34, "caload", None;
    Saload = 0x35, "saload", None;
    Istore = 0x36, "istore", Local;
    Lstore = 0x37, "lstore", Local;
    Fstore = 0x38, "fstore", Local;
    Dstore = 0x39, "dstore", Local;
    Astore = 0x3a, "astore", Local;
    Istore0 = 0x3b, "istore_0", None;
    Istore1 = 0x3c, "istore_1", None;
    Istore2 = 0x3d, "istore_2", None;
    Istore3 = 0x3e, "istore_3", None;
    Lstore0 = 0x3f, "lstore_0", None;
    Lstore1 = 0x40, "lstore_1", None;
    Lstore2 = 0x41, "lstore_2", None;
    Lstore3 = 0x42, "lstore_3", None;
    Fstore0 = 0x43, "fstore_0", None;
    Fstore1 = 0x44, "fstore_1", None;
    Fstore2 = 0x45, "fstore_2", None;
    Fstore3 = 0x46, "fstore_3", None;
    Dstore0 = 0x47, "dstore_0", None;
    Dstore1 = 0x48, "dstore_1", None;
    Dstore2 = 0x49, "dstore_2", None;
    Dstore3 = 0x4a, "dstore_3", None;
    Astore0 = 0x4b, "astore_0", None;
    Astore1 = 0x4c, "astore_1", None;
    Astore2 = 0x4d, "astore_2", None;
    Astore3 = 0x4e, "astore_3", None;
    Iastore = 0x4f, "iastore", None;
    Lastore = 0x50, "lastore", None;
    Fastore = 0x51, "fastore", None;
    Dastore = 0x52, "dastore", None;
    Aastore = 0x53, "aastore", None;
    Bastore = 0x54, "bastore", None;
    Castore = 0x55, "castore", None;
    Sastore = 0x56, "sastore", None;
    Pop = 0x57, "pop", None;
    Pop2 = 0x58, "pop2", None;
    Dup = 0x59, "dup", None;
    DupX1 = 0x5a, "dup_x1", None;
    DupX2 = 0x5b, "dup_x2", None;
    Dup2 = 0x5c, "dup2", None;
    Dup2X1 = 0x5d, "dup2_x1", None;
    Dup2X2 = 0x5e, "dup2_x2", None;
    Swap = 0x5f, "swap", None;
    Iadd = 0x60, "iadd", None;
    Ladd = 0x61, "ladd", None;
    Fadd = 0x62, "fadd", None;
    Dadd = 0x63, "dadd", None;
    Isub = 0x64, "isub", None;
    Lsub = 0x65, "lsub", None;
    Fsub = 0x66, "fsub", None;
    Dsub = 0x67, "dsub", None;
    Imul = 0x68, "imul", None;
    Lmul = 0x69, "lmul", None;
    Fmul = 0x6a, "fmul", None;
    Dmul = 0x6b, "dmul", None;
    Idiv = 0x6c, "idiv", None;
    Ldiv = 0x6d, "ldiv", None;
    Fdiv = 0x6e, "fdiv", None;
    Ddiv = 0x6f, "ddiv", None;
    Irem = 0x70, "irem", None;
    Lrem = 0x71, "lrem", None;
    Frem = 0x72, "frem", None;
    Drem = 0x73, "drem", None;
    Ineg = 0x74, "ineg", None;
    Lneg = 0x75, "lneg", None;
    Fneg = 0x76, "fneg", None;
    Dneg = 0x77, "dneg", None;
    Ishl = 0x78, "ishl", None;
    Lshl = 0x79, "lshl", None;
    Ishr = 0x7a, "ishr", None;
    Lshr = 0x7b, "lshr", None;
    Iushr = 0x7c, "iushr", None;
    Lushr = 0x7d, "lushr", None;
    Iand = 0x7e, "iand", None;
    Land = 0x7f, "land", None;
    Ior = 0x80, "ior", None;
    Lor = 0x81, "lor", None;
    Ixor = 0x82, "ixor", None;
    Lxor = 0x83, "lxor", None;
    Iinc = 0x84, "iinc", Increment;
    I2l = 0x85, "i2l", None;
    I2f = 0x86, "i2f", None;
    I2d = 0x87, "i2d", None;
    L2i = 0x88, "l2i", None;
    L2f = 0x89, "l2f", None;
    L2d = 0x8a, "l2d", None;
    F2i = 0x8b, "f2i", None;
    F2l = 0x8c, "f2l", None;
    F2d = 0x8d, "f2d", None;
    D2i = 0x8e, "d2i", None;
    D2l = 0x8f, "d2l", None;
    D2f = 0x90, "d2f", None;
    I2b = 0x91, "i2b", None;
    I2c = 0x92, "i2c", None;
    I2s = 0x93, "i2s", None;
    Lcmp = 0x94, "lcmp", None;
    Fcmpl = 0x95, "fcmpl", None;
    Fcmpg = 0x96, "fcmpg", None;
    Dcmpl = 0x97, "dcmpl", None;
    Dcmpg = 0x98, "dcmpg", None;
    Ifeq = 0x99, "ifeq", Branch;
    Ifne = 0x9a, "ifne", Branch;
    Iflt = 0x9b, "iflt", Branch;
    Ifge = 0x9c, "ifge", Branch;
    Ifgt = 0x9d, "ifgt", Branch;
    Ifle = 0x9e, "ifle", Branch;
    IfIcmpeq = 0x9f, "if_icmpeq", Branch;
    IfIcmpne = 0xa0, "if_icmpne", Branch;
    IfIcmplt = 0xa1, "if_icmplt", Branch;
    IfIcmpge = 0xa2, "if_icmpge", Branch;
    IfIcmpgt = 0xa3, "if_icmpgt", Branch;
    IfIcmple = 0xa4, "if_icmple", Branch;
    IfAcmpeq = 0xa5, "if_acmpeq", Branch;
    IfAcmpne = 0xa6, "if_acmpne", Branch;
    Goto = 0xa7, "goto", Branch;
    Jsr = 0xa8, "jsr", Branch;
    Ret = 0xa9, "ret", Local;
    Tableswitch = 0xaa, "tableswitch", TableSwitch;
    Lookupswitch = 0xab, "lookupswitch", LookupSwitch;
    Ireturn = 0xac, "ireturn", None;
    Lreturn = 0xad, "lreturn", None;
    Freturn = 0xae, "freturn", None;
    Dreturn = 0xaf, "dreturn", None;
    Areturn = 0xb0, "areturn", None;
    Return = 0xb1, "return", None;
    Getstatic = 0xb2, "getstatic", Constant;
    Putstatic = 0xb3, "putstatic", Constant;
    Getfield = 0xb4, "getfield", Constant;
    Putfield = 0xb5, "putfield", Constant;
    Invokevirtual = 0xb6, "invokevirtual", Constant;
    Invokespecial = 0xb7, "invokespecial", Constant;
    Invokestatic = 0xb8, "invokestatic", Constant;
    Invokeinterface = 0xb9, "invokeinterface", Interface;
    Invokedynamic = 0xba, "invokedynamic", Dynamic;
    New = 0xbb, "new", Constant;
    Newarray = 0xbc, "newarray", NewArray;
    Anewarray = 0xbd, "anewarray", Constant;
    Arraylength = 0xbe, "arraylength", None;
    Athrow = 0xbf, "athrow", None;
    Checkcast = 0xc0, "checkcast", Constant;
    Instanceof = 0xc1, "instanceof", Constant;
    Monitorenter = 0xc2, "monitorenter", None;
    Monitorexit = 0xc3, "monitorexit", None;
    Wide = 0xc4, "wide", Wide;
    Multianewarray = 0xc5, "multianewarray", MultiNewArray;
    Ifnull = 0xc6, "ifnull", Branch;
    Ifnonnull = 0xc7, "ifnonnull", Branch;
    GotoW = 0xc8, "goto_w", WideBranch;
    JsrW = 0xc9, "jsr_w", WideBranch;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_complete() {
        for byte in 0..=255 {
            assert_eq!(
                Opcode::from_byte(byte).map(Opcode::byte),
                (byte < 202).then_some(byte)
            );
        }
        assert_eq!(
            Opcode::from_byte(0xb6).map(Opcode::mnemonic),
            Some("invokevirtual")
        );
        assert_eq!(Opcode::from_byte(0xc9).map(Opcode::mnemonic), Some("jsr_w"));
    }
}
