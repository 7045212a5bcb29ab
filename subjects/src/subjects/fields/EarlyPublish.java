package subjects.fields;

/** Double-checked locking that publishes an object before it is complete. */
public class EarlyPublish {
    private static final class Box {
        int value;
    }

    private volatile Box box;

    public int get() {
        Box seen = box;
        if (seen == null) {
            synchronized (this) {
                seen = box;
                if (seen == null) {
                    seen = new Box();
                    box = seen;
                    seen.value = 42;
                }
            }
        }
        return seen.value;
    }
}
