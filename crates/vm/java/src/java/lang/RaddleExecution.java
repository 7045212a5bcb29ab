package java.lang;

import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.EventListenerProxy;

/** Runs tests: walks the calls of a prefix, its suffixes and what comes afterwards, once for each execution. */
public final class RaddleExecution {
    static final String[] NAMES = new String[RaddleScheduler.MAX_THREADS];

    /** A sequence of calls. */
    static final class Calls {
        RaddleThunk[] thunks;
        int[][] arguments;
        int[] results;
    }

    private static RaddleThunk[] thunks = new RaddleThunk[64];

    /** Whether nobody controls the threads. */
    private static boolean parallel;
    private static Calls prefix;
    static Calls[] suffixes;
    /** What the first thread does when all suffixes have ended. */
    static Calls afterwards;
    /** How many variables the test itself names; constants and unnamed results come behind them. */
    static int named;
    /** Constants at their places, everything else null. */
    private static Object[] template;

    static Object[] variables;
    /** By suffix: how many calls have returned, and what the next one threw. */
    static int[] returned;
    static Throwable[] thrown;
    static Throwable prefixThrown;
    /** What went wrong with raddle itself on a thread other than the one that the job came to. */
    private static Throwable failure;
    /** What the execution under way keeps; whoever makes more than so many such things makes them for nothing else. */
    private static final int MOST_KEPT = 1 << 14;
    private static Object[] kept = new Object[16];
    private static int keptCount;
    static int prefixReturned;
    /** Whether the execution came to what is done afterwards, how many of these calls have returned, and what the next one threw. */
    static boolean isAfterwards;
    static int afterwardsReturned;
    static Throwable afterwardsThrown;

    static {
        for (int i = 0; i < NAMES.length; i++) NAMES[i] = i == 0 ? "main" : "raddle-" + i;
    }

    private RaddleExecution() {}

    /** Chooses how to hand over; called once, before the first job. */
    static void setUp(boolean continuations, MethodHandles.Lookup lookup) {
        RaddleScheduler.handover = continuations ? new RaddleContinuations() : new RaddleOsThreads();
        EventListenerProxy.booted = true;
        RaddleStatics.lookup = lookup;
        RaddleChance.setUp();
        RaddlePlaces.setUp();
        System.setOut(RaddleSilence.STREAM);
        System.setErr(RaddleSilence.STREAM);
    }

    /** Makes a thunk known under a number. */
    static void addThunk(int number, RaddleThunk thunk) {
        if (number >= thunks.length) {
            RaddleThunk[] more = new RaddleThunk[number * 2];
            System.arraycopy(thunks, 0, more, 0, thunks.length);
            thunks = more;
        }
        thunks[number] = thunk;
    }

    public static void initialised(Class<?> type) {
        RaddleStatics.add(type);
    }

    public static void touch(int site) {
        RaddleStatics.touch(site);
    }

    /**
     * The execution under way keeps this, or what this refers to: otherwise the collector could have it finalised or cleaned up
     * at any moment.
     */
    public static void keep(Object registered) {
        Object held = registered instanceof Reference ? RaddleMemory.referent((Reference<?>) registered) : registered;
        if (keptCount == MOST_KEPT) return;
        if (keptCount == kept.length) kept = Arrays.copyOf(kept, keptCount * 2);
        kept[keptCount++] = held;
    }

    /** Executes a test until raddle has had enough of it; returns how often each outcome was seen. */
    static long[] run(byte[] job) throws Throwable {
        load(new RaddleInput(job));
        RaddleOutcome.reset();
        failure = null;
        drive();
        variables = null;
        template = null;
        if (failure != null) throw failure;
        return RaddleOutcome.counts();
    }

    /** Makes executions until there were enough, or another thread does. */
    private static void drive() {
        for (int next; (next = RaddleNative.begin()) != RaddleNative.ENOUGH;) {
            if (next == RaddleNative.EXECUTE_FRESH) RaddleStatics.touchAll();
            if (!execute() || !conclude()) return;
        }
    }

    /** The execution under way is over, and this thread has the turn: what follows is up to it. */
    static void driveOn() {
        try {
            if (conclude()) drive();
        } catch (Throwable t) {
            failure = t;
        }
    }

    private static void load(RaddleInput in) {
        parallel = in.u8() != 0;
        RaddleScheduler.everyEvent = in.u8() != 0;
        RaddleScheduler.everyCall = in.u8() != 0;
        RaddleValues.wanted = in.u8() != 0;
        RaddleOutcome.detail = in.u8();
        RaddleChance.other = in.u8();
        RaddleScheduler.prefixLimit = in.i32();
        RaddleScheduler.stepLimit = in.i32();
        RaddleScheduler.spinLimit = in.i32();
        RaddleScheduler.fuelLimit = in.i32();
        RaddleParallel.patience = in.i32() * 1_000_000L;
        RaddleFocus.load(in);
        named = in.u16();
        template = new Object[in.u16()];
        for (int constants = in.u16(); constants > 0; constants--) {
            int slot = in.u16();
            template[slot] = constant(in);
        }
        prefix = calls(in);
        suffixes = new Calls[in.u8()];
        for (int i = 0; i < suffixes.length; i++) suffixes[i] = calls(in);
        afterwards = calls(in);
        returned = new int[suffixes.length];
        thrown = new Throwable[suffixes.length];
    }

    private static Object constant(RaddleInput in) {
        switch (in.u8()) {
            case 'Z': return in.u8() != 0;
            case 'B': return (byte) in.u8();
            case 'S': return (short) in.u16();
            case 'C': return (char) in.u16();
            case 'I': return in.i32();
            case 'J': return in.i64();
            case 'F': return Float.intBitsToFloat(in.i32());
            case 'D': return Double.longBitsToDouble(in.i64());
            case 's': return in.string().intern();
            case 'c': return RaddleNative.classNumber(in.i32());
            default: return null;
        }
    }

    private static Calls calls(RaddleInput in) {
        int count = in.u16();
        Calls calls = new Calls();
        calls.thunks = new RaddleThunk[count];
        calls.arguments = new int[count][];
        calls.results = new int[count];
        for (int i = 0; i < count; i++) {
            calls.thunks[i] = thunks[in.i32()];
            calls.arguments[i] = new int[in.u8()];
            for (int k = 0; k < calls.arguments[i].length; k++) calls.arguments[i][k] = in.u16();
            calls.results[i] = in.u16();
        }
        return calls;
    }

    /** False if another thread has made the job's executions from here on. */
    private static boolean execute() {
        int tests = suffixes.length;
        variables = template.clone();
        prefixThrown = null;
        prefixReturned = 0;
        isAfterwards = false;
        afterwardsReturned = 0;
        afterwardsThrown = null;
        while (keptCount > 0) kept[--keptCount] = null;
        for (int i = 0; i < tests; i++) {
            returned[i] = 0;
            thrown[i] = null;
        }
        if (parallel) {
            RaddleParallel.execute();
            return true;
        }
        RaddleScheduler.handover.prepare(tests);
        RaddleScheduler.reset(tests);
        return RaddleScheduler.handover.run();
    }

    /** Whether there can be a further execution after the one that is over. */
    private static boolean conclude() {
        if (RaddleNative.end(RaddleScheduler.end, RaddleScheduler.steps)) outOfMemory();
        RaddleOutcome.collect();
        if (RaddleScheduler.wornOut) RaddleNative.wornOut();
        return !RaddleScheduler.wornOut;
    }

    /** Whatever the execution seems to have come to, it says nothing. Telling so needs memory. */
    private static void outOfMemory() {
        RaddleScheduler.end = RaddleScheduler.OUT_OF_MEMORY;
        RaddleScheduler.wornOut = true;
        Arrays.fill(variables, null);
        Arrays.fill(returned, 0);
    }

    /** What a thread of the test does; it has the turn. False if it gave it away before its suffix, and comes back to it by this method. */
    static boolean body(RaddleThread me) {
        RaddleScheduler.self = me;
        EventListenerProxy.current = me.thread;
        boolean isPrefix = RaddleScheduler.phase == RaddleScheduler.PREFIX;
        // Left over from another execution.
        if (isPrefix || me.id > 0) Thread.interrupted();
        if (isPrefix && prefix() && !begin(me)) return false;
        if (RaddleScheduler.phase != RaddleScheduler.UNWIND) {
            suffix(me.id);
            if (me.id == 0 && hasAfterwards() && RaddleScheduler.rest(me)) runAfterwards();
        }
        EventListenerProxy.current = null;
        return true;
    }

    /** The prefix is over; returns whether the first thread goes on with its suffix, now or after others had the turn. */
    private static boolean begin(RaddleThread me) {
        RaddleScheduler.fork();
        if (suffixes[0].thunks.length == 0) return true;
        RaddleThread first = RaddleScheduler.first(me);
        if (first != me && !RaddleScheduler.handover.open(me, first)) return false;
        RaddleScheduler.self = me;
        EventListenerProxy.current = me.thread;
        return true;
    }

    private static boolean prefix() {
        try {
            RaddleScheduler.pause();
            RaddleChance.reset();
            RaddleManagement.reset();
            RaddleStatics.reset();
            // Whether initialisers had to run must make no difference.
            EventListenerProxy.fuel = RaddleScheduler.fuelLimit;
            RaddleScheduler.resume();
            callPrefix();
            return true;
        } catch (Throwable t) {
            if (RaddleScheduler.phase != RaddleScheduler.UNWIND) {
                prefixThrown = t;
                RaddleScheduler.giveUp(RaddleScheduler.PREFIX_FAILED);
            }
            return false;
        }
    }

    private static void callPrefix() throws Throwable {
        Calls calls = prefix;
        Object[] v = variables;
        for (int i = 0; i < calls.thunks.length; i++) {
            v[calls.results[i]] = calls.thunks[i].call(v, calls.arguments[i]);
            prefixReturned = i + 1;
        }
    }

    /** The prefix in a thread that nobody controls. */
    static boolean runPrefix() {
        try {
            RaddleManagement.reset();
            RaddleStatics.resetUnwatched();
            callPrefix();
            return true;
        } catch (Throwable t) {
            prefixThrown = t;
            return false;
        }
    }

    private static void suffix(int number) {
        Calls calls = suffixes[number];
        Object[] v = variables;
        try {
            for (int i = 0; i < calls.thunks.length; i++) {
                // The start of a thread is the boundary before its first call.
                if (i > 0) RaddleScheduler.call();
                v[calls.results[i]] = calls.thunks[i].call(v, calls.arguments[i]);
                returned[number] = i + 1;
            }
        } catch (Throwable t) {
            if (RaddleScheduler.phase != RaddleScheduler.UNWIND) thrown[number] = t;
        }
    }

    static boolean hasAfterwards() {
        return afterwards.thunks.length > 0;
    }

    /** All suffixes have ended, and the first thread goes on alone. */
    static void runAfterwards() {
        Calls calls = afterwards;
        Object[] v = variables;
        isAfterwards = true;
        try {
            for (int i = 0; i < calls.thunks.length; i++) {
                v[calls.results[i]] = calls.thunks[i].call(v, calls.arguments[i]);
                afterwardsReturned = i + 1;
            }
        } catch (Throwable t) {
            if (RaddleScheduler.phase != RaddleScheduler.UNWIND) afterwardsThrown = t;
        }
    }

    /** What a thread does that the tested code started, where it has no operating system thread of its own. */
    static void spawnedBody(RaddleThread me) {
        RaddleScheduler.self = me;
        if (RaddleScheduler.phase == RaddleScheduler.UNWIND) return;
        EventListenerProxy.current = me.thread;
        try {
            me.thread.run();
        } catch (Throwable t) {
            if (RaddleScheduler.phase != RaddleScheduler.UNWIND) uncaught(me, t);
        }
        EventListenerProxy.current = null;
    }

    private static void uncaught(RaddleThread me, Throwable t) {
        try {
            me.thread.getUncaughtExceptionHandler().uncaughtException(me.thread, t);
        } catch (Throwable ignored) {
            // as in java.lang.Thread: what a handler throws is ignored
        }
    }
}
