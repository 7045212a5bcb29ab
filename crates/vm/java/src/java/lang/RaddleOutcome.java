package java.lang;

import java.util.Arrays;

/** What an execution came to. Executions that ended alike are counted, only the first of a kind is told in full. */
final class RaddleOutcome {
    private static final int MAX_FRAMES = 100;
    private static final int MAX_OUTCOMES = 10_000;

    /** What distinguishes outcomes: only how calls end; their results, too; also what is in arrays and collections. */
    static final int FAILURES = 0, RESULTS = 1, CONTENTS = 2;
    static int detail;

    private static long[] keys = new long[16];
    private static long[] counts = new long[16];
    private static int seen;

    /** Records what threads started by the tested code leave uncaught. */
    static final Thread.UncaughtExceptionHandler RECORDER = new Thread.UncaughtExceptionHandler() {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            RaddleThread t = RaddleThreads.of(thread);
            if (t != null && RaddleScheduler.phase != RaddleScheduler.UNWIND) t.uncaught = thrown;
        }
    };

    private RaddleOutcome() {}

    static void reset() {
        seen = 0;
    }

    static long[] counts() {
        return Arrays.copyOf(counts, seen);
    }

    static void collect() {
        if (RaddleScheduler.end == RaddleScheduler.OVERLAPPED) return;
        long key = key();
        for (int i = 0; i < seen; i++) {
            if (keys[i] == key) {
                counts[i]++;
                return;
            }
        }
        if (seen == MAX_OUTCOMES) return;
        if (seen == keys.length) {
            keys = Arrays.copyOf(keys, seen * 2);
            counts = Arrays.copyOf(counts, seen * 2);
        }
        keys[seen] = key;
        counts[seen++] = 1;
        RaddleNative.outcome(encode());
    }

    private static long mix(long hash, long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }

    private static long key() {
        long key = mix(RaddleScheduler.end, RaddleScheduler.end == RaddleScheduler.EXIT_CALLED ? RaddleScheduler.exitStatus : 0);
        if (RaddleExecution.prefixThrown != null) key = mix(key, hash(RaddleExecution.prefixThrown));
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) {
            Throwable thrown = RaddleExecution.thrown[i];
            RaddleThread t = RaddleScheduler.threads[i];
            if (thrown != null || t.stuckState != 0) {
                key = mix(key, RaddleExecution.returned[i] << 8 | i);
                if (thrown != null) key = mix(key, hash(thrown));
                else if (t.stuckState != RaddleThread.DONE) key = mix(key, t.stuckState);
            }
            if (detail != FAILURES) key = mix(key, RaddleExecution.suffixes[i].results, RaddleExecution.returned[i]);
        }
        if (RaddleExecution.isAfterwards && detail != FAILURES) {
            key = mix(key, RaddleExecution.afterwards.results, RaddleExecution.afterwardsReturned);
            if (RaddleExecution.afterwardsThrown != null) key = mix(key, hash(RaddleExecution.afterwardsThrown));
        }
        for (int i = RaddleScheduler.tests; i < RaddleScheduler.count; i++) {
            Throwable uncaught = RaddleScheduler.threads[i].uncaught;
            if (uncaught != null) key = mix(mix(key, i), hash(uncaught));
        }
        return key;
    }

    private static long mix(long key, int[] results, int returned) {
        for (int k = 0; k < returned; k++) key = mix(key, RaddleContents.hash(RaddleExecution.variables[results[k]], depth()));
        return mix(key, returned);
    }

    /** How deep to look into results. */
    private static int depth() {
        return detail == CONTENTS ? RaddleContents.DEPTH : 0;
    }

    private static long hash(Throwable thrown) {
        return name(thrown).hashCode();
    }

    /**
     * The class of an exception. A class whose initialiser fails throws one error where it is used first and another from then
     * on (JLS 12.4.2): which one it is tells whether this JVM has met the class before, not what the test does. So both are the
     * first.
     */
    private static String name(Throwable thrown) {
        if (thrown.getClass() == NoClassDefFoundError.class) {
            String message = thrown.getMessage();
            if (message != null && message.startsWith("Could not initialize class ")) {
                return ExceptionInInitializerError.class.getName();
            }
        }
        return thrown.getClass().getName();
    }

    private static byte[] encode() {
        RaddleOutput out = new RaddleOutput();
        out.u8(RaddleScheduler.end);
        out.i32(RaddleScheduler.exitStatus);
        out.u16(RaddleExecution.prefixReturned);
        throwable(out, RaddleExecution.prefixThrown);
        out.u8(RaddleExecution.suffixes.length);
        for (int i = 0; i < RaddleExecution.suffixes.length; i++) suffix(out, i);
        afterwards(out);
        out.u8(RaddleScheduler.count - RaddleScheduler.tests);
        for (int i = RaddleScheduler.tests; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            out.string(t.thread.getName());
            throwable(out, t.uncaught);
            stuck(out, t);
        }
        return out.bytes();
    }

    private static void suffix(RaddleOutput out, int number) {
        int returned = RaddleExecution.returned[number];
        results(out, RaddleExecution.suffixes[number], returned);
        throwable(out, RaddleExecution.thrown[number]);
        if (RaddleExecution.isAfterwards) out.u8(0);
        else stuck(out, RaddleScheduler.threads[number]);
    }

    private static void results(RaddleOutput out, RaddleExecution.Calls calls, int returned) {
        Object[] variables = RaddleExecution.variables;
        out.u16(returned);
        for (int k = 0; k < returned; k++) {
            int[] arguments = calls.arguments[k];
            Object asked = depth() > 0 && arguments.length > 0 ? variables[arguments[0]] : null;
            RaddleContents.tell(out, variables[calls.results[k]], depth(), RaddleContents.hasNoOrder(asked));
        }
    }

    private static void afterwards(RaddleOutput out) {
        out.u8(RaddleExecution.isAfterwards ? 1 : 0);
        if (!RaddleExecution.isAfterwards) return;
        results(out, RaddleExecution.afterwards, RaddleExecution.afterwardsReturned);
        throwable(out, RaddleExecution.afterwardsThrown);
        stuck(out, RaddleScheduler.threads[0]);
    }

    private static void stuck(RaddleOutput out, RaddleThread t) {
        if (t.stuckState == 0 || t.stuckState == RaddleThread.DONE) {
            out.u8(0);
            return;
        }
        out.u8(t.stuckState);
        if (t.stuckOn == null) {
            out.u8(0);
        } else {
            out.u8(1);
            RaddleContents.tell(out, t.stuckOn, 0, false);
            out.i32(t.stuckOwner);
        }
        frames(out, t.stuckAt);
    }

    private static void throwable(RaddleOutput out, Throwable thrown) {
        if (thrown == null) {
            out.u8(0);
            return;
        }
        out.u8(1);
        out.string(name(thrown));
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable t) {
            message = null;
        }
        out.string(message);
        frames(out, thrown);
    }

    private static void frames(RaddleOutput out, Throwable thrown) {
        StackTraceElement[] frames;
        try {
            frames = thrown == null ? new StackTraceElement[0] : thrown.getStackTrace();
        } catch (Throwable t) {
            frames = new StackTraceElement[0];
        }
        int from = 0;
        while (from < frames.length && isOurs(frames[from])) from++;
        int to = from;
        while (to < frames.length && to - from < MAX_FRAMES && !isOurs(frames[to])) to++;
        out.u16(to - from);
        for (int i = from; i < to; i++) {
            out.string(frames[i].getClassName());
            out.string(frames[i].getMethodName());
            out.string(frames[i].getFileName());
            out.i32(frames[i].getLineNumber());
        }
    }

    private static boolean isOurs(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java.lang.Raddle") || name.startsWith("raddle.Thunk")
            || name.equals("java.util.EventListenerProxy");
    }
}
