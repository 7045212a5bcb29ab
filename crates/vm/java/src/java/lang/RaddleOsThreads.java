package java.lang;

/**
 * Hand-over between operating system threads, for every JDK: each waits in native code until it is given the turn. They
 * are pooled, and play the test's threads: whoever ends an execution makes the next one, as its first thread, so the turn
 * need not go back to anybody.
 */
final class RaddleOsThreads extends RaddleHandover {
    /** As much as the thread that jobs come to has. */
    private static final long STACK = 1 << 19;
    /** What a pooled thread has been given the turn for: to play its part, to go on after an execution, to return from the job. */
    private static final int PLAY = 0, CONCLUDE = 1, RETURN = 2;

    /** By slot. The first is the thread that jobs come to. */
    private final Thread[] pool = new Thread[RaddleScheduler.MAX_THREADS];
    /** By slot, who the thread is in the execution under way. */
    private final RaddleThread[] parts = new RaddleThread[RaddleScheduler.MAX_THREADS];
    private int errand;

    /** What a pooled thread does; the thread itself is a plain one, like that which jobs come to. */
    private final class Player implements Runnable {
        private final int slot;

        Player(int slot) {
            this.slot = slot;
        }

        @Override
        public void run() {
            RaddleNative.awaitTurn(slot);
            for (;;) {
                play(slot);
                RaddleExecution.driveOn();
                errand = RETURN;
                RaddleNative.handOver(slot, 0);
            }
        }
    }

    RaddleOsThreads() {
        pool[0] = Thread.currentThread();
    }

    @Override
    void prepare(int tests) {
        Thread driver = Thread.currentThread();
        errand = PLAY;
        int part = 1;
        for (int slot = 0; slot < tests; slot++) {
            boolean isNew = pool[slot] == null;
            if (isNew) pool[slot] = player(slot);
            // Known for what it is before it starts: the agent asks.
            cast(slot, pool[slot] == driver ? 0 : part++);
            if (isNew) pool[slot].start();
        }
    }

    private Thread player(int slot) {
        Thread thread = new Thread(null, new Player(slot), RaddleExecution.NAMES[slot], STACK, false);
        RaddleFields.number(thread, RaddleFields.unused());
        return thread;
    }

    private void cast(int slot, int part) {
        RaddleThread t = parts[slot] = RaddleScheduler.threads[part];
        t.vehicle = this;
        t.slot = slot;
        t.reset(pool[slot]);
        freshen(pool[slot], part);
    }

    @Override
    boolean run() {
        return play(RaddleScheduler.threads[0].slot);
    }

    /**
     * Plays its part in this execution, and in those that others make, until it has the turn at the end of one. False if it
     * has the turn because the job is done.
     */
    private boolean play(int slot) {
        while (errand == PLAY) {
            RaddleThread me = parts[slot];
            body(me);
            RaddleThread next = RaddleScheduler.finish(me);
            // Who rests must be told that nothing comes, and goes on then.
            if (next == null && RaddleScheduler.resting) next = RaddleScheduler.threads[0];
            if (next == null) return true;
            RaddleNative.handOver(slot, next.slot);
        }
        return errand == CONCLUDE;
    }

    private static void body(RaddleThread me) {
        if (isTooHigh()) body(me);
        else RaddleExecution.body(me);
    }

    @Override
    boolean open(RaddleThread first, RaddleThread to) {
        return pass(first, to);
    }

    @Override
    boolean pass(RaddleThread from, RaddleThread to) {
        RaddleNative.handOver(from.slot, to.slot);
        return true;
    }

    @Override
    void abandon(RaddleThread from, RaddleThread to) {
        if (from.id == 0 || from.slot == 0) RaddleNative.lost();
        RaddleNative.handOver(from.slot, heir(to));
    }

    /** The slot of the next thread; or of one that can go on after the execution, if there is none. */
    private int heir(RaddleThread next) {
        if (next != null) return next.slot;
        errand = CONCLUDE;
        return RaddleScheduler.threads[0].slot;
    }

    @Override
    void spawned(RaddleThread thread) {
        RaddleFields.seed(thread.thread, thread.id);
        // Not the slot of the same number in which a pooled thread may be waiting for a test that needs it.
        thread.slot = RaddleScheduler.MAX_THREADS + thread.id;
        thread.vehicle = null; // the agent sees it arrive, see RaddleThreads.arrive
    }

    @Override
    void ended(RaddleThread next) {
        RaddleNative.give(heir(next));
    }
}
