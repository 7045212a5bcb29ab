package java.lang;

/** Writes for raddle's worker: the counterpart of {@link RaddleInput}. */
final class RaddleOutput {
    private byte[] bytes = new byte[256];
    private int length;

    void u8(int value) {
        if (length == bytes.length) {
            byte[] more = new byte[length * 2];
            System.arraycopy(bytes, 0, more, 0, length);
            bytes = more;
        }
        bytes[length++] = (byte) value;
    }

    void u16(int value) {
        u8(value >> 8);
        u8(value);
    }

    void i32(int value) {
        u16(value >> 16);
        u16(value);
    }

    /** A string, or null; very long ones are cut. */
    void string(String text) {
        if (text == null) {
            i32(-1);
            return;
        }
        int units = Math.min(text.length(), 10_000);
        i32(units);
        for (int i = 0; i < units; i++) u16(text.charAt(i));
    }

    byte[] bytes() {
        byte[] out = new byte[length];
        System.arraycopy(bytes, 0, out, 0, length);
        return out;
    }
}
