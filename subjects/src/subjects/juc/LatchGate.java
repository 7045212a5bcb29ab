package subjects.juc;

import java.util.concurrent.CountDownLatch;

/** Opens after so many arrivals. With a number too high it never does. */
public class LatchGate {
    private final CountDownLatch latch;

    public LatchGate(int arrivals) {
        latch = new CountDownLatch(arrivals);
    }

    public void arrive() {
        latch.countDown();
    }

    public long pass() throws InterruptedException {
        latch.await();
        return latch.getCount();
    }
}
