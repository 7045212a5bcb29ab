package subjects.threads;

/** A nap that another thread may interrupt, if it comes in time. */
public class Nap {
    private volatile Thread sleeper;

    /** Whether the nap was interrupted. */
    public boolean nap() {
        sleeper = Thread.currentThread();
        try {
            Thread.sleep(1000);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    public void wake() {
        Thread seen = sleeper;
        if (seen != null) {
            seen.interrupt();
        }
    }
}
