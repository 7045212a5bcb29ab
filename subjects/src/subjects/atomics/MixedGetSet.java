package subjects.atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A field read plainly and written by an updater: updates get lost in between. */
public class MixedGetSet {
    private static final AtomicIntegerFieldUpdater<MixedGetSet> LAST =
        AtomicIntegerFieldUpdater.newUpdater(MixedGetSet.class, "last");

    private volatile int last;

    public int next() {
        int next = last + 1;
        LAST.set(this, next);
        return next;
    }
}
