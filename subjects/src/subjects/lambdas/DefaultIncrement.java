package subjects.lambdas;

/** Counts in a default method of its interface, over methods that are safe one by one. */
public class DefaultIncrement implements Settable {
    private int value;

    @Override
    public synchronized int get() {
        return value;
    }

    @Override
    public synchronized void set(int value) {
        this.value = value;
    }
}
