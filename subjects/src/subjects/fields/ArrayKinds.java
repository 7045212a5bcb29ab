package subjects.fields;

/** One array of each kind, filled and counted in the same order. */
public class ArrayKinds {
    private final boolean[] booleans = new boolean[1];
    private final byte[] bytes = new byte[1];
    private final short[] shorts = new short[1];
    private final char[] chars = new char[1];
    private final int[] ints = new int[1];
    private final long[] longs = new long[1];
    private final float[] floats = new float[1];
    private final double[] doubles = new double[1];
    private final Object[] objects = new Object[1];

    public void fill() {
        booleans[0] = true;
        bytes[0] = 1;
        shorts[0] = 1;
        chars[0] = 1;
        ints[0] = 1;
        longs[0] = 1;
        floats[0] = 1;
        doubles[0] = 1;
        objects[0] = this;
    }

    /** How many of the nine arrays are filled. */
    public int filled() {
        int filled = booleans[0] ? 1 : 0;
        filled += bytes[0];
        filled += shorts[0];
        filled += chars[0];
        filled += ints[0];
        filled += (int) longs[0];
        filled += (int) floats[0];
        filled += (int) doubles[0];
        return objects[0] == null ? filled : filled + 1;
    }
}
