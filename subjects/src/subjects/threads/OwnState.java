package subjects.threads;

/** A thread that answers for its state itself, whoever asks. */
public final class OwnState extends Thread {
    private int asked;

    @Override
    public State getState() {
        asked++;
        return super.getState() == State.NEW ? State.NEW : State.BLOCKED;
    }

    /** How often it was asked, and by whom is not known: 2. */
    public static int ask() throws InterruptedException {
        OwnState thread = new OwnState();
        Thread plain = thread;
        int right = plain.getState() == State.NEW ? 0 : 10;
        thread.start();
        right += plain.getState() == State.BLOCKED ? 0 : 100;
        thread.join();
        return thread.asked + right;
    }
}
