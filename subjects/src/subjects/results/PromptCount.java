package subjects.results;

/** Counts what it holds under the lock under which it holds it. */
public class PromptCount {
    private final boolean[] held = new boolean[4];
    private int size;

    public synchronized void add(int number) {
        int slot = number & 3;
        if (held[slot]) return;
        held[slot] = true;
        size++;
    }

    public synchronized boolean contains(int number) {
        return held[number & 3];
    }

    public synchronized int size() {
        return size;
    }
}
