package subjects.waiting;

/** Waits without a condition: a notification that comes too early is lost. */
public class LostNotify {
    public synchronized void await() throws InterruptedException {
        wait();
    }

    public synchronized void signal() {
        notify();
    }
}
