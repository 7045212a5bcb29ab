package subjects.lambdas;

/** A count in an outer instance, changed by its inner instances, each under its own lock. */
public class Outer {
    private int count;

    /** One of those who count. */
    public class Inner {
        public synchronized int increment() {
            int seen = count;
            count = seen + 1;
            return seen + 1;
        }
    }
}
