package subjects.hostile;

/** A class that cannot be initialised. */
public final class FailingInit {
    private static final int VALUE = compute();

    private FailingInit() {}

    private static int compute() {
        throw new IllegalStateException("no value");
    }

    public static int get() {
        return VALUE;
    }
}
