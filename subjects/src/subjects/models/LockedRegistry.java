package subjects.models;

import java.util.HashMap;
import java.util.Map;

/** {@link InstanceRegistry} with both methods synchronized. */
final class LockedRegistry {
    private static final Map<String, LockedPooledSource> INSTANCES = new HashMap<>();

    private LockedRegistry() {}

    static synchronized String register(LockedPooledSource source) {
        int highest = 0;
        for (String key : INSTANCES.keySet()) {
            highest = Math.max(highest, Integer.parseInt(key));
        }
        String key = String.valueOf(highest + 1);
        INSTANCES.put(key, source);
        return key;
    }

    static synchronized void remove(String key) {
        INSTANCES.remove(key);
    }
}
