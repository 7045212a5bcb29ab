package subjects.threads;

/** Starts a thread and does not wait for its result. */
public class UnjoinedResult {
    private volatile int result;

    public int compute() {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                result = 1;
            }
        });
        helper.start();
        return result;
    }
}
