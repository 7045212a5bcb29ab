package subjects.juc;

import java.util.concurrent.LinkedBlockingQueue;

/** Takes if there is something to take, in two steps: the second may wait for ever. */
public class CheckThenTake {
    private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public void put(int value) {
        queue.add(value);
    }

    /** An element, or -1. */
    public int takeIfAny() throws InterruptedException {
        return queue.isEmpty() ? -1 : queue.take();
    }
}
