package subjects.juc;

import java.util.concurrent.LinkedBlockingQueue;

/** {@link CheckThenTake} in one step. */
public class PollIfAny {
    private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public void put(int value) {
        queue.add(value);
    }

    /** An element, or -1. */
    public int takeIfAny() {
        Integer polled = queue.poll();
        return polled == null ? -1 : polled;
    }
}
