package subjects.waiting;

/** {@link OneOfTwoWaiters} that notifies all. */
public class BothWaiters {
    private int arrived;

    /** Returns as which of the two the caller began to wait. */
    public synchronized int await() throws InterruptedException {
        arrived++;
        int place = arrived;
        wait();
        return place;
    }

    /** Notifies both if both wait. */
    public synchronized void wake() {
        if (arrived == 2) {
            notifyAll();
        }
    }
}
