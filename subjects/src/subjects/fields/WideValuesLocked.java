package subjects.fields;

/** {@link WideValues} behind a lock. */
public class WideValuesLocked {
    private long whole;
    private double floating;

    public synchronized void set(long value) {
        whole = value;
        floating = value;
    }

    public synchronized boolean agree() {
        return (double) whole == floating;
    }
}
