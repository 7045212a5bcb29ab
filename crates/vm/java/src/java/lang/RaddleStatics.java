package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * Static state as fresh as it was the first time: before every execution the static fields of the program's own classes
 * are cleared and their initialisers run again, in the order in which they first completed.
 */
final class RaddleStatics {
    /** The copy of a class's static initialiser that raddle adds, because a real one runs only once. */
    private static final String INITIALISER = "raddle$clinit";

    /** A lookup that may see everything; set by the worker. */
    static MethodHandles.Lookup lookup;

    private static Class<?>[] classes = new Class<?>[16];
    private static int known;
    /** As many of the known classes as have been prepared. */
    private static int prepared;
    /** What clears the fields, and what initialises the classes; each takes nothing and returns nothing. */
    private static MethodHandle[] clearings = new MethodHandle[16];
    private static int clearingCount;
    private static MethodHandle[] initialisers = new MethodHandle[16];
    private static int initialiserCount;

    private RaddleStatics() {}

    static synchronized void add(Class<?> type) {
        for (int i = 0; i < known; i++) if (classes[i] == type) return;
        if (known == classes.length) classes = Arrays.copyOf(classes, known * 2);
        classes[known++] = type;
    }

    /** Runs in the test's first thread before the prefix: what initialisers start, the execution controls. */
    static void reset() throws Throwable {
        if (prepared < known) prepare();
        for (int i = 0; i < clearingCount; i++) clearings[i].invokeExact();
        for (int i = 0; i < initialiserCount; i++) initialisers[i].invokeExact();
    }

    private static synchronized void prepare() throws Throwable {
        for (; prepared < known; prepared++) {
            Class<?> type = classes[prepared];
            MethodHandle initialiser;
            try {
                initialiser = lookup.findStatic(type, INITIALISER, MethodType.methodType(void.class));
            } catch (NoSuchMethodException none) {
                continue;
            }
            if (initialiserCount == initialisers.length) initialisers = Arrays.copyOf(initialisers, initialiserCount * 2);
            initialisers[initialiserCount++] = initialiser;
            for (Field field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) continue;
                if (clearingCount == clearings.length) clearings = Arrays.copyOf(clearings, clearingCount * 2);
                MethodHandle setter = lookup.findStaticSetter(type, field.getName(), field.getType());
                MethodHandle zero = MethodHandles.constant(field.getType(), zero(field.getType()));
                clearings[clearingCount++] = MethodHandles.collectArguments(setter, 0, zero);
            }
        }
    }

    private static Object zero(Class<?> type) {
        if (type == boolean.class) return false;
        if (type == byte.class) return (byte) 0;
        if (type == short.class) return (short) 0;
        if (type == char.class) return (char) 0;
        if (type == int.class) return 0;
        if (type == long.class) return 0L;
        if (type == float.class) return 0f;
        return type == double.class ? (Object) 0d : null;
    }
}
