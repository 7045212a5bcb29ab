package subjects.juc;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A cache that looks up and stores in two steps: something can be loaded twice. */
public class CacheGetPut {
    private final ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
    private final AtomicInteger loads = new AtomicInteger();

    public int get(String key) {
        Integer value = cache.get(key);
        if (value == null) {
            value = loads.incrementAndGet();
            cache.put(key, value);
        }
        return value;
    }
}
