package subjects.lambdas;

import java.util.List;
import java.util.stream.Collectors;

/** Strings put together by the JVM's own concatenation and by a stream, under a lock. */
public class Labels {
    private int count;

    public synchronized String next(String prefix) {
        count++;
        return prefix + count + 'c';
    }

    public synchronized String nextOfStream(String prefix) {
        count++;
        return List.of(prefix, "x").stream().map(part -> part + count).collect(Collectors.joining("-"));
    }
}
