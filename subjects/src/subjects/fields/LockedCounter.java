package subjects.fields;

/** {@link RacyCounter} with its methods synchronized. */
public class LockedCounter {
    private int count;

    public synchronized int increment() {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    }

    public synchronized int get() {
        return count;
    }
}
