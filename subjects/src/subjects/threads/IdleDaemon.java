package subjects.threads;

import java.util.concurrent.locks.LockSupport;

/** Leaves a daemon thread behind that is parked for ever. That is no deadlock. */
public class IdleDaemon {
    public int start() {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                while (true) {
                    LockSupport.park();
                }
            }
        });
        helper.setDaemon(true);
        helper.start();
        return 1;
    }
}
