package subjects.juc;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Takes the write lock while it holds the read lock, and waits for itself. */
public class LockUpgrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    public int increment() {
        lock.readLock().lock();
        try {
            int seen = value;
            lock.writeLock().lock();
            try {
                value = seen + 1;
                return seen + 1;
            } finally {
                lock.writeLock().unlock();
            }
        } finally {
            lock.readLock().unlock();
        }
    }
}
