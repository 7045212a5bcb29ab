package subjects.waiting;

/** Waits until it is interrupted. An interrupter that comes before the waiter finds nobody to interrupt. */
public class InterruptedWait {
    private volatile Thread waiter;

    public synchronized void await() throws InterruptedException {
        waiter = Thread.currentThread();
        while (true) {
            wait();
        }
    }

    public void interruptWaiter() {
        Thread seen = waiter;
        if (seen != null) {
            seen.interrupt();
        }
    }
}
