package subjects.locks;

/** A lock made of wait and notify that its owner cannot take again: it waits for itself. */
public class HandMadeLock {
    private boolean held;

    public synchronized void lock() throws InterruptedException {
        while (held) {
            wait();
        }
        held = true;
    }

    public synchronized void unlock() {
        held = false;
        notify();
    }
}
