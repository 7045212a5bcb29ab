package subjects.chance;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Everything that differs from run to run in a JVM left alone. In a controlled one every call has the same result every time. */
public class Chance {
    public int identityHash() {
        return System.identityHashCode(new Object());
    }

    public int objectHash() {
        return new Object().hashCode();
    }

    public int random() {
        return new Random().nextInt();
    }

    public double mathRandom() {
        return Math.random();
    }

    public int threadLocalRandom() {
        return ThreadLocalRandom.current().nextInt();
    }

    public String uuid() {
        return UUID.randomUUID().toString();
    }

    public long nanoTime() {
        return System.nanoTime();
    }

    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    public long threadId() {
        return Thread.currentThread().getId();
    }

    public long newThreadId() {
        return new Thread().getId();
    }

    public String threadName() {
        return new Thread().getName();
    }

    /** The order in which an immutable set is walked depends on a salt. */
    public String setOrder() {
        StringBuilder order = new StringBuilder();
        for (String element : Set.of("a", "b", "c", "d")) {
            order.append(element);
        }
        return order.toString();
    }

    /** The order in which objects without a hash code of their own are walked depends on their identity. */
    public String hashOrder() {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        Set<Object> objects = new HashSet<>();
        for (int number = 0; number < 4; number++) {
            Object object = new Object();
            numbers.put(object, number);
            objects.add(object);
        }
        StringBuilder order = new StringBuilder();
        for (Object object : objects) {
            order.append(numbers.get(object));
        }
        return order.toString();
    }
}
