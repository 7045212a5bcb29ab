package subjects.waiting;

/** Waits for a flag, but not for ever. */
public class TimedFlag {
    private boolean flag;

    /** Whether the flag was set within so many milliseconds. */
    public synchronized boolean await(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!flag) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return true;
    }

    public void setAfter(long millis) throws InterruptedException {
        Thread.sleep(millis);
        synchronized (this) {
            flag = true;
            notifyAll();
        }
    }
}
