package subjects.fields;

/** A long and a double that belong together, written one after the other. */
public class WideValues {
    private long whole;
    private double floating;

    public void set(long value) {
        whole = value;
        floating = value;
    }

    public boolean agree() {
        return (double) whole == floating;
    }
}
