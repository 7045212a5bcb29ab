package subjects.threads;

/** One sleeps until another wakes it up, and complains. */
public final class Doze {
    private volatile Thread sleeper;

    public void doze() {
        sleeper = Thread.currentThread();
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            sleeper = null;
        }
    }

    public void wake() {
        Thread thread = sleeper;
        if (thread != null) thread.interrupt();
    }
}
