package sample;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

@Shapes.Mark(value = "top", count = 3, kind = Shapes.Kind.ROUND, type = int.class, nested = @Deprecated(since = "1"), names = {"a", "b"})
public sealed class Shapes<T extends Comparable<T>> permits Shapes.Square {
    @Retention(RetentionPolicy.CLASS)
    @interface Mark {
        String value();
        int count();
        Kind kind();
        Class<?> type();
        Deprecated nested();
        String[] names();
    }

    enum Kind { ROUND, FLAT }

    record Point(int x, List<String> names) {}

    static final class Square extends Shapes<String> {}

    static final long BIG = 1L << 40;
    static final double HALF = 0.5;
    static final float QUARTER = 0.25f;
    static final int SMALL = -7;
    static final String TEXT = "g\u00f6\u0000\ud83e\uddf6";
    volatile T value;

    @Deprecated
    public synchronized <X extends Exception> T pick(final int index, long weight, String... rest) throws X, java.io.IOException {
        switch (index) {
            case 1: return value;
            case 2: return null;
            case 3: throw new java.io.IOException("three");
            default:
        }
        switch (index) {
            case -1000: return value;
            case 90000: return null;
            default:
        }
        try {
            int[][][] cube = new int[3][4][];
            for (int i = 0; i < 1000; i += 300) {
                cube[i % 3][0] = new int[] {i};
            }
        } catch (IllegalStateException e) {
            Supplier<String> text = () -> e + TEXT;
            return (T) text.get();
        } finally {
            synchronized (this) {
                weight++;
            }
        }
        Callable<Object> local = new Callable<>() {
            public Object call() {
                return index + weightless();
            }
        };
        return value;
    }

    int weightless() {
        return SMALL;
    }
}
