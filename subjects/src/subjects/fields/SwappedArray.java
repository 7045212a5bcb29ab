package subjects.fields;

/** Swaps two elements of an array while others add them up. */
public class SwappedArray {
    private final int[] cells = {1, 2};

    public void swap() {
        int first = cells[0];
        cells[0] = cells[1];
        cells[1] = first;
    }

    public int sum() {
        return cells[0] + cells[1];
    }
}
