package java.lang;

/** The model of one monitor, as long as it is held or somebody is interested in it. */
final class RaddleLock {
    Object object;
    RaddleThread owner;
    int count;
    /** Threads that want it or wait in it. */
    int interested;
    /** How many of the waiting candidates a notify has woken, as long as it is open which. */
    int notified;
}
