package subjects.locks;

/** {@link MixedMonitors} that uses the class's lock throughout. */
public class OneMonitor {
    private static int total;

    public static synchronized int addStatic() {
        int seen = total;
        total = seen + 1;
        return seen + 1;
    }

    public int addInstance() {
        synchronized (OneMonitor.class) {
            int seen = total;
            total = seen + 1;
            return seen + 1;
        }
    }
}
