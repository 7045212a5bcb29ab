package subjects.juc;

import java.util.concurrent.Semaphore;

/** A counter guarded by a semaphore that lets two in. */
public class TwoPermits {
    private final Semaphore permits = new Semaphore(2);
    private int count;

    public int increment() throws InterruptedException {
        permits.acquire();
        try {
            int seen = count;
            count = seen + 1;
            return seen + 1;
        } finally {
            permits.release();
        }
    }
}
