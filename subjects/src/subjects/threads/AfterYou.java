package subjects.threads;

/** Two threads, 0 and 1, that give way to each other for ever: a livelock. */
public class AfterYou {
    private volatile int turn;

    public void enter(int me) {
        while (true) {
            if (turn == me) {
                turn = 1 - me;
            } else {
                Thread.yield();
            }
        }
    }
}
