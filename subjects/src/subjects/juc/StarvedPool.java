package subjects.juc;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task that waits for another task of its pool, which has too few threads or just enough. */
public class StarvedPool {
    private final int threads;

    public StarvedPool(int threads) {
        this.threads = threads;
    }

    public int compute() throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Integer> inner = () -> 21;
            Callable<Integer> outer = () -> 2 * pool.submit(inner).get();
            return pool.submit(outer).get();
        } finally {
            pool.shutdown();
        }
    }
}
