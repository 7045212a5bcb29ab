package subjects.locks;

/** Leaves monitors by exceptions, one and two at a time; they must be free afterwards. */
public class FailingBlock {
    private final Object lock = new Object();
    private int total;

    public int add(int amount) {
        synchronized (lock) {
            if (amount < 0) {
                throw new IllegalArgumentException();
            }
            int seen = total;
            total = seen + amount;
            return seen + amount;
        }
    }

    public synchronized int addNested(int amount) {
        synchronized (lock) {
            return add(amount);
        }
    }
}
