package subjects.threads;

import java.util.concurrent.locks.LockSupport;

/** What a thread says about itself from beginning to end. Every method has one result only. */
public class LifeCycle {
    private volatile boolean stop;

    private Thread parked() {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                while (!stop) {
                    LockSupport.park();
                }
            }
        });
        helper.setDaemon(true);
        return helper;
    }

    /** Alive only between start and end: 2 of 1, 2, 4. */
    public int alive() throws InterruptedException {
        Thread helper = parked();
        int result = helper.isAlive() ? 1 : 0;
        helper.start();
        result += helper.isAlive() ? 2 : 0;
        stop = true;
        LockSupport.unpark(helper);
        helper.join();
        return result + (helper.isAlive() ? 4 : 0);
    }

    /** New before it starts, terminated after it was joined. */
    public boolean states() throws InterruptedException {
        Thread helper = parked();
        Thread.State before = helper.getState();
        stop = true;
        helper.start();
        helper.join();
        return before == Thread.State.NEW && helper.getState() == Thread.State.TERMINATED;
    }

    /** A join that gives up leaves the thread alive. */
    public boolean joinInVain() throws InterruptedException {
        stop = false;
        Thread helper = parked();
        helper.start();
        helper.join(10);
        boolean alive = helper.isAlive();
        stop = true;
        LockSupport.unpark(helper);
        helper.join();
        return alive;
    }

    /** A thread that has not been started has nothing to wait for. */
    public boolean joinTooEarly() throws InterruptedException {
        parked().join();
        return true;
    }

    /** Throws IllegalThreadStateException. */
    public void startTwice() {
        stop = true;
        Thread helper = parked();
        helper.start();
        helper.start();
    }
}
