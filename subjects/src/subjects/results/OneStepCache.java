package subjects.results;

import java.util.HashMap;
import java.util.Map;

/** Looks up and stores under one lock. */
public class OneStepCache {
    private final Map<String, Integer> map = new HashMap<>();

    public synchronized Integer get(String key) {
        return map.get(key);
    }

    public synchronized void put(String key, Integer value) {
        map.put(key, value);
    }

    public synchronized Integer putIfAbsent(String key, Integer value) {
        Integer old = get(key);
        if (old == null) put(key, value);
        return old;
    }
}
