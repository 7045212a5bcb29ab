package subjects.park;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkOnce} that says who waits before it looks, and looks again after each park. */
public class ParkUntil {
    private volatile boolean flag;
    private volatile Thread waiter;

    public void await() {
        waiter = Thread.currentThread();
        while (!flag) {
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
