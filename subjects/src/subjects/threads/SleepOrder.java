package subjects.threads;

/** Threads that sleep for different times and then count themselves. */
public class SleepOrder {
    private int count;

    /** Returns as which the caller woke up. */
    public int sleep(long millis) throws InterruptedException {
        Thread.sleep(millis);
        synchronized (this) {
            count++;
            return count;
        }
    }
}
