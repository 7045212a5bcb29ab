package subjects.fields;

/** Reads and writes its field in two steps: increments are lost. */
public class RacyCounter {
    private int count;

    public int increment() {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    }

    public int get() {
        return count;
    }
}
