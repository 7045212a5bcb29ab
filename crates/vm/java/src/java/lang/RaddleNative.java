package java.lang;

/** What raddle's worker process answers. */
final class RaddleNative {
    private RaddleNative() {}

    static final int ENOUGH = 0, EXECUTE = 1, EXECUTE_FRESH = 2;

    /** Whether there is another execution to make; {@code EXECUTE_FRESH} if static state may have been touched unseen. */
    static native int begin();

    /** The names of the classes one of which has the static field that is accessed at a site, between semicolons. */
    static native String owners(int site);

    /**
     * Who runs next. Returns (thread << 32 | events): that thread may do so many events, its pending one among them.
     *
     * @param thread who asks
     * @param kind its pending event, or why it cannot go on
     * @param enabled the threads that can go on
     * @param events how many events have happened since the last answer
     */
    static native long decide(int thread, int kind, long enabled, int events);

    /** A controlled thread was started. */
    static native void spawned(int thread);

    /**
     * A thread's next event, for the trace and for strategies that look at locations. Returns its number in the trace, or -1 if
     * there is none.
     *
     * @param object the number of the object that it is about, or 0
     * @param slot the number of the field that it is about, or -1
     */
    static native int watch(int thread, int kind, int object, int index, int slot, int site);

    /**
     * What a site accesses: owner, name and descriptor of a field, and a fourth string if it is static; or only the name of a
     * method of Unsafe or VarHandle; or nothing that has a name.
     */
    static native String[] target(int site);

    /** A field gets a number. */
    static native void slot(int number, String owner, String name);

    /** An object gets the next number in this execution. */
    static native void object(String type);

    /** What an event of the trace read or wrote. */
    static native void value(int event, int form, String text, int object);

    /** The execution ended in a way not seen before in this job. */
    static native void outcome(byte[] encoded);

    /** The execution is over. Returns whether it used up the memory. */
    static native boolean end(int end, long steps);

    /** A class that the job names as a constant. */
    static native Class<?> classNumber(int number);

    /** Gives the turn to a thread and waits for it to come back. */
    static native void handOver(int from, int to);

    /** Gives the turn away for good. */
    static native void give(int to);

    /** Waits for the first turn. */
    static native void awaitTurn(int thread);

    /** How many bytes of the current thread's stack are left. */
    static native int stackLeft();

    /** Lets the current thread run on every core. */
    static native void unpin();

    /** This JVM should not be used for further jobs. */
    static native void wornOut();

    /** The thread that drives the executions cannot be unwound: the worker has to be replaced. Does not return. */
    static native void lost();

    /** A thread begins or ends to wait in a place where the JVM blocks others because of it. */
    static native void waitsInside(boolean begins);

    static native void monitorEnter(Object object);

    static native void monitorExit(Object object);

    /** Tells java.lang.Thread that a thread without an operating system thread of its own runs, or has ended. */
    static native void setStatus(Thread thread, boolean alive);
}
