package subjects.fields;

/** {@link Handoff} that says it is ready before it is. */
public class HandoffReversed {
    private int data;
    private volatile boolean ready;

    public void send() {
        ready = true;
        data = 42;
    }

    /** What was sent, or -1. */
    public int receive() {
        return ready ? data : -1;
    }
}
