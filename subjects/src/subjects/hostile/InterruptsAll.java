package subjects.hostile;

/** Interrupts every thread there is, itself included. */
public final class InterruptsAll {
    private InterruptsAll() {}

    public static int interruptAll() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads, true);
        for (int index = 0; index < count; index++) {
            threads[index].interrupt();
        }
        Thread.currentThread().interrupt();
        return 1;
    }

    /** Minds its own business. */
    public static synchronized int work() {
        return 1;
    }
}
