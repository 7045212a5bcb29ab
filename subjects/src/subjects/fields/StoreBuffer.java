package subjects.fields;

/** Each side announces itself and looks for the other. Volatile: at least one sees the other. */
public class StoreBuffer {
    private volatile int left;
    private volatile int right;

    public int goLeft() {
        left = 1;
        return right;
    }

    public int goRight() {
        right = 1;
        return left;
    }
}
