import java.util.List;

/** Things to call. */
public class Targets {
    public static long counter = 5;
    public int field;

    public Targets(int field, double ignored, byte more) {
        this.field = field + more;
    }

    @Override
    public String toString() {
        return "with " + field;
    }

    public String all(boolean z, byte b, short s, char c, int i, long j, float f, double d, String t, int[] a, Object o) {
        return z + " " + b + " " + s + " " + c + " " + i + " " + j + " " + f + " " + d + " " + t + " " + a.length + " " + o;
    }

    public static void fail(String message) throws Exception {
        throw new Exception(message);
    }

    public static int twice(Integer boxed) {
        return 2 * boxed;
    }

    /** For stubs. */
    public interface Box {
        void put(Object value);
        Object take();
        boolean setSize(long size, String name);
        long size();
        String name();
        int other(String unrelated);
        double half();
        float quarter();
        char letter();
        int[] array();
        boolean equals(Object other);
        default String viaDefault() {
            return "default " + name();
        }
        static List<String> ofNothing(long unused, double unusedToo) {
            return List.of();
        }
    }

    /** For stubs. */
    public abstract static class Partial {
        protected final String given;

        protected Partial(long number, String text, double more) {
            given = number + text + more;
        }

        protected abstract int number();

        @Override
        public abstract boolean equals(Object other);

        @Override
        public abstract int hashCode();

        @Override
        public String toString() {
            return given + number() + equals(this) + equals(given) + hashCode();
        }
    }
}
