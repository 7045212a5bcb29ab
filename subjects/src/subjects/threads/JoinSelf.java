package subjects.threads;

/** Waits for its own end. */
public class JoinSelf {
    public void joinSelf() throws InterruptedException {
        Thread.currentThread().join();
    }
}
