package subjects.juc;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** {@link CacheGetPut} in one step. */
public class CacheCompute {
    private final ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
    private final AtomicInteger loads = new AtomicInteger();

    public int get(String key) {
        return cache.computeIfAbsent(key, absent -> loads.incrementAndGet());
    }
}
