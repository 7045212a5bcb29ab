package subjects.hostile;

/** Catches whatever is thrown at it and goes on. */
public class Stubborn {
    private volatile int caught;

    /** Waits for a notification that nobody sends. */
    public void waitOn() {
        while (true) {
            try {
                synchronized (this) {
                    wait();
                }
            } catch (Throwable anything) {
                caught++;
            }
        }
    }

    public void loopOn() {
        while (true) {
            try {
                caught++;
            } catch (Throwable anything) {
                caught--;
            }
        }
    }

    /** Takes two locks for ever, the argument's second: two of them that call each other deadlock. */
    public void lockOn(Stubborn other) {
        while (true) {
            try {
                synchronized (this) {
                    synchronized (other) {
                        return;
                    }
                }
            } catch (Throwable anything) {
                caught++;
            } finally {
                caught++;
            }
        }
    }
}
