package subjects.atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** {@link UpdaterGetSet} with an atomic increment. */
public class UpdaterIncrement {
    private static final AtomicIntegerFieldUpdater<UpdaterIncrement> LAST =
            AtomicIntegerFieldUpdater.newUpdater(UpdaterIncrement.class, "last");

    private volatile int last;

    public int next() {
        return LAST.incrementAndGet(this);
    }
}
