package subjects.juc;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** {@link LostSignal} that remembers the signal. */
public class RememberedSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signalled = lock.newCondition();
    private boolean flag;

    public void await() throws InterruptedException {
        lock.lock();
        try {
            while (!flag) {
                signalled.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public void signal() {
        lock.lock();
        try {
            flag = true;
            signalled.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
