package subjects.juc;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** {@link LockUpgrade} the other way round, which is allowed. */
public class LockDowngrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    public int increment() {
        lock.writeLock().lock();
        try {
            value++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }
}
