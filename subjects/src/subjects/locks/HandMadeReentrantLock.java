package subjects.locks;

/** {@link HandMadeLock} that knows its owner. */
public class HandMadeReentrantLock {
    private Thread owner;
    private int depth;

    public synchronized void lock() throws InterruptedException {
        while (owner != null && owner != Thread.currentThread()) {
            wait();
        }
        owner = Thread.currentThread();
        depth++;
    }

    public synchronized void unlock() {
        depth--;
        if (depth == 0) {
            owner = null;
            notify();
        }
    }
}
