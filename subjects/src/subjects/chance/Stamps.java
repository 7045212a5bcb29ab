package subjects.chance;

/** Classes that remember when they were initialised, and are changed by every execution. */
public final class Stamps {
    static final class First {
        static final long AT = System.nanoTime();
        static long uses;
    }

    static final class Second {
        static final long AT = System.nanoTime();
        static long uses;
    }

    /** Nanoseconds since the first class was initialised. */
    public synchronized long sinceFirst() {
        First.uses++;
        return System.nanoTime() - First.AT;
    }

    /** Nanoseconds since the second class was initialised. */
    public synchronized long sinceSecond() {
        Second.uses++;
        return System.nanoTime() - Second.AT;
    }
}
