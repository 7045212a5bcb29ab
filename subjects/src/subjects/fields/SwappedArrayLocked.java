package subjects.fields;

/** {@link SwappedArray} that holds the array's own monitor. */
public class SwappedArrayLocked {
    private final int[] cells = {1, 2};

    public void swap() {
        synchronized (cells) {
            int first = cells[0];
            cells[0] = cells[1];
            cells[1] = first;
        }
    }

    public int sum() {
        synchronized (cells) {
            return cells[0] + cells[1];
        }
    }
}
