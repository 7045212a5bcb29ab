package subjects.atomics;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Sums kept by the library's own classes. */
public class Sums {
    private final LongAdder adder = new LongAdder();
    private final AtomicLongArray array = new AtomicLongArray(1);

    public void add() {
        adder.increment();
    }

    public long sum() {
        return adder.sum();
    }

    public long addToArray() {
        return array.addAndGet(0, 1);
    }
}
