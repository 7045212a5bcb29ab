package subjects.locks;

/** Waits on an inner monitor while it holds the outer one, which the notifier needs. */
public class NestedMonitor {
    private final Object inner = new Object();
    private boolean full;

    public synchronized void put() {
        synchronized (inner) {
            full = true;
            inner.notify();
        }
    }

    public synchronized void take() throws InterruptedException {
        synchronized (inner) {
            while (!full) {
                inner.wait();
            }
            full = false;
        }
    }
}
