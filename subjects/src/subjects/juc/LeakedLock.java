package subjects.juc;

import java.util.concurrent.locks.ReentrantLock;

/** Does not unlock when it fails. */
public class LeakedLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int total;

    public int add(int amount) {
        lock.lock();
        if (amount < 0) {
            throw new IllegalArgumentException();
        }
        total += amount;
        int result = total;
        lock.unlock();
        return result;
    }
}
