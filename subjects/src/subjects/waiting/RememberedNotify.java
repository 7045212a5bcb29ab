package subjects.waiting;

/** {@link LostNotify} that remembers the signal. */
public class RememberedNotify {
    private boolean signalled;

    public synchronized void await() throws InterruptedException {
        while (!signalled) {
            wait();
        }
    }

    public synchronized void signal() {
        signalled = true;
        notify();
    }
}
