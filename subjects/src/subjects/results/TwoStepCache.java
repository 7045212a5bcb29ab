package subjects.results;

import java.util.HashMap;
import java.util.Map;

/** Looks up and stores under a lock each, but in two steps: two callers can both be the first. */
public class TwoStepCache {
    private final Map<String, Integer> map = new HashMap<>();

    public synchronized Integer get(String key) {
        return map.get(key);
    }

    public synchronized void put(String key, Integer value) {
        map.put(key, value);
    }

    public Integer putIfAbsent(String key, Integer value) {
        Integer old = get(key);
        if (old == null) put(key, value);
        return old;
    }
}
