package subjects.atomics;

import java.util.concurrent.atomic.AtomicInteger;

/** Two atomic steps that are not atomic together. */
public class TicketGetSet {
    private final AtomicInteger last = new AtomicInteger();

    public int next() {
        int next = last.get() + 1;
        last.set(next);
        return next;
    }
}
