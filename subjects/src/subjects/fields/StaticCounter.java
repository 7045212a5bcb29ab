package subjects.fields;

/** {@link RacyCounter} in a static field. */
public final class StaticCounter {
    private static int count;

    private StaticCounter() {}

    public static int increment() {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    }
}
