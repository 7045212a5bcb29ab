package subjects.bench;

import subjects.fields.LockedCounter;

/** Measures the calls of the benchmark's test in a JVM left alone: prints nanoseconds for a new object and four calls. */
public final class PlainCalls {
    private static int sum;
    /** Kept, so that the compiler has to make the object and take its lock. */
    private static LockedCounter kept;

    private PlainCalls() {}

    public static void main(String[] args) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            int calls = 2_000_000;
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                LockedCounter counter = new LockedCounter();
                kept = counter;
                sum += counter.increment() + counter.get() + counter.increment() + counter.get();
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) calls);
        }
        System.out.println(best);
    }
}
