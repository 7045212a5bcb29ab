package subjects.results;

/** Counts what it holds a little later than it holds it: the size does not fit what is there. */
public class LateCount {
    private final boolean[] held = new boolean[4];
    private int size;

    public void add(int number) {
        int slot = number & 3;
        synchronized (held) {
            if (held[slot]) return;
            held[slot] = true;
        }
        synchronized (this) {
            size++;
        }
    }

    public boolean contains(int number) {
        synchronized (held) {
            return held[number & 3];
        }
    }

    public synchronized int size() {
        return size;
    }
}
