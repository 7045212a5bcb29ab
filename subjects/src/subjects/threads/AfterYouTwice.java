package subjects.threads;

/** {@link AfterYou} with limited politeness. */
public class AfterYouTwice {
    private volatile int turn;
    private volatile int refusals;

    public void enter(int me) {
        while (refusals < 2) {
            if (turn == me) {
                refusals++;
                turn = 1 - me;
            } else {
                Thread.yield();
            }
        }
    }
}
