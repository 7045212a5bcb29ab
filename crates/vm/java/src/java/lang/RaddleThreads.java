package java.lang;

import java.util.EventListenerProxy;
import jdk.internal.vm.annotation.ReservedStackAccess;

/** Threads that the tested code starts, interrupts, parks and asks about. */
public final class RaddleThreads {
    private RaddleThreads() {}

    /** The record of a thread, or null if it is not part of the execution under way. */
    static RaddleThread of(Object thread) {
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (t.thread == thread) return t;
        }
        return null;
    }

    /** Thread.start0: takes the thread over if a controlled thread starts it. Called from native code: must not switch. */
    static boolean start(Thread thread) {
        Thread c = EventListenerProxy.current;
        if (c == null || c != Thread.currentThread()) {
            if (RaddleParallel.running && RaddleParallel.isTested(thread)) RaddleParallel.started(thread);
            return false;
        }
        if (isSystem(thread)) {
            RaddleFields.number(thread, RaddleFields.unused());
            return false;
        }
        if (of(thread) != null) throw new IllegalThreadStateException();
        EventListenerProxy.current = null;
        try {
            RaddleScheduler.spawn(thread);
        } finally {
            EventListenerProxy.current = c;
        }
        return true;
    }

    /** Whether the JDK runs the thread for its own purposes, like the one behind Cleaner: it lives on after the test. */
    static boolean isSystem(Thread thread) {
        String name = thread.getClass().getName();
        return name.startsWith("jdk.internal.") || name.startsWith("java.lang.ref.") || name.startsWith("sun.");
    }

    /** Thread.interrupt0, after the thread's interrupted flag was set. Called from native code: must not switch. */
    static boolean interrupt(Thread thread) {
        Thread c = EventListenerProxy.current;
        if (c == null || c != Thread.currentThread()) return false;
        RaddleThread t = of(thread);
        if (t == null) return false;
        if (t.state == RaddleThread.WAIT || t.state == RaddleThread.PARK || t.state == RaddleThread.SLEEP) {
            RaddleTime.clearDeadline(t);
            wakeUp(t);
        }
        return true;
    }

    /** Ends a wait, park or sleep: because of a notify, an unpark, an interrupt or the time. */
    static void wakeUp(RaddleThread thread) {
        if (thread.state == RaddleThread.WAIT) {
            thread.state = RaddleThread.LOCK;
            if (thread.lock.owner == null) RaddleScheduler.enabled |= thread.bit;
        } else {
            thread.state = RaddleThread.READY;
            RaddleScheduler.enabled |= thread.bit;
        }
    }

    public static boolean isAlive(Thread thread) {
        RaddleThread t = of(thread);
        return t == null ? thread.isAlive() : t.state != RaddleThread.DONE;
    }

    public static Thread.State getState(Thread thread) {
        RaddleThread t = of(thread);
        if (t == null || RaddleMemory.overrides(thread.getClass(), Thread.class, "getState")) return thread.getState();
        boolean timed = t.deadline != RaddleTime.NEVER;
        switch (t.state) {
            case RaddleThread.DONE: return Thread.State.TERMINATED;
            case RaddleThread.LOCK: return Thread.State.BLOCKED;
            case RaddleThread.SLEEP: return Thread.State.TIMED_WAITING;
            case RaddleThread.WAIT: case RaddleThread.PARK:
                return timed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
            default: return Thread.State.RUNNABLE;
        }
    }

    /** Whether it is a thread of this execution that has ended. */
    static boolean hasEnded(Object object) {
        if (!(object instanceof Thread)) return false;
        RaddleThread t = of(object);
        return t != null && t.state == RaddleThread.DONE;
    }

    @ReservedStackAccess
    public static void park(boolean absolute, long time) {
        RaddleThread me = RaddleScheduler.self;
        if (me.permit || me.thread.isInterrupted()) {
            if (--EventListenerProxy.budget < 0) RaddleScheduler.event(RaddleScheduler.PARK, null, 0, -1);
            me.permit = false;
            return;
        }
        if (absolute || time != 0) {
            long deadline = RaddleTime.parkedUntil(absolute, time);
            if (deadline <= RaddleTime.clock) {
                RaddleTime.giveWay();
                return;
            }
            RaddleTime.setDeadline(me, deadline);
        }
        me.state = RaddleThread.PARK;
        RaddleScheduler.intend(me, RaddleScheduler.PARK, null, -1);
        RaddleScheduler.block(me);
        RaddleTime.clearDeadline(me);
        me.permit = false;
    }

    @ReservedStackAccess
    public static void unpark(Object thread) {
        if (thread == null) return;
        RaddleThread t = of(thread);
        if (t == null) {
            jdk.internal.misc.Unsafe.getUnsafe().unpark(thread);
            return;
        }
        if (--EventListenerProxy.budget < 0) RaddleScheduler.event(RaddleScheduler.UNPARK, null, 0, -1);
        if (t.state == RaddleThread.DONE) return;
        t.permit = true;
        if (t.state == RaddleThread.PARK) wakeUp(t);
    }

    /** A started thread with an operating system thread of its own has reached its first moment (called by the agent). */
    static void arrive() {
        RaddleThread t = of(Thread.currentThread());
        if (t == null || t.vehicle != null) return;
        RaddleNative.awaitTurn(t.slot);
        RaddleScheduler.enter(t);
    }

    /** A started thread with an operating system thread of its own has run its last Java code (called by the agent). */
    static void leave() {
        RaddleThread t = of(Thread.currentThread());
        if (t == null || t.vehicle != null || t.state == RaddleThread.DONE) return;
        EventListenerProxy.current = null;
        RaddleThread next = RaddleScheduler.finish(t);
        RaddleScheduler.handover.ended(next);
    }
}
