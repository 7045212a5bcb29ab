package subjects.init;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link LazyHolder} that initialises its instance itself, perhaps twice. */
public final class LazyRacy {
    private static final AtomicInteger MADE = new AtomicInteger();
    private static volatile LazyRacy instance;

    private final int number = MADE.incrementAndGet();

    private LazyRacy() {}

    /** The number of the instance. */
    public static int get() {
        LazyRacy seen = instance;
        if (seen == null) {
            seen = new LazyRacy();
            instance = seen;
        }
        return seen.number;
    }
}
