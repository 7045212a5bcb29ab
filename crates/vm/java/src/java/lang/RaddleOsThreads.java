package java.lang;

/**
 * Hand-over between operating system threads, for every JDK: each waits in native code until it is given the turn. The
 * thread that drives the executions is the test's first thread; the others are pooled.
 */
final class RaddleOsThreads extends RaddleHandover {
    /** As much as the thread that drives the executions has. */
    private static final long STACK = 1 << 20;
    private final Worker[] pool = new Worker[RaddleScheduler.MAX_THREADS];

    private static final class Worker extends Thread {
        private final int id;
        boolean running;

        Worker(int id) {
            super(null, null, RaddleExecution.NAMES[id], STACK, false);
            this.id = id;
        }

        @Override
        public void run() {
            RaddleNative.awaitTurn(id);
            for (;;) {
                RaddleThread me = RaddleScheduler.threads[id];
                RaddleExecution.body(me);
                RaddleThread next = RaddleScheduler.finish(me);
                RaddleNative.handOver(id, next == null ? 0 : next.slot);
            }
        }
    }

    @Override
    void prepare(int tests) {
        Thread driver = Thread.currentThread();
        freshen(driver, 0);
        RaddleScheduler.threads[0].reset(driver);
        RaddleScheduler.threads[0].vehicle = this;
        RaddleScheduler.threads[0].slot = 0;
        for (int i = 1; i < tests; i++) {
            Worker worker = pool[i];
            if (worker == null) worker = pool[i] = new Worker(i);
            freshen(worker, i);
            // Known for what it is before it starts: the agent asks.
            RaddleScheduler.threads[i].vehicle = this;
            RaddleScheduler.threads[i].slot = i;
            RaddleScheduler.threads[i].reset(worker);
            if (!worker.running) {
                worker.running = true;
                worker.setDaemon(true);
                worker.start();
            }
        }
    }

    @Override
    void run() {
        RaddleThread first = RaddleScheduler.threads[0];
        RaddleExecution.body(first);
        RaddleThread next = RaddleScheduler.finish(first);
        if (next != null) RaddleNative.handOver(0, next.slot);
    }

    @Override
    boolean pass(RaddleThread from, RaddleThread to) {
        RaddleNative.handOver(from.slot, to.slot);
        return true;
    }

    @Override
    void abandon(RaddleThread from, RaddleThread to) {
        if (from.id == 0) RaddleNative.lost();
        RaddleNative.handOver(from.slot, to == null ? 0 : to.slot);
    }

    @Override
    void spawned(RaddleThread thread) {
        RaddleFields.seed(thread.thread, thread.id);
        // Not the slot of the same number in which a pooled thread may be waiting for a test that needs it.
        thread.slot = RaddleScheduler.MAX_THREADS + thread.id;
        thread.vehicle = null; // the agent sees it arrive, see RaddleThreads.arrive
    }
}
