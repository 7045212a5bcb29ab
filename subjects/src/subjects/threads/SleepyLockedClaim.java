package subjects.threads;

/** Nobody comes while a claim sleeps: it keeps its lock. */
public final class SleepyLockedClaim {
    private boolean claimed;

    public synchronized boolean claim() throws InterruptedException {
        if (claimed) return false;
        Thread.sleep(10);
        if (claimed) throw new IllegalStateException("claimed twice");
        claimed = true;
        return true;
    }
}
