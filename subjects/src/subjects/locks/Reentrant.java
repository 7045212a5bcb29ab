package subjects.locks;

/** Enters its own monitor three deep and leaves it once each. */
public class Reentrant {
    private int count;

    public synchronized int outer() {
        return middle();
    }

    private int middle() {
        synchronized (this) {
            return inner();
        }
    }

    public synchronized int inner() {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    }
}
