package subjects.fields;

/** A plain field handed over through a volatile one. */
public class Handoff {
    private int data;
    private volatile boolean ready;

    public void send() {
        data = 42;
        ready = true;
    }

    /** What was sent, or -1. */
    public int receive() {
        return ready ? data : -1;
    }
}
