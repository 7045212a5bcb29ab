package subjects.locks;

/** {@link NestedMonitor} without the outer monitor. */
public class SingleMonitor {
    private final Object inner = new Object();
    private boolean full;

    public void put() {
        synchronized (inner) {
            full = true;
            inner.notify();
        }
    }

    public void take() throws InterruptedException {
        synchronized (inner) {
            while (!full) {
                inner.wait();
            }
            full = false;
        }
    }
}
