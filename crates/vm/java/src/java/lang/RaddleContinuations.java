package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import jdk.internal.vm.annotation.ChangesCurrentThread;
import jdk.internal.vm.annotation.DontInline;

/**
 * Hand-over by continuations, for JDK 24 and later: every controlled thread is a continuation with a Thread object of its
 * own, and all of them run on the one carrier thread that drives the executions. No operating system in between.
 */
final class RaddleContinuations extends RaddleHandover {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** The JDK looks for a thread's cell in a LongAdder by this number, and takes the carrier's. */
    private static final long PROBE = UNSAFE.objectFieldOffset(Thread.class, "threadLocalRandomProbe");
    private static final ContinuationScope SCOPE = new ContinuationScope("raddle");
    private final Thread[] pool = new Thread[RaddleScheduler.MAX_THREADS];
    private RaddleThread next;

    private static final class Vehicle extends Continuation {
        Vehicle(Body body) {
            super(SCOPE, body);
        }

        /** Makes yield return false instead of throwing. */
        @Override
        protected void onPinned(Continuation.Pinned reason) {}
    }

    private static final class Body implements Runnable {
        private final RaddleContinuations handover;
        private final RaddleThread me;
        private final boolean spawned;

        Body(RaddleContinuations handover, RaddleThread me, boolean spawned) {
            this.handover = handover;
            this.me = me;
            this.spawned = spawned;
        }

        @Override
        public void run() {
            if (spawned) {
                RaddleExecution.spawnedBody(me);
                RaddleNative.setStatus(me.thread, false);
            } else if (!RaddleExecution.body(me)) {
                return;
            }
            handover.next = RaddleScheduler.finish(me);
        }
    }

    @Override
    void prepare(int tests) {
        for (int i = 0; i < tests; i++) {
            Thread thread = pool[i];
            if (thread == null) {
                thread = pool[i] = new Thread(null, null, RaddleExecution.NAMES[i], 0, false);
                RaddleNative.setStatus(thread, true);
            }
            freshen(thread, i);
            RaddleThread t = RaddleScheduler.threads[i];
            t.reset(thread);
            t.vehicle = new Vehicle(new Body(this, t, false));
        }
    }

    @Override
    boolean run() {
        take(RaddleScheduler.threads[0], Thread.currentCarrierThread());
        for (int i = 0; i < RaddleScheduler.count; i++) RaddleScheduler.threads[i].vehicle = null;
        return true;
    }

    /** Lets threads run on the carrier, one after the other; what is above them on its stack is none of theirs. */
    private void take(RaddleThread t, Thread carrier) {
        if (isTooHigh()) {
            take(t, carrier);
            return;
        }
        Thread driver = Thread.currentThread();
        do {
            RaddleScheduler.self = t;
            UNSAFE.putInt(carrier, PROBE, UNSAFE.getInt(t.thread, PROBE));
            mount(carrier, t.thread);
            ((Vehicle) t.vehicle).run();
            UNSAFE.putInt(t.thread, PROBE, UNSAFE.getInt(carrier, PROBE));
            t = next;
        } while (t != null);
        mount(carrier, driver);
    }

    /** Alone in its method: the compiler must not move anything across the change. */
    @ChangesCurrentThread
    @DontInline
    private static void mount(Thread carrier, Thread thread) {
        carrier.setCurrentThread(thread);
    }

    /** To leave the stack costs much less than to have it put away and brought back. */
    @Override
    boolean open(RaddleThread first, RaddleThread to) {
        next = to;
        first.vehicle = new Vehicle(new Body(this, first, false));
        return false;
    }

    @Override
    boolean pass(RaddleThread from, RaddleThread to) {
        next = to;
        return Continuation.yield(SCOPE);
    }

    @Override
    void abandon(RaddleThread from, RaddleThread to) {
        next = to;
        if (!Continuation.yield(SCOPE)) RaddleNative.lost();
    }

    @Override
    void ended(RaddleThread next) {
        throw new AssertionError("no thread has one of its own");
    }

    @Override
    void spawned(RaddleThread thread) {
        RaddleFields.seed(thread.thread, thread.id);
        RaddleNative.setStatus(thread.thread, true);
        thread.vehicle = new Vehicle(new Body(this, thread, true));
    }
}
