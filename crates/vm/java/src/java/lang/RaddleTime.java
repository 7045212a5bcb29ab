package java.lang;

/**
 * Virtual time. The clock moves a little with every look at it and every yield, and jumps to the next deadline when nobody
 * can go on otherwise; nobody ever waits for real time to pass.
 */
public final class RaddleTime {
    static final long NEVER = Long.MAX_VALUE;
    /** The first moment of every execution: 2020-01-01T00:00:00Z in milliseconds. */
    private static final long EPOCH_MILLIS = 1_577_836_800_000L;
    /** What a look takes at first; later ones take longer, so that who looks until some time has passed need not look often. */
    private static final long LOOK = 50;
    private static final int LOOKS = 16;
    /** Looks that take long, and how much later it is on another day. */
    private static final long SLOW_LOOK = 1_700_000;
    private static final long LATER_MILLIS = 123_456_789_012L;
    private static final long YIELD = 100_000;

    /** When static state is made, so that it is older than everything in the execution. */
    static final long BEFORE = -1_000_000_000;

    /** Nanoseconds since the execution began. */
    static long clock;
    /** How many threads have a deadline. */
    static int timed;

    private RaddleTime() {}

    private static long epochMillis = EPOCH_MILLIS;
    private static long look = LOOK;
    private static int looks;

    static void reset() {
        int other = RaddleChance.other;
        epochMillis = EPOCH_MILLIS + other * LATER_MILLIS;
        look = other == RaddleChance.STILL ? 0 : other == RaddleChance.SLOW ? SLOW_LOOK : LOOK;
        timed = 0;
        set(0);
    }

    /** Lets it be some moment, as if nobody had ever looked. */
    static void set(long moment) {
        clock = moment;
        looks = 0;
    }

    private static long look() {
        return clock += look * (1 + looks++ / LOOKS);
    }

    public static long nanoTime() {
        return look();
    }

    public static long currentTimeMillis() {
        return epochMillis + look() / 1_000_000;
    }

    /** As jdk.internal.misc.VM.getNanoTimeAdjustment: nanoseconds from the given second of the epoch to now, or -1. */
    public static long nanoTimeAdjustment(long seconds) {
        long difference = epochMillis / 1000 - seconds;
        if (difference < -0x1_0000_0000L || difference > 0x1_0000_0000L) return -1;
        return difference * 1_000_000_000 + epochMillis % 1000 * 1_000_000 + look();
    }

    /** Thread.yield and Thread.onSpinWait: a good moment for others, and time for those who sleep to wake up. */
    public static void giveWay() {
        clock += YIELD;
        RaddleScheduler.yieldTurn();
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
        if (Thread.interrupted()) throw new InterruptedException("sleep interrupted");
        RaddleThread me = RaddleScheduler.self;
        RaddleScheduler.intend(me, RaddleScheduler.SLEEP, null, -1);
        me.state = RaddleThread.SLEEP;
        setDeadline(me, after(millis, nanos));
        me.left = false;
        RaddleScheduler.block(me);
        clearDeadline(me);
        if (Thread.interrupted()) throw new InterruptedException("sleep interrupted");
        if (me.left) throw RaddleScheduler.overlapped(me);
    }

    /** The moment so much later; far away is never. */
    static long after(long millis, int nanos) {
        long later = millis > Long.MAX_VALUE / 2_000_000 ? NEVER : clock + millis * 1_000_000 + nanos;
        return later < clock ? NEVER : later;
    }

    /** The moment a timed park ends, see jdk.internal.misc.Unsafe.park. */
    static long parkedUntil(boolean absolute, long time) {
        if (!absolute) return time > 0 && clock + time < clock ? NEVER : clock + time;
        long millis = time - epochMillis;
        if (millis <= clock / 1_000_000) return clock;
        return millis > NEVER / 2_000_000 ? NEVER : millis * 1_000_000;
    }

    static void setDeadline(RaddleThread thread, long deadline) {
        if (thread.deadline == NEVER && deadline != NEVER) timed++;
        thread.deadline = deadline;
    }

    static void clearDeadline(RaddleThread thread) {
        if (thread.deadline != NEVER) timed--;
        thread.deadline = NEVER;
    }

    /** Jumps to the next deadline; false if there is none. */
    static boolean jump() {
        if (timed == 0) return false;
        long next = NEVER;
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (t.deadline < next) next = t.deadline;
        }
        if (next == NEVER) return false;
        if (next > clock) clock = next;
        expire();
        return true;
    }

    /** Lets the time pass until the given thread's deadline. */
    static void waitOut(RaddleThread thread) {
        if (thread.deadline > clock) clock = thread.deadline;
        expire();
    }

    /** Wakes the threads whose deadline has passed. */
    static void expire() {
        for (int i = 0; i < RaddleScheduler.count; i++) {
            RaddleThread t = RaddleScheduler.threads[i];
            if (t.deadline <= clock) {
                clearDeadline(t);
                RaddleThreads.wakeUp(t);
            }
        }
    }
}
