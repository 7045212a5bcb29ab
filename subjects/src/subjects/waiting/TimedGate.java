package subjects.waiting;

/** Lets pass when it is open, or is opened soon. */
public final class TimedGate {
    private boolean open;

    public synchronized void pass() throws InterruptedException {
        if (!open) wait(100);
        if (!open) throw new IllegalStateException("closed");
    }

    public synchronized void open() {
        open = true;
        notifyAll();
    }
}
