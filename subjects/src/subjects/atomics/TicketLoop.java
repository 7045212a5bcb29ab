package subjects.atomics;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link TicketGetSet} with a compare-and-set loop, and with the loop that the library has. */
public class TicketLoop {
    private final AtomicInteger last = new AtomicInteger();

    public int next() {
        while (true) {
            int seen = last.get();
            if (last.compareAndSet(seen, seen + 1)) {
                return seen + 1;
            }
        }
    }

    public int nextOfLibrary() {
        return last.incrementAndGet();
    }

    public int nextByFunction() {
        return last.updateAndGet(seen -> seen + 1);
    }
}
