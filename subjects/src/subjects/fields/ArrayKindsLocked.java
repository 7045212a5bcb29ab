package subjects.fields;

/** {@link ArrayKinds} that is filled and counted under a lock. */
public class ArrayKindsLocked extends ArrayKinds {
    @Override
    public synchronized void fill() {
        super.fill();
    }

    @Override
    public synchronized int filled() {
        return super.filled();
    }
}
