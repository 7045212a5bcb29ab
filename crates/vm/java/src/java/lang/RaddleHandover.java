package java.lang;

/** How the turn goes from one thread to another. */
abstract class RaddleHandover {
    /** Bytes: of a stack of 512 KiB the JVM keeps 124 for itself, at its end. */
    private static final int QUARTER = (124 + (512 - 124) / 4) << 10;

    /**
     * Whether the running thread must go deeper before it begins. Compiled frames are smaller than others: what hangs on that shows
     * with a quarter of the stack.
     */
    static boolean isTooHigh() {
        return RaddleChance.other == RaddleChance.CRAMPED && RaddleNative.stackLeft() > QUARTER;
    }

    /** Makes the execution's test threads ready; the first of them runs the prefix. */
    abstract void prepare(int tests);

    /**
     * Runs the execution from its first moment to its end. False if it, and all others of the job, have been concluded by
     * other threads.
     */
    abstract boolean run();

    /**
     * Gives the turn to another thread; returns when it has come back. False if it cannot be given away here, because
     * there is native code on the thread's stack.
     */
    abstract boolean pass(RaddleThread from, RaddleThread to);

    /**
     * Gives the turn from the first thread, when it is through with the prefix, to the one that begins. True when it has come back;
     * false if the first thread has to leave its stack, and will begin its suffix on a new one.
     */
    abstract boolean open(RaddleThread first, RaddleThread to);

    /** Never resumes the thread that has the turn; goes on with another, if there is one left. */
    abstract void abandon(RaddleThread from, RaddleThread to);

    /** The running thread has started another. */
    abstract void spawned(RaddleThread thread);

    /** A started thread with an operating system thread of its own is about to end, and the next one goes on, if there is one. */
    abstract void ended(RaddleThread next);

    /** A thread's state as it is when it starts, whatever earlier executions left behind. */
    static void freshen(Thread thread, int id) {
        RaddleFields.clear(thread);
        RaddleFields.number(thread, RaddleFields.FIRST_NUMBER + id);
        RaddleFields.seed(thread, id);
        RaddleFields.name(thread, RaddleExecution.NAMES[id]);
        if (thread.getPriority() != Thread.NORM_PRIORITY) thread.setPriority(Thread.NORM_PRIORITY);
    }
}
