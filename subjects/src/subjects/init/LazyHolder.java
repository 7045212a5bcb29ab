package subjects.init;

import java.util.concurrent.atomic.AtomicInteger;

/** Lets the JVM initialise its instance exactly once. */
public final class LazyHolder {
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final class Holder {
        static final LazyHolder INSTANCE = new LazyHolder();
    }

    private final int number = MADE.incrementAndGet();

    private LazyHolder() {}

    /** The number of the instance. */
    public static int get() {
        return Holder.INSTANCE.number;
    }
}
