package subjects.threads;

/** What interrupting oneself does. Every method has one result only. */
public class InterruptFlag {
    /** The flag is set, stays set when looked at, and is cleared when asked for. */
    public boolean setAndCleared() {
        Thread self = Thread.currentThread();
        boolean before = self.isInterrupted();
        self.interrupt();
        boolean seen = self.isInterrupted() && self.isInterrupted();
        boolean taken = Thread.interrupted();
        boolean after = Thread.interrupted() || self.isInterrupted();
        return !before && seen && taken && !after;
    }

    /** A sleeper that is already interrupted does not sleep, and the flag is gone. */
    public boolean sleepThrows() {
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1000);
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }

    /** So with waiting. */
    public synchronized boolean waitThrows() {
        Thread.currentThread().interrupt();
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }

    /** So with joining. */
    public boolean joinThrows() {
        Thread.currentThread().interrupt();
        try {
            Thread.currentThread().join();
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }

    /** Waiting without the monitor throws IllegalMonitorStateException. */
    public void waitWithoutMonitor() throws InterruptedException {
        wait();
    }
}
