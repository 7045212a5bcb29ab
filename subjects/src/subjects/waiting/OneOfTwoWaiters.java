package subjects.waiting;

/** Two threads wait and one notification is sent: it may wake either. */
public class OneOfTwoWaiters {
    private int arrived;

    /** Returns as which of the two the caller began to wait. */
    public synchronized int await() throws InterruptedException {
        arrived++;
        int place = arrived;
        wait();
        return place;
    }

    /** Sends the notification if both wait. */
    public synchronized void wake() {
        if (arrived == 2) {
            notify();
        }
    }
}
