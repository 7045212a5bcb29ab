package subjects.threads;

/** {@link SpinOnFlag} that looks at a flag nobody sets. */
public class SpinOnWrongFlag {
    private volatile boolean flag;
    private volatile boolean other;

    public int spin() {
        while (!other) {
            Thread.onSpinWait();
        }
        return 1;
    }

    public void set() {
        flag = true;
    }
}
