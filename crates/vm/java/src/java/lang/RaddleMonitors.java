package java.lang;

import java.util.EventListenerProxy;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Shadow locks: a model of every monitor that is held or wanted. A thread that would block in the JVM is not enabled in the
 * model and never gets there. The real monitor is still taken, so that code that is not rewritten stays correct.
 */
public final class RaddleMonitors {
    private static RaddleLock[] locks = new RaddleLock[16];
    /** How many there are; the ones behind are kept for reuse. */
    private static int used;

    static {
        for (int i = 0; i < locks.length; i++) locks[i] = new RaddleLock();
    }

    private RaddleMonitors() {}

    static void reset() {
        for (int i = 0; i < used; i++) clear(locks[i]);
        used = 0;
    }

    private static void clear(RaddleLock lock) {
        lock.object = null;
        lock.owner = null;
        lock.count = 0;
        lock.interested = 0;
        lock.notified = 0;
    }

    static RaddleLock find(Object object) {
        RaddleLock[] all = locks;
        for (int i = used - 1; i >= 0; i--) {
            RaddleLock lock = all[i];
            if (lock.object == object) return lock;
        }
        return null;
    }

    private static RaddleLock claim(Object object) {
        RaddleLock lock = find(object);
        return lock != null ? lock : add(object);
    }

    private static RaddleLock add(Object object) {
        if (used == locks.length) {
            RaddleLock[] more = new RaddleLock[used * 2];
            for (int i = 0; i < more.length; i++) more[i] = i < used ? locks[i] : new RaddleLock();
            locks = more;
        }
        RaddleLock lock = locks[used++];
        lock.object = object;
        return lock;
    }

    /** Forgets a lock that nobody holds or wants; most locks are released in the order opposite to their taking. */
    private static void forget(RaddleLock lock) {
        clear(lock);
        int last = --used;
        if (locks[last] == lock) return;
        for (int i = 0; i < last; i++) {
            if (locks[i] == lock) {
                locks[i] = locks[last];
                locks[last] = lock;
                return;
            }
        }
    }

    @ReservedStackAccess
    public static void enter(Object object, int site) {
        if (object == null) return; // the real instruction throws
        RaddleThread me = RaddleScheduler.self;
        RaddleLock lock = claim(object);
        if (lock.owner == me) {
            lock.count++;
            return;
        }
        if (lock.owner != null || --EventListenerProxy.budget < 0) acquire(me, lock, site);
        if (lock.interested > 0) taken(me, lock);
        lock.owner = me;
        lock.count = 1;
    }

    /** Asks for the lock: a thread whose next event is to take a lock is enabled while the lock is free. */
    private static void acquire(RaddleThread me, RaddleLock lock, int site) {
        lock.interested++;
        me.lock = lock;
        me.state = RaddleThread.LOCK;
        if (lock.owner != null) {
            RaddleScheduler.intend(me, RaddleScheduler.LOCK, lock.object, site);
            RaddleScheduler.block(me);
        } else {
            RaddleScheduler.event(RaddleScheduler.LOCK, lock.object, 0, site);
        }
        me.state = RaddleThread.READY;
        me.lock = null;
        lock.interested--;
    }

    /** Never switches and never throws. */
    @ReservedStackAccess
    public static void exit(Object object) {
        RaddleLock lock = find(object);
        if (lock == null || lock.owner != RaddleScheduler.self || --lock.count > 0) return;
        lock.owner = null;
        if (lock.interested == 0) forget(lock);
        else released(lock);
        if (RaddleScheduler.everyEvent) RaddleScheduler.note(RaddleScheduler.UNLOCK, object);
    }

    /** Those who want the lock can go on again; the first to be chosen gets it. */
    private static void released(RaddleLock lock) {
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (wants(t, lock)) RaddleScheduler.enabled |= t.bit;
        }
    }

    /** The others who want the lock have to wait. */
    private static void taken(RaddleThread by, RaddleLock lock) {
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (t != by && wants(t, lock)) RaddleScheduler.enabled &= ~t.bit;
        }
    }

    /** Whether the thread only wants a lock that is free. */
    static boolean canTake(RaddleThread thread) {
        return thread.state == RaddleThread.LOCK && thread.lock.owner == null;
    }

    private static boolean wants(RaddleThread thread, RaddleLock lock) {
        return thread.lock == lock
            && (thread.state == RaddleThread.LOCK || thread.state == RaddleThread.WAIT && thread.candidate);
    }

    public static boolean holds(Object object) {
        if (object == null) throw new NullPointerException();
        RaddleLock lock = find(object);
        return lock != null && lock.owner == RaddleScheduler.self;
    }

    @ReservedStackAccess
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
        if (nanos < 0 || nanos > 999999) throw new IllegalArgumentException("nanosecond timeout value out of range");
        RaddleThread me = RaddleScheduler.self;
        RaddleLock lock = owned(me, object);
        if (--EventListenerProxy.budget < 0) RaddleScheduler.event(RaddleScheduler.WAIT, object, 0, -1);
        if (Thread.interrupted()) throw new InterruptedException();
        int count = lock.count;
        lock.count = 0;
        lock.owner = null;
        lock.interested++;
        released(lock);
        // A thread that ends notifies those who wait for it, but only when it gets its own monitor: after this wait began.
        boolean ended = RaddleThreads.hasEnded(object);
        int real = 0;
        for (; Thread.holdsLock(object); real++) RaddleNative.monitorExit(object);
        me.lock = lock;
        me.state = RaddleThread.WAIT;
        if (ended) RaddleThreads.wakeUp(me);
        else if (millis != 0 || nanos != 0) RaddleTime.setDeadline(me, RaddleTime.after(millis, nanos));
        boolean unwinding = true;
        try {
            RaddleScheduler.block(me);
            unwinding = false;
        } finally {
            // When unwinding, the frames above still want to release what they took, unless another thread has it now.
            if (!unwinding || lock.owner == null) {
                if (me.candidate) choose(me, lock);
                taken(me, lock);
                lock.owner = me;
                lock.count = count;
                for (; real > 0; real--) RaddleNative.monitorEnter(object);
            }
            me.state = RaddleThread.READY;
            me.lock = null;
            lock.interested--;
            RaddleTime.clearDeadline(me);
        }
        if (RaddleScheduler.everyEvent) RaddleScheduler.note(RaddleScheduler.LOCK, object);
        if (Thread.interrupted()) throw new InterruptedException();
    }

    private static RaddleLock owned(RaddleThread me, Object object) {
        if (object == null) throw new NullPointerException();
        RaddleLock lock = find(object);
        if (lock == null || lock.owner != me) throw new IllegalMonitorStateException("current thread is not owner");
        return lock;
    }

    /**
     * Object.notify and notifyAll. Which of several waiters a notify wakes is left open: all of them are candidates, and the
     * first that is chosen to run is the one that was woken.
     */
    @ReservedStackAccess
    public static void wake(Object object, boolean all) {
        RaddleThread me = RaddleScheduler.self;
        RaddleLock lock = owned(me, object);
        if (--EventListenerProxy.budget < 0) RaddleScheduler.event(RaddleScheduler.NOTIFY, object, 0, -1);
        int waiting = 0;
        for (int i = 0; i < RaddleScheduler.count; i++) {
            if (waits(RaddleScheduler.threads[i], lock)) waiting++;
        }
        lock.notified = all ? waiting : Math.min(lock.notified + 1, waiting);
        boolean certain = lock.notified == waiting;
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (!waits(t, lock)) continue;
            t.candidate = !certain;
            if (certain) RaddleThreads.wakeUp(t);
        }
        if (certain) lock.notified = 0;
    }

    private static boolean waits(RaddleThread thread, RaddleLock lock) {
        return thread.state == RaddleThread.WAIT && thread.lock == lock;
    }

    /** One of several candidates is the one that was notified; if it was the last notification, the others wait on. */
    private static void choose(RaddleThread chosen, RaddleLock lock) {
        chosen.candidate = false;
        if (--lock.notified > 0) return;
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (t != chosen && waits(t, lock) && t.candidate) {
                t.candidate = false;
                RaddleScheduler.enabled &= ~t.bit;
            }
        }
    }

    /** A thread has ended: whoever joins it waits on its Thread object. Whatever it still holds is free. */
    static void ended(RaddleThread thread) {
        RaddleLock own = find(thread.thread);
        if (own != null && own.interested > 0) {
            for (int i = 0; i < RaddleScheduler.count; i++) {
                if (waits(RaddleScheduler.threads[i], own)) RaddleThreads.wakeUp(RaddleScheduler.threads[i]);
            }
        }
        for (int i = 0; i < used; i++) {
            RaddleLock lock = locks[i];
            if (lock.owner == thread) {
                lock.owner = null;
                lock.count = 0;
                released(lock);
            }
        }
    }
}
