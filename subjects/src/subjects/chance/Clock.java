package subjects.chance;

/** Time goes forward, by as much as was slept. */
public class Clock {
    public boolean nanosAfterSleep() throws InterruptedException {
        long start = System.nanoTime();
        Thread.sleep(5);
        return System.nanoTime() - start >= 5_000_000;
    }

    public boolean millisAfterSleep() throws InterruptedException {
        long start = System.currentTimeMillis();
        Thread.sleep(5);
        return System.currentTimeMillis() - start >= 4;
    }

    /** A day passes while nobody can do anything else. */
    public boolean day() throws InterruptedException {
        Thread.sleep(24 * 60 * 60 * 1000L);
        return true;
    }
}
