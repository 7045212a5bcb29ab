package subjects.models;

import java.util.HashMap;
import java.util.Map;

/** Where data sources are known by a number: registering is synchronized, removing is not. */
final class InstanceRegistry {
    private static final Map<String, PooledSource> INSTANCES = new HashMap<>();

    private InstanceRegistry() {}

    static synchronized String register(PooledSource source) {
        int highest = 0;
        for (String key : INSTANCES.keySet()) {
            highest = Math.max(highest, Integer.parseInt(key));
        }
        String key = String.valueOf(highest + 1);
        INSTANCES.put(key, source);
        return key;
    }

    static void remove(String key) {
        INSTANCES.remove(key);
    }
}
