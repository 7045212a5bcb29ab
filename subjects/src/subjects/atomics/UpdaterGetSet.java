package subjects.atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A field read and written through an updater, in two steps. */
public class UpdaterGetSet {
    private static final AtomicIntegerFieldUpdater<UpdaterGetSet> LAST =
            AtomicIntegerFieldUpdater.newUpdater(UpdaterGetSet.class, "last");

    private volatile int last;

    public int next() {
        int next = LAST.get(this) + 1;
        LAST.set(this, next);
        return next;
    }
}
