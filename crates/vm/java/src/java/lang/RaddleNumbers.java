package java.lang;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Numbers objects as they first come, from 1. Identity hashes are no help, because all are the same, and neither are the JVM's own tags,
 * which are found by identity hashes; so objects are looked up among those of their class, the latest first. Nothing is kept alive by it.
 */
final class RaddleNumbers {
    private static final int BUCKETS = 1024;

    private static final class Numbered extends WeakReference<Object> {
        final int number;
        final Numbered next;

        Numbered(Object object, int number, Numbered next) {
            super(object);
            this.number = number;
            this.next = next;
        }
    }

    private final Numbered[] buckets = new Numbered[BUCKETS];
    private int count;

    /** How many objects have numbers. */
    int count() {
        return count;
    }

    /** An object's number, which may be a new one; 0 is null. */
    int of(Object object) {
        if (object == null) return 0;
        int bucket = bucket(object);
        for (Numbered each = buckets[bucket]; each != null; each = each.next) {
            if (each.get() == object) return each.number;
        }
        buckets[bucket] = new Numbered(object, ++count, buckets[bucket]);
        return count;
    }

    /** The same for an object as long as it lives. */
    private static int bucket(Object object) {
        Class<?> type = object.getClass();
        int hash = type.getName().hashCode();
        if (type.isArray()) hash = hash * 31 + Array.getLength(object);
        return (hash ^ hash >>> 16) & BUCKETS - 1;
    }

    /** Begins anew. */
    void clear() {
        if (count == 0) return;
        Arrays.fill(buckets, null);
        count = 0;
    }
}
