package subjects.lambdas;

/** What can be read and written can be incremented. */
public interface Settable {
    int get();

    void set(int value);

    default int increment() {
        int next = get() + 1;
        set(next);
        return next;
    }
}
