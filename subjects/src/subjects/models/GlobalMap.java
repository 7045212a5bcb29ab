package subjects.models;

/** {@link SegmentedMap} with one lock for all maps, so that what involves several of them, or one of them twice, is one step. */
public class GlobalMap {
    private static final Object LOCK = new Object();
    private static final int SEGMENTS = 2;

    private final Object[] keys = new Object[SEGMENTS];
    private final Object[] values = new Object[SEGMENTS];

    /** A small map: the newest entry of a segment replaces the one before. */
    public void put(String key, Object value) {
        int index = (key.hashCode() & 0x7fffffff) % SEGMENTS;
        synchronized (LOCK) {
            keys[index] = key;
            values[index] = value;
        }
    }

    public void putAll(GlobalMap other) {
        synchronized (LOCK) {
            for (int index = 0; index < SEGMENTS; index++) {
                if (other.keys[index] != null) {
                    put((String) other.keys[index], other.values[index]);
                }
            }
        }
    }

    public void clear() {
        synchronized (LOCK) {
            for (int index = 0; index < SEGMENTS; index++) {
                keys[index] = null;
                values[index] = null;
            }
        }
    }

    @Override
    public int hashCode() {
        synchronized (LOCK) {
            int hash = 0;
            for (int index = 0; index < SEGMENTS; index++) {
                if (keys[index] != null) {
                    Object value = values[index];
                    hash += keys[index].hashCode() ^ (value == null ? 0 : value.hashCode());
                }
            }
            return hash;
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
