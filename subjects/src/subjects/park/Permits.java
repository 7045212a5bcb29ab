package subjects.park;

import java.util.concurrent.locks.LockSupport;

/** What a permit is. Every method has one result only. */
public class Permits {
    /** A permit given in advance is kept. */
    public int inAdvance() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park(this);
        return 1;
    }

    /** A timed park ends by itself; 10 milliseconds have passed then. */
    public boolean timed() {
        long start = System.nanoTime();
        LockSupport.parkNanos(10_000_000);
        return System.nanoTime() - start >= 10_000_000;
    }

    /** An interrupt ends a park and leaves the flag set. */
    public boolean interrupted() {
        Thread.currentThread().interrupt();
        LockSupport.park();
        return Thread.interrupted();
    }

    /** Two permits are one: the second park never ends. */
    public int onlyOne() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.park();
        return 1;
    }
}
