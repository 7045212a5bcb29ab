package subjects.fields;

/** Double-checked locking as it should be. */
public class DoubleChecked {
    private static final class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    private volatile Box box;

    public int get() {
        Box seen = box;
        if (seen == null) {
            synchronized (this) {
                seen = box;
                if (seen == null) {
                    seen = new Box(42);
                    box = seen;
                }
            }
        }
        return seen.value;
    }
}
