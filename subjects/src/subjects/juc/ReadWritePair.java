package subjects.juc;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** {@link WriteUnderReadLock} that takes the write lock to write. */
public class ReadWritePair {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int first;
    private int second;

    public void set(int value) {
        lock.writeLock().lock();
        try {
            first = value;
            second = value;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public boolean agree() {
        lock.readLock().lock();
        try {
            return first == second;
        } finally {
            lock.readLock().unlock();
        }
    }
}
