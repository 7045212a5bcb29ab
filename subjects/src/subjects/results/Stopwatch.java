package subjects.results;

import java.util.concurrent.atomic.AtomicInteger;

/** What it returns depends on the time, so it is nobody's fault that it is different when others run in between. */
public class Stopwatch {
    private final AtomicInteger uses = new AtomicInteger();

    public long measure() {
        long start = System.nanoTime();
        uses.incrementAndGet();
        return System.nanoTime() - start;
    }

    public int uses() {
        return uses.get();
    }
}
