package subjects.juc;

/** A count for each thread. */
public class PerThread {
    private final ThreadLocal<int[]> counts = ThreadLocal.withInitial(() -> new int[1]);
    private static final ThreadLocal<Integer> STATIC_COUNTS = new ThreadLocal<>();

    public int next() {
        int[] count = counts.get();
        count[0]++;
        return count[0];
    }

    /** The count of the calling thread in a static ThreadLocal, which must not outlive an execution. */
    public static int nextStatic() {
        Integer seen = STATIC_COUNTS.get();
        int next = seen == null ? 1 : seen + 1;
        STATIC_COUNTS.set(next);
        return next;
    }
}
