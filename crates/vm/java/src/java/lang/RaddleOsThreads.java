package java.lang;

/**
 * Hand-over between operating system threads, for every JDK: each waits in native code until it is given the turn. The
 * thread that drives the executions is the test's first thread; the others are pooled.
 */
final class RaddleOsThreads extends RaddleHandover {
    private static final long STACK = 8 << 20;
    private final Worker[] pool = new Worker[RaddleScheduler.MAX_THREADS];

    private static final class Worker extends Thread {
        private final int id;

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
                RaddleNative.handOver(id, next == null ? 0 : next.id);
            }
        }
    }

    @Override
    void prepare(int tests) {
        Thread driver = Thread.currentThread();
        freshen(driver, 0);
        RaddleScheduler.threads[0].reset(driver);
        RaddleScheduler.threads[0].vehicle = this;
        for (int i = 1; i < tests; i++) {
            Worker worker = pool[i];
            if (worker == null) {
                worker = pool[i] = new Worker(i);
                worker.setDaemon(true);
                worker.start();
            }
            freshen(worker, i);
            RaddleScheduler.threads[i].reset(worker);
            RaddleScheduler.threads[i].vehicle = this;
        }
    }

    @Override
    void run() {
        RaddleThread first = RaddleScheduler.threads[0];
        RaddleExecution.body(first);
        RaddleThread next = RaddleScheduler.finish(first);
        if (next != null) RaddleNative.handOver(0, next.id);
    }

    @Override
    void pass(RaddleThread from, RaddleThread to) {
        RaddleNative.handOver(from.id, to.id);
    }

    @Override
    void abandon(RaddleThread from, RaddleThread to) {
        if (from.id == 0) RaddleNative.lost();
        RaddleNative.handOver(from.id, to == null ? 0 : to.id);
    }

    @Override
    void spawned(RaddleThread thread) {
        RaddleFields.seed(thread.thread, thread.id);
        thread.vehicle = null; // the agent sees it arrive, see RaddleThreads.arrive
    }
}
