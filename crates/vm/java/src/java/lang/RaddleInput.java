package java.lang;

/** Reads what raddle's worker encoded: big-endian numbers, strings as a length and UTF-16 units. */
final class RaddleInput {
    private final byte[] bytes;
    private int at;

    RaddleInput(byte[] bytes) {
        this.bytes = bytes;
    }

    int u8() {
        return bytes[at++] & 0xff;
    }

    int u16() {
        return u8() << 8 | u8();
    }

    int i32() {
        return u16() << 16 | u16();
    }

    long i64() {
        return (long) i32() << 32 | i32() & 0xffffffffL;
    }

    String string() {
        char[] units = new char[i32()];
        for (int i = 0; i < units.length; i++) units[i] = (char) u16();
        return new String(units);
    }
}
