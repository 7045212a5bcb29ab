package subjects.atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A field read plainly and written by an updater, if it is still what was read. */
public class MixedLoop {
    private static final AtomicIntegerFieldUpdater<MixedLoop> LAST =
        AtomicIntegerFieldUpdater.newUpdater(MixedLoop.class, "last");

    private volatile int last;

    public int next() {
        for (;;) {
            int seen = last;
            if (LAST.compareAndSet(this, seen, seen + 1)) {
                return seen + 1;
            }
        }
    }
}
