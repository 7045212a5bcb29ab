package subjects.juc;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Awaits a condition without looking at anything: a signal that comes too early is lost. */
public class LostSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signalled = lock.newCondition();

    public void await() throws InterruptedException {
        lock.lock();
        try {
            signalled.await();
        } finally {
            lock.unlock();
        }
    }

    public void signal() {
        lock.lock();
        try {
            signalled.signal();
        } finally {
            lock.unlock();
        }
    }
}
