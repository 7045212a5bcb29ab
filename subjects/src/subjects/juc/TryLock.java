package subjects.juc;

import java.util.concurrent.locks.ReentrantLock;

/** Does its work if nobody else is doing it. */
public class TryLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int done;

    /** Whether the caller did the work. */
    public boolean work() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            done++;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
