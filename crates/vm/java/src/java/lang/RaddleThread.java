package java.lang;

/** One controlled thread of the execution under way. Records are pooled: one for each id, reused by every execution. */
final class RaddleThread {
    /** Not started yet, or not part of this execution. */
    static final int NEW = 0;
    /** Can go on. */
    static final int READY = 1;
    /** Wants {@link #lock}, which somebody else owns. */
    static final int LOCK = 2;
    /** In Object.wait on {@link #lock}. */
    static final int WAIT = 3;
    /** In LockSupport.park without a permit. */
    static final int PARK = 4;
    /** In Thread.sleep. */
    static final int SLEEP = 5;
    /** Has ended. */
    static final int DONE = 6;

    final int id;
    final long bit;
    Thread thread;
    /** What the hand-over needs to run it. */
    Object vehicle;
    /** Where it waits for its turn, if it has an operating system thread. */
    int slot;
    int state;
    RaddleLock lock;
    /** Virtual time at which a timed wait, park or sleep ends; {@link RaddleTime#NEVER} if it does not. */
    long deadline;
    /** Waits and may be the one that a notify has woken. */
    boolean candidate;
    boolean permit;
    /** Others went on although it could have waited until its time was up. */
    boolean left;
    /** Nesting depth of stretches without preemption, and the budget to go back to. */
    int paused;
    int savedBudget;
    /** How often it was told to unwind. */
    int unwound;
    /** Where and why it was stuck when the execution was given up. */
    int stuckState;
    Object stuckOn;
    int stuckOwner;
    RaddleUnwind stuckAt;
    /** What its run method threw, for threads that the tested code started. */
    Throwable uncaught;

    RaddleThread(int id) {
        this.id = id;
        this.bit = 1L << id;
    }

    void reset(Thread thread) {
        this.thread = thread;
        state = READY;
        lock = null;
        deadline = RaddleTime.NEVER;
        candidate = false;
        permit = false;
        left = false;
        paused = 0;
        unwound = 0;
        stuckState = 0;
        stuckOn = null;
        stuckAt = null;
        uncaught = null;
    }
}
