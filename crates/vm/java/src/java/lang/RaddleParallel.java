package java.lang;

import java.util.concurrent.locks.LockSupport;

/**
 * Executions that nobody controls: the suffixes run on threads of their own, in parallel, as the JVM and the operating system
 * like. This is how the published tools executed tests; nothing can be replayed, and what hangs stays.
 */
final class RaddleParallel {
    /** How long a call may take before it counts as hung, in nanoseconds; set by the job. */
    static long patience;
    /** Who could go on gets at least this long a call: the machine may be busy with something else. */
    private static final long LEAST = 5_000_000_000L;
    /** How long threads that the tested code started may take to end, or to wait for something, before nobody looks any more. */
    private static final long REST = 100_000_000L;

    /** Whether an execution is under way. */
    static volatile boolean running;

    private static final Racer[] racers = new Racer[RaddleScheduler.MAX_THREADS];
    /** How many stand at the starting line of the execution under way, and how many are through. */
    private static int ready;
    private static int finished;

    private static final class Racer extends Thread {
        private final int suffix;
        volatile boolean called;
        /** Whether it is called for what comes afterwards. */
        volatile boolean afterwards;

        Racer(int suffix) {
            super(null, null, RaddleExecution.NAMES[suffix], 0, false);
            this.suffix = suffix;
        }

        @Override
        public void run() {
            RaddleNative.unpin();
            for (;;) {
                while (!called) LockSupport.park();
                called = false;
                if (!afterwards) {
                    race();
                    continue;
                }
                afterwards = false;
                RaddleExecution.runAfterwards();
                finish();
            }
        }

        private void race() {
            int all = RaddleExecution.suffixes.length;
            arrive();
            while (ready() < all) Thread.onSpinWait();
            RaddleExecution.Calls calls = RaddleExecution.suffixes[suffix];
            Object[] v = RaddleExecution.variables;
            try {
                for (int i = 0; i < calls.thunks.length; i++) {
                    v[calls.results[i]] = calls.thunks[i].call(v, calls.arguments[i]);
                    RaddleExecution.returned[suffix] = i + 1;
                }
            } catch (Throwable t) {
                RaddleExecution.thrown[suffix] = t;
            }
            finish();
        }
    }

    private RaddleParallel() {}

    private static synchronized void arrive() {
        ready++;
    }

    private static synchronized int ready() {
        return ready;
    }

    private static synchronized void finish() {
        finished++;
        RaddleParallel.class.notifyAll();
    }

    static void execute() {
        RaddleScheduler.reset(RaddleExecution.suffixes.length);
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) RaddleScheduler.threads[i].reset(null);
        running = true;
        try {
            race();
        } finally {
            running = false;
        }
    }

    private static void race() {
        if (!RaddleExecution.runPrefix()) {
            RaddleScheduler.end = RaddleScheduler.PREFIX_FAILED;
            return;
        }
        int calls = 0;
        synchronized (RaddleParallel.class) {
            ready = 0;
            finished = 0;
        }
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) {
            calls = Math.max(calls, RaddleExecution.suffixes[i].thunks.length);
            call(i);
        }
        long start = System.nanoTime();
        boolean ended = await(start + calls * patience)
            || canGoOn() && await(start + calls * Math.max(patience, LEAST));
        if (ended) ended = afterwards();
        if (ended) rest();
        else hung();
    }

    /** The first suffix's thread does what comes afterwards; false if that hangs. */
    private static boolean afterwards() {
        if (!RaddleExecution.hasAfterwards()) return true;
        synchronized (RaddleParallel.class) {
            finished--;
        }
        racers[0].afterwards = true;
        call(0);
        long start = System.nanoTime();
        int calls = RaddleExecution.afterwards.thunks.length;
        return await(start + calls * patience)
            || racers[0].getState() == Thread.State.RUNNABLE && await(start + calls * Math.max(patience, LEAST));
    }

    /** Whether somebody is not through who waits for nobody. */
    private static boolean canGoOn() {
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) {
            if (!isThrough(i) && racers[i].getState() == Thread.State.RUNNABLE) return true;
        }
        return false;
    }

    private static boolean isThrough(int suffix) {
        return RaddleExecution.thrown[suffix] != null
            || RaddleExecution.returned[suffix] == RaddleExecution.suffixes[suffix].thunks.length;
    }

    /** The tested code starts a thread: what it leaves uncaught is part of the outcome. */
    static synchronized void started(Thread thread) {
        if (RaddleScheduler.count == RaddleScheduler.MAX_THREADS) return;
        RaddleThread t = RaddleScheduler.threads[RaddleScheduler.count];
        t.reset(thread);
        t.vehicle = thread; // it waits for nobody's turn, see RaddleThreads.arrive
        RaddleScheduler.count++;
        RaddleScheduler.recordUncaught(thread);
    }

    /** Whether it is neither ours nor the JDK's own. */
    static boolean isTested(Thread thread) {
        return !(thread instanceof Racer) && !RaddleThreads.isSystem(thread);
    }

    private static void rest() {
        long deadline = System.nanoTime() + REST;
        for (int i = RaddleExecution.suffixes.length; i < RaddleScheduler.count; i++) {
            Thread thread = RaddleScheduler.threads[i].thread;
            while (thread.getState() == Thread.State.RUNNABLE && System.nanoTime() < deadline) Thread.yield();
        }
    }

    private static void call(int suffix) {
        Racer racer = racers[suffix];
        if (racer == null) {
            racer = racers[suffix] = new Racer(suffix);
            RaddleFields.number(racer, RaddleFields.unused());
            racer.setDaemon(true);
            racer.start();
        }
        // What comes afterwards is done by the same thread.
        if (!racer.afterwards) RaddleHandover.freshen(racer, suffix);
        racer.called = true;
        LockSupport.unpark(racer);
    }

    private static synchronized boolean await(long deadline) {
        while (finished < RaddleExecution.suffixes.length) {
            long left = deadline - System.nanoTime();
            if (left <= 0) return false;
            try {
                RaddleParallel.class.wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                // somebody interrupts everything; the race goes on
            }
        }
        return true;
    }

    /** Nothing can end a thread that hangs in the JVM, so this is the last execution of this process. */
    private static void hung() {
        if (!RaddleExecution.isAfterwards) RaddleScheduler.end = RaddleScheduler.DEADLOCK;
        RaddleScheduler.wornOut = true;
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) {
            boolean isStuck = i == 0 && RaddleExecution.isAfterwards || !isThrough(i);
            RaddleScheduler.threads[i].stuckState = isStuck ? RaddleThread.READY : RaddleThread.DONE;
        }
    }
}
