package subjects.juc;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two fields that belong together, written under the lock that is shared. */
public class WriteUnderReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int first;
    private int second;

    public void set(int value) {
        lock.readLock().lock();
        try {
            first = value;
            second = value;
        } finally {
            lock.readLock().unlock();
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
