package subjects.threads;

/** {@link UncaughtInHelper} whose helper catches what it throws. */
public class CaughtInHelper {
    public int run() throws InterruptedException {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                try {
                    throw new IllegalStateException("somebody catches this");
                } catch (IllegalStateException expected) {
                    return;
                }
            }
        });
        helper.start();
        helper.join();
        return 1;
    }
}
