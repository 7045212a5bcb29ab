package subjects.juc;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Work done by pools. Every method has one result only. */
public final class Pools {
    private Pools() {}

    /** Two tasks in two threads, and the pool's end. */
    public static int invokeAll() throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> task = () -> 21;
        int sum = 0;
        for (Future<Integer> done : pool.invokeAll(List.of(task, task))) {
            sum += done.get();
        }
        pool.shutdown();
        return pool.awaitTermination(1, TimeUnit.MINUTES) ? sum : -1;
    }

    /** A pool that is never shut down keeps an idle thread. That is no deadlock. */
    public static int leftIdle() throws ExecutionException, InterruptedException {
        return Executors.newSingleThreadExecutor().submit(() -> 1).get();
    }

    /** A task that is due later. */
    public static int scheduled() throws ExecutionException, InterruptedException {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        try {
            return pool.schedule(() -> 1, 50, TimeUnit.MILLISECONDS).get();
        } finally {
            pool.shutdown();
        }
    }

    /** Adds up 1, 2, 3 and 4, each half by a task of its own. */
    public static int forkJoin() {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            return pool.invoke(new Sum(1, 4));
        } finally {
            pool.shutdown();
        }
    }

    private static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int first;
        private final int last;

        Sum(int first, int last) {
            this.first = first;
            this.last = last;
        }

        @Override
        protected Integer compute() {
            if (first == last) {
                return first;
            }
            int middle = (first + last) / 2;
            Sum left = new Sum(first, middle);
            left.fork();
            return new Sum(middle + 1, last).compute() + left.join();
        }
    }
}
