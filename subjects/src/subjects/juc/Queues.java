package subjects.juc;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** The library's queues, each by its own factory method. */
public class Queues {
    private final BlockingQueue<Integer> queue;

    private Queues(BlockingQueue<Integer> queue) {
        this.queue = queue;
    }

    public static Queues array() {
        return new Queues(new ArrayBlockingQueue<>(1));
    }

    public static Queues linked() {
        return new Queues(new LinkedBlockingQueue<>());
    }

    public static Queues synchronous() {
        return new Queues(new SynchronousQueue<>());
    }

    public void put(int value) throws InterruptedException {
        queue.put(value);
    }

    public int take() throws InterruptedException {
        return queue.take();
    }

    /** A queue without locks: what a thread puts in, some thread gets out. */
    public static final class Unblocked {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        public int offerAndPoll(int value) {
            queue.offer(value);
            return queue.poll();
        }
    }
}
