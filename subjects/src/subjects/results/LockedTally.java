package subjects.results;

/** Reads and writes its field under a lock. */
public class LockedTally {
    private int total;

    public synchronized void add(int amount) {
        total += amount;
    }

    public synchronized int total() {
        return total;
    }
}
