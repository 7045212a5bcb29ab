package subjects.locks;

/** {@link Reentrant} that leaves its monitor between reading and writing. */
public class LeakyReentrant {
    private int count;

    public int outer() {
        int seen = inner();
        synchronized (this) {
            count = seen + 1;
            return seen + 1;
        }
    }

    public synchronized int inner() {
        return count;
    }
}
