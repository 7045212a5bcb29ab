package subjects.juc;

import java.util.concurrent.locks.ReentrantLock;

/** {@link LeakedLock} that unlocks in a finally block, and takes its lock twice. */
public class FinallyLock {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int total;

    public int add(int amount) {
        lock.lock();
        try {
            if (amount < 0) {
                throw new IllegalArgumentException();
            }
            return addLocked(amount);
        } finally {
            lock.unlock();
        }
    }

    private int addLocked(int amount) {
        lock.lock();
        try {
            total += amount;
            return total;
        } finally {
            lock.unlock();
        }
    }

    /** Throws IllegalMonitorStateException: the caller does not hold the lock. */
    public void unlockUnlocked() {
        lock.unlock();
    }
}
