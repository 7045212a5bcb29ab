package subjects.hostile;

import java.lang.reflect.Field;

/** Writes where nothing is. */
public final class Crash {
    private Crash() {}

    /** By reflection, because the class is not part of Java 11 as the compiler sees it. */
    public static void writeToNull() throws ReflectiveOperationException {
        Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
        Field field = unsafeClass.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        unsafeClass.getMethod("putByte", long.class, byte.class).invoke(unsafe, 0L, (byte) 1);
    }
}
