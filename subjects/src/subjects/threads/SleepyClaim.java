package subjects.threads;

/** Defect: another claim may come while this one sleeps between looking and claiming. */
public final class SleepyClaim {
    private volatile boolean claimed;

    public boolean claim() throws InterruptedException {
        if (claimed) return false;
        Thread.sleep(10);
        if (claimed) throw new IllegalStateException("claimed twice");
        claimed = true;
        return true;
    }
}
