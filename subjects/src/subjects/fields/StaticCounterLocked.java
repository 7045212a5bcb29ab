package subjects.fields;

/** {@link StaticCounter} with a synchronized static method, which locks the class object. */
public final class StaticCounterLocked {
    private static int count;

    private StaticCounterLocked() {}

    public static synchronized int increment() {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    }
}
