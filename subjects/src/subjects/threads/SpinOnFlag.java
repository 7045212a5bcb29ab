package subjects.threads;

/** Spins until a flag is set, in three ways. */
public class SpinOnFlag {
    private volatile boolean flag;

    public int spin() {
        while (!flag) {
            Thread.onSpinWait();
        }
        return 1;
    }

    public int spinYielding() {
        while (!flag) {
            Thread.yield();
        }
        return 1;
    }

    public int spinBusily() {
        int loops = 0;
        while (!flag) {
            loops++;
        }
        return loops < 0 ? 0 : 1;
    }

    public void set() {
        flag = true;
    }
}
