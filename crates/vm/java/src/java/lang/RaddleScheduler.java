package java.lang;

import java.util.EventListenerProxy;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Gives turns. One controlled thread runs at a time, and only here does it give way: at an event when its budget is used up,
 * when it cannot go on, and when it ends. Who is next is decided outside the JVM, see {@link RaddleNative#decide}.
 */
public final class RaddleScheduler {
    // Kinds of events and reasons to ask, as raddle's strategies number them.
    public static final int START = 0, READ = 1, WRITE = 2, ATOMIC = 3, LOCK = 4, CALL = 5, WAIT = 6, NOTIFY = 7, PARK = 8,
        UNPARK = 9, SPAWN = 10, SLEEP = 12, YIELD = 14, SPIN = 15, BLOCKED = 16, FINISHED = 17;
    // Only in traces.
    static final int UNLOCK = 32, ENTER = 33, EXIT = 34;
    /** Added to an event that a thread has to wait for. */
    private static final int AWAITS = 64;

    // Phases of an execution.
    /** The sequential part: the test's first thread runs, others only while it is blocked. */
    static final int PREFIX = 0;
    static final int CONCURRENT = 1;
    /** The test's threads have ended; what they started may come to rest. */
    static final int DRAIN = 2;
    /** Given up, or nothing left to do: every thread that is left is unwound. */
    static final int UNWIND = 3;
    /** All suffixes have ended; the test's first thread goes on, others only while it is blocked. */
    static final int AFTERWARDS = 4;

    // How executions end, as raddle's worker numbers them.
    static final int COMPLETED = 0, DEADLOCK = 1, STEP_LIMIT = 2, THREAD_LIMIT = 3, EXIT_CALLED = 4, PINNED = 5,
        PREFIX_FAILED = 6, OUT_OF_MEMORY = 7, OVERLAPPED = 8;

    static final int MAX_THREADS = 64;
    /** Events of what comes afterwards: it is repeated in every execution, and a map that contains itself has no end. */
    private static final int AFTERWARDS_LIMIT = 20_000;
    /** How often a thread may catch what unwinds it. */
    private static final int MAX_UNWINDS = 1000;
    /** Who yields waits for others, and each time costs a hand-over: far fewer of these tell an endless wait. */
    private static final int STEPS_PER_YIELD = 1000;

    static final RaddleThread[] threads = new RaddleThread[MAX_THREADS];
    /** How many threads this execution has, and how many of them are the test's own: the first ones. */
    static int count;
    static int tests;
    /** The thread that has the turn. */
    static RaddleThread self;
    static long enabled;
    static int phase;
    /** Whether the test's first thread is through with its suffix, and waits for what comes afterwards. */
    static boolean resting;
    static int end;
    static int exitStatus;
    /**
     * This JVM is no good for further executions: a thread could not be unwound, or was unwound inside an initialiser or
     * a linkage, which fails for good then.
     */
    static boolean wornOut;
    /** Every event is looked at, for a trace or for a strategy that wants to know places. */
    static boolean everyEvent;
    /** Every call boundary is a question. */
    static boolean everyCall;

    // Limits of an execution, set by the job.
    static int prefixLimit;
    static long stepLimit;
    static int spinLimit;
    static int fuelLimit;

    /** Events granted with the last turn, and what is left of them when every event is looked at. */
    private static int granted;
    private static int remaining;
    /** Events done beyond those granted because they did not matter, and how many there may be of them. */
    private static int extra;
    private static long extraLimit;
    static long steps;
    private static int yields;
    /** Events of the running thread since others ran, and whether it spins when its grant is used up. */
    private static int sinceSwitch;
    private static boolean spinning;

    static RaddleHandover handover;

    static {
        for (int i = 0; i < MAX_THREADS; i++) threads[i] = new RaddleThread(i);
    }

    private RaddleScheduler() {}

    static void reset(int testThreads) {
        RaddleMonitors.reset();
        RaddleTime.reset();
        RaddleValues.reset();
        tests = count = testThreads;
        phase = PREFIX;
        end = COMPLETED;
        steps = 0;
        yields = 0;
        sinceSwitch = 0;
        enabled = 1;
        EventListenerProxy.fuel = fuelLimit;
        grant(prefixLimit);
    }

    /** The prefix is over: the other suffixes can go. */
    static void fork() {
        phase = CONCURRENT;
        enabled |= (1L << tests) - 1;
        granted = extra = remaining = EventListenerProxy.budget = 0;
    }

    private static void grant(int events) {
        spinning = false;
        if (phase == CONCURRENT) {
            long left = stepLimit - steps;
            if (events > left) events = (int) Math.max(1, left);
            int untilSpinning = spinLimit - sinceSwitch;
            if (events > untilSpinning && (enabled & enabled - 1 | RaddleTime.timed) != 0) {
                events = Math.max(1, untilSpinning);
                spinning = untilSpinning <= events;
            }
        }
        granted = events;
        extra = 0;
        extraLimit = RaddleFocus.on && phase == CONCURRENT ? untilAsked(events) : 0;
        remaining = everyEvent && phase == CONCURRENT ? events - 1 : 0;
        EventListenerProxy.budget = everyEvent && phase == CONCURRENT ? 0 : events - 1;
    }

    /** How many more than these events may pass before the execution is too long, or seems to spin. */
    private static long untilAsked(int events) {
        long untilSpinning = (enabled & enabled - 1 | RaddleTime.timed) != 0 ? spinLimit - sinceSwitch : Long.MAX_VALUE;
        return Math.min(stepLimit - steps, untilSpinning) - events;
    }

    /** Events since the last grant. */
    private static int consumed() {
        return granted + extra - (everyEvent ? remaining : EventListenerProxy.budget);
    }

    /** The running thread is about to do an event, and its budget is used up. */
    @ReservedStackAccess
    public static void event(int kind, Object object, int index, int site) {
        boolean plain = everyEvent && (kind == READ || kind == WRITE) && phase == CONCURRENT;
        access(kind, object, index, site, plain ? RaddlePlaces.field(object, site) : null);
    }

    /** An access by Unsafe, likewise. */
    @ReservedStackAccess
    public static void atomic(Object base, long offset, int site) {
        if (everyEvent && phase == CONCURRENT) RaddlePlaces.atomic(base, offset, site);
        else access(ATOMIC, base, 0, site, null);
    }

    /** An access by a VarHandle, likewise. */
    @ReservedStackAccess
    public static void handle(Object handle, Object first, int index, int site) {
        if (everyEvent && phase == CONCURRENT) RaddlePlaces.handle(handle, first, index, site);
        else access(ATOMIC, first, 0, site, null);
    }

    static void access(int kind, Object object, int index, int site, RaddlePlaces.Slot slot) {
        RaddleThread me = self;
        if (phase == UNWIND) throw unwind(me);
        if (me.paused > 0) {
            EventListenerProxy.budget = Integer.MAX_VALUE;
            return;
        }
        EventListenerProxy.budget = 0;
        if (phase != CONCURRENT) {
            giveUp(STEP_LIMIT);
            throw unwind(me);
        }
        if (!everyEvent) {
            if (RaddleFocus.on && !spinning && RaddleFocus.ignores(kind, site)) {
                if (extra < extraLimit) {
                    extra++;
                    return;
                }
                kind = SPIN;
            }
            ask(me, spinning ? SPIN : kind);
            return;
        }
        RaddleValues.settle();
        int event = RaddleNative.watch(me.id, kind, RaddleValues.number(object), index, slot == null ? -1 : slot.number, site);
        boolean mayGoOn = remaining > 0;
        if (mayGoOn && !(everyCall && kind == CALL)) remaining--;
        else ask(me, spinning && !mayGoOn ? SPIN : kind);
        if (kind == READ || kind == WRITE || kind == ATOMIC) RaddleValues.access(event, kind, object, index, slot);
    }

    /** The running thread will do this as soon as it is not blocked any more. */
    static void intend(RaddleThread me, int kind, Object object, int site) {
        if (everyEvent && phase == CONCURRENT && me.paused == 0) {
            RaddleNative.watch(me.id, AWAITS | kind, RaddleValues.number(object), 0, -1, site);
        }
    }

    /** For the trace alone. */
    static void note(int kind, Object object) {
        if (phase != CONCURRENT || self.paused > 0) return;
        RaddleNative.watch(self.id, kind, RaddleValues.number(object), 0, -1, -1);
    }

    public static void method(int site, boolean enter) {
        if (phase == CONCURRENT && self.paused == 0) RaddleNative.watch(self.id, enter ? ENTER : EXIT, 0, 0, -1, site);
    }

    /** The boundary before a call of the test. */
    @ReservedStackAccess
    static void call() {
        if (--EventListenerProxy.budget < 0 || everyCall) {
            if (EventListenerProxy.budget >= 0) {
                RaddleThread me = self;
                if (phase == UNWIND) throw unwind(me);
                EventListenerProxy.budget++;
                ask(me, CALL);
            } else {
                event(CALL, null, 0, -1);
            }
        }
    }

    static void yieldTurn() {
        RaddleThread me = self;
        if (phase == UNWIND) throw unwind(me);
        if (me.paused > 0) return;
        if (phase != CONCURRENT) {
            if (--EventListenerProxy.budget < 0) event(YIELD, null, 0, -1);
            return;
        }
        if (everyEvent) {
            RaddleValues.settle();
            RaddleNative.watch(me.id, YIELD, 0, 0, -1, -1);
        }
        if (++yields > stepLimit / STEPS_PER_YIELD) {
            giveUp(STEP_LIMIT);
            throw unwind(me);
        }
        if (EventListenerProxy.budget < 0) EventListenerProxy.budget = 0;
        ask(me, YIELD);
    }

    /** Who begins, of the test's threads; the first stands before its first call. */
    static RaddleThread first(RaddleThread me) {
        if (everyEvent) RaddleNative.watch(me.id, CALL, 0, 0, -1, -1);
        EventListenerProxy.current = null;
        return choose(me, START);
    }

    private static void ask(RaddleThread me, int kind) {
        EventListenerProxy.current = null;
        RaddleThread next = choose(me, kind);
        if (next != me && !handover.pass(me, next)) stay(me, kind);
        enter(me);
    }

    /** The running thread cannot give way here: ask again as if there were nobody else. */
    private static void stay(RaddleThread me, int kind) {
        long others = enabled;
        enabled = me.bit;
        granted = extra = remaining = EventListenerProxy.budget = 0;
        choose(me, kind);
        enabled = others;
    }

    /** The running thread cannot go on, its state says why. Returns when it can again and has the turn. */
    static void block(RaddleThread me) {
        if (phase == UNWIND) throw unwind(me);
        RaddleValues.settle();
        EventListenerProxy.current = null;
        if (me.paused > 0) EventListenerProxy.budget = me.savedBudget;
        if (!RaddleMonitors.canTake(me)) enabled &= ~me.bit;
        RaddleThread next = mayWaitOut(me) ? chooseOrWait(me) : me;
        if (next != me) me.left = true;
        else if ((enabled & me.bit) != 0) next = me;
        else if (wakeSomebody()) next = choose(me, BLOCKED);
        else giveUp(DEADLOCK);
        if (next != me && !(me.paused > 0 ? passInside(me, next) : handover.pass(me, next))) giveUp(PINNED);
        enter(me);
    }

    /**
     * Whether the running thread may just as well wait until its time is up, although others could go on. Where switches are
     * between calls it may: one after the other, nobody comes in between.
     */
    private static boolean mayWaitOut(RaddleThread me) {
        return everyCall && phase == CONCURRENT && me.id < tests && me.paused == 0 && me.deadline != RaddleTime.NEVER
            && enabled != 0;
    }

    /** Who goes on while the running thread has to wait: another, or itself when its time is up. */
    private static RaddleThread chooseOrWait(RaddleThread me) {
        enabled |= me.bit;
        RaddleThread next = choose(me, BLOCKED);
        enabled &= ~me.bit;
        if (next == me && phase == CONCURRENT) RaddleTime.waitOut(me);
        return next;
    }

    /** Gives way inside an initialiser or a linkage: whoever needs the same one is blocked by the JVM, which nobody here sees. */
    private static boolean passInside(RaddleThread me, RaddleThread next) {
        RaddleNative.waitsInside(true);
        boolean passed = handover.pass(me, next);
        RaddleNative.waitsInside(false);
        return passed;
    }

    /** This thread has been given the turn. */
    static void enter(RaddleThread me) {
        self = me;
        if (me.paused > 0) {
            me.savedBudget = EventListenerProxy.budget;
            EventListenerProxy.budget = Integer.MAX_VALUE;
        }
        EventListenerProxy.current = me.thread;
        if (phase == UNWIND) throw unwind(me);
    }

    /** The running thread has ended. Returns who goes on, or null when the execution is over. */
    static RaddleThread finish(RaddleThread me) {
        RaddleValues.settle();
        me.state = RaddleThread.DONE;
        enabled &= ~me.bit;
        RaddleMonitors.ended(me);
        if (phase == CONCURRENT && testsEnded()) {
            steps += consumed();
            if (RaddleExecution.hasAfterwards()) return revive(threads[0]);
            phase = DRAIN;
            grant(prefixLimit);
        } else if (phase == AFTERWARDS && me.id == 0) {
            phase = DRAIN;
            grant(prefixLimit);
        }
        if (phase == DRAIN && enabled == 0) phase = UNWIND;
        if (phase != UNWIND && !wakeSomebody()) giveUp(DEADLOCK);
        return phase == UNWIND ? unfinished() : choose(me, FINISHED);
    }

    /**
     * The test's first thread has done its suffix, and has ended as far as others can tell. Returns when all suffixes have
     * ended, or the execution was given up; whether this thread goes on.
     */
    static boolean rest(RaddleThread me) {
        if (phase == UNWIND) return false;
        EventListenerProxy.current = null;
        RaddleThread next = finish(me);
        resting = true;
        if (next != null && next != me && !handover.pass(me, next)) giveUp(PINNED);
        resting = false;
        if (phase != AFTERWARDS) return false;
        enter(me);
        return true;
    }

    private static RaddleThread revive(RaddleThread first) {
        phase = AFTERWARDS;
        first.state = RaddleThread.READY;
        enabled |= first.bit;
        grant(Math.min(prefixLimit, AFTERWARDS_LIMIT));
        return first;
    }

    private static boolean testsEnded() {
        for (int i = 0; i < tests; i++) if (threads[i].state != RaddleThread.DONE) return false;
        return true;
    }

    private static RaddleThread unfinished() {
        for (int i = 0; i < count; i++) {
            RaddleThread t = threads[i];
            if (t.state != RaddleThread.DONE && t.unwound <= MAX_UNWINDS) return t;
        }
        return null;
    }

    private static boolean wakeSomebody() {
        while (enabled == 0) {
            if (phase == DRAIN || !RaddleTime.jump()) return false;
        }
        return true;
    }

    /** Who runs next, with its turn granted. */
    private static RaddleThread choose(RaddleThread me, int kind) {
        if (phase == UNWIND) return me;
        if (RaddleTime.timed > 0) RaddleTime.expire();
        if (phase != CONCURRENT) {
            grant(prefixLimit);
            return threads[Long.numberOfTrailingZeros(enabled)];
        }
        int events = consumed();
        steps += events;
        sinceSwitch += events;
        if (kind == SPIN) sinceSwitch = 0;
        if (steps >= stepLimit) {
            giveUp(STEP_LIMIT);
            return me.state == RaddleThread.DONE ? unfinished() : me;
        }
        long turn = RaddleNative.decide(me.id, kind, enabled, events);
        RaddleThread next = threads[(int) (turn >>> 32)];
        if (next != me) sinceSwitch = 0;
        grant((int) turn < 0 ? Integer.MAX_VALUE : (int) turn);
        return next;
    }

    /** Ends the execution: from now on every thread is unwound. */
    static void giveUp(int reason) {
        if (phase == UNWIND) return;
        RaddleValues.settle();
        if (phase == CONCURRENT) steps += Math.max(0, consumed());
        else if (phase == PREFIX && reason == DEADLOCK) reason = PREFIX_FAILED;
        // What is stuck afterwards, or takes long, is so after every suffix has ended.
        boolean isLate = phase == DRAIN || phase == AFTERWARDS && (reason == DEADLOCK || reason == STEP_LIMIT);
        if (!isLate) end = reason;
        phase = UNWIND;
        for (int i = 0; i < count; i++) {
            RaddleThread t = threads[i];
            if (t.paused > 0) wornOut = true;
            t.stuckState = t.state;
            if (t.state == RaddleThread.LOCK || t.state == RaddleThread.WAIT) {
                t.stuckOn = t.lock.object;
                t.stuckOwner = t.lock.owner == null ? -1 : t.lock.owner.id;
            }
        }
    }

    /** The running thread was left in its sleep, which nobody cut short: that is no order of calls, and nothing comes of it. */
    static RaddleUnwind overlapped(RaddleThread me) {
        giveUp(OVERLAPPED);
        return unwind(me);
    }

    /** What the given thread has to throw. */
    private static RaddleUnwind unwind(RaddleThread me) {
        if (me.unwound++ == 0 && end == DEADLOCK) return me.stuckAt = new RaddleUnwind(true);
        if (me.unwound > MAX_UNWINDS) abandon(me);
        return RaddleUnwind.AGAIN;
    }

    /** It catches whatever is thrown and goes on for ever: leave it where it is. */
    private static void abandon(RaddleThread me) {
        wornOut = true;
        EventListenerProxy.current = null;
        handover.abandon(me, unfinished());
    }

    public static void outOfFuel() {
        RaddleThread me = self;
        if (phase != UNWIND) giveUp(STEP_LIMIT);
        throw unwind(me);
    }

    public static void exit(int status) {
        RaddleThread me = self;
        if (phase != UNWIND) {
            exitStatus = status;
            giveUp(EXIT_CALLED);
        }
        throw unwind(me);
    }

    /** The running thread starts another one. Called from native code: must not switch. */
    static void spawn(Thread thread) {
        if (phase == UNWIND) throw unwind(self);
        if (count == MAX_THREADS) {
            giveUp(THREAD_LIMIT);
            throw unwind(self);
        }
        RaddleThread t = threads[count++];
        t.reset(thread);
        recordUncaught(thread);
        handover.spawned(t);
        enabled |= t.bit;
        if (phase == CONCURRENT) RaddleNative.spawned(t.id);
    }

    /** What a thread leaves uncaught is recorded, unless the tested code has a handler of its own for it. */
    static void recordUncaught(Thread thread) {
        if (thread.getUncaughtExceptionHandler() == thread.getThreadGroup()
            && thread.getThreadGroup().getClass() == ThreadGroup.class
            && Thread.getDefaultUncaughtExceptionHandler() == null) {
            thread.setUncaughtExceptionHandler(RaddleOutcome.RECORDER);
        }
    }

    public static void pause() {
        RaddleThread me = self;
        if (me.paused++ == 0) {
            me.savedBudget = EventListenerProxy.budget;
            EventListenerProxy.budget = Integer.MAX_VALUE;
        }
    }

    public static void resume() {
        RaddleThread me = self;
        if (me.paused > 0 && --me.paused == 0) EventListenerProxy.budget = me.savedBudget;
    }
}
