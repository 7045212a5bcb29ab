package subjects.threads;

/** {@link UnjoinedResult} that joins its helper. The field needs not be volatile then. */
public class JoinedResult {
    private int result;

    public int compute() throws InterruptedException {
        Thread helper = new Thread(new Runnable() {
            @Override
            public void run() {
                result = 1;
            }
        });
        helper.start();
        helper.join();
        return result;
    }
}
