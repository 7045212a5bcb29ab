package subjects.park;

import java.util.concurrent.locks.LockSupport;

/** Looks at the flag before it says who waits: the signal may find nobody. */
public class ParkOnce {
    private volatile boolean flag;
    private volatile Thread waiter;

    public void await() {
        if (!flag) {
            waiter = Thread.currentThread();
            LockSupport.park(this);
        }
    }

    public void signal() {
        flag = true;
        Thread seen = waiter;
        if (seen != null) {
            LockSupport.unpark(seen);
        }
    }
}
