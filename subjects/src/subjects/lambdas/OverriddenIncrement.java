package subjects.lambdas;

/** {@link DefaultIncrement} that overrides the default method with a safe one. */
public class OverriddenIncrement implements Settable {
    private int value;

    @Override
    public synchronized int get() {
        return value;
    }

    @Override
    public synchronized void set(int value) {
        this.value = value;
    }

    @Override
    public synchronized int increment() {
        return Settable.super.increment();
    }
}
