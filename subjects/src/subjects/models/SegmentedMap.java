package subjects.models;

/**
 * A model of the ConcurrentHashMap of JDK 6: the map is divided into segments, each with its own lock. Every method is safe by itself
 * but putAll, which reads its argument without any lock and writes what it read: given the map itself, it brings back what another thread
 * has cleared in between. A map that contains itself has no hash code.
 */
public class SegmentedMap {
    private static final int SEGMENTS = 2;

    private static final class Segment {
        Object key;
        Object value;

        synchronized void put(Object newKey, Object newValue) {
            key = newKey;
            value = newValue;
        }

        synchronized void clear() {
            key = null;
            value = null;
        }

        synchronized Object[] entry() {
            return key == null ? null : new Object[] {key, value};
        }
    }

    private final Segment[] segments = new Segment[SEGMENTS];

    public SegmentedMap() {
        for (int index = 0; index < SEGMENTS; index++) {
            segments[index] = new Segment();
        }
    }

    /** A small map: the newest entry of a segment replaces the one before. */
    public void put(String key, Object value) {
        segments[(key.hashCode() & 0x7fffffff) % SEGMENTS].put(key, value);
    }

    public void putAll(SegmentedMap other) {
        for (Segment segment : other.segments) {
            Object[] entry = segment.entry();
            if (entry != null) {
                put((String) entry[0], entry[1]);
            }
        }
    }

    public void clear() {
        for (Segment segment : segments) {
            segment.clear();
        }
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Segment segment : segments) {
            Object[] entry = segment.entry();
            if (entry != null) {
                hash += entry[0].hashCode() ^ (entry[1] == null ? 0 : entry[1].hashCode());
            }
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
