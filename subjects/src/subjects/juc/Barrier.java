package subjects.juc;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Threads that wait for each other. With too few of them they wait for ever. */
public class Barrier {
    private final CyclicBarrier barrier;

    public Barrier(int parties) {
        barrier = new CyclicBarrier(parties);
    }

    /** How many were still to come. */
    public int meet() throws InterruptedException, BrokenBarrierException {
        return barrier.await();
    }
}
