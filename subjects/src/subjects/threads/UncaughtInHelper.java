package subjects.threads;

/** Its helper thread dies of an exception. */
public class UncaughtInHelper {
    public int run() throws InterruptedException {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                throw new IllegalStateException("nobody catches this");
            }
        });
        helper.start();
        helper.join();
        return 1;
    }
}
