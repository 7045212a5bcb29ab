package subjects.threads;

/** Peterson's mutual exclusion for two threads, 0 and 1, around a counter that is not safe by itself. */
public class Peterson {
    private volatile boolean zeroWants;
    private volatile boolean oneWants;
    private volatile int turn;
    private int count;

    public int increment(int me) {
        if (me == 0) {
            zeroWants = true;
            turn = 1;
            while (oneWants && turn == 1) {
                Thread.onSpinWait();
            }
        } else {
            oneWants = true;
            turn = 0;
            while (zeroWants && turn == 0) {
                Thread.onSpinWait();
            }
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
