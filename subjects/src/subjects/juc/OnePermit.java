package subjects.juc;

import java.util.concurrent.Semaphore;

/** {@link TwoPermits} with one permit. */
public class OnePermit {
    private final Semaphore permits = new Semaphore(1);
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
