package subjects.threads;

/** {@link Peterson} that looks before it says that it wants: both can get in. */
public class PolitePeterson {
    private volatile boolean zeroWants;
    private volatile boolean oneWants;
    private int count;

    public int increment(int me) {
        if (me == 0) {
            while (oneWants) {
                Thread.onSpinWait();
            }
            zeroWants = true;
        } else {
            while (zeroWants) {
                Thread.onSpinWait();
            }
            oneWants = true;
        }
        int seen = count;
        count = seen + 1;
        if (me == 0) {
            zeroWants = false;
        } else {
            oneWants = false;
        }
        return seen + 1;
    }
}
