package subjects.locks;

/** One static field behind two locks: the class's and an instance's. They do not exclude each other. */
public class MixedMonitors {
    private static int total;

    public static synchronized int addStatic() {
        int seen = total;
        total = seen + 1;
        return seen + 1;
    }

    public synchronized int addInstance() {
        int seen = total;
        total = seen + 1;
        return seen + 1;
    }
}
