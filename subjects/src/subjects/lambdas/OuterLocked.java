package subjects.lambdas;

/** {@link Outer} whose inner instances use the outer instance's lock. */
public class OuterLocked {
    private int count;

    /** One of those who count. */
    public class Inner {
        public int increment() {
            synchronized (OuterLocked.this) {
                int seen = count;
                count = seen + 1;
                return seen + 1;
            }
        }
    }
}
