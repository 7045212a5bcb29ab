package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EventListenerProxy;
import jdk.internal.misc.Unsafe;

/**
 * Fields and elements wherever they are, whoever they belong to, in every JDK. Initialised after the worker has handed over its
 * lookup: what is constant from the beginning, the JVM compiles best.
 */
final class RaddleMemory {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Class.getDeclaredFields and getDeclaredMethods without the filter that hides what is the JDK's own. */
    private static final MethodHandle FIELDS = find(Class.class, MethodType.methodType(Field[].class, boolean.class),
        "getDeclaredFields0");
    private static final MethodHandle METHODS = find(Class.class, MethodType.methodType(Method[].class, boolean.class),
        "getDeclaredMethods0");
    /** What JDK 11 calls getObject and putObject. */
    private static final MethodHandle GET = find(Unsafe.class, MethodType.methodType(Object.class, Object.class, long.class),
        "getReference", "getObject");
    private static final MethodHandle PUT = find(Unsafe.class,
        MethodType.methodType(void.class, Object.class, long.class, Object.class), "putReference", "putObject");
    private static final MethodHandle BASE = base();

    static final long REFERENT = UNSAFE.objectFieldOffset(Reference.class, "referent");
    private static final long QUEUE = UNSAFE.objectFieldOffset(Reference.class, "queue");
    /** What stands for no queue. */
    private static final Object NO_QUEUE = get(new WeakReference<>(null), QUEUE);

    private RaddleMemory() {}

    private static MethodHandle find(Class<?> owner, MethodType type, String... names) {
        NoSuchMethodException missing = null;
        for (String name : names) {
            try {
                return RaddleStatics.lookup.findVirtual(owner, name, type);
            } catch (NoSuchMethodException e) {
                missing = e;
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError(missing);
    }

    /** Unsafe.arrayBaseOffset, whose result is an int before JDK 25. */
    private static MethodHandle base() {
        MethodHandles.Lookup lookup = RaddleStatics.lookup;
        MethodHandle base;
        try {
            try {
                base = lookup.findVirtual(Unsafe.class, "arrayBaseOffset", MethodType.methodType(long.class, Class.class));
            } catch (NoSuchMethodException before25) {
                base = lookup.findVirtual(Unsafe.class, "arrayBaseOffset", MethodType.methodType(int.class, Class.class));
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        return base.asType(MethodType.methodType(long.class, Unsafe.class, Class.class));
    }

    static Object get(Object base, long offset) {
        try {
            return GET.invokeExact(UNSAFE, base, offset);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void put(Object base, long offset, Object value) {
        try {
            PUT.invokeExact(UNSAFE, base, offset, value);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** The fields that a class declares; it may need classes that are not there. */
    static Field[] fields(Class<?> type) throws Throwable {
        return (Field[]) FIELDS.invokeExact(type, false);
    }

    /** The methods that a class declares; it may need classes that are not there. */
    static Method[] methods(Class<?> type) throws Throwable {
        return (Method[]) METHODS.invokeExact(type, false);
    }

    /** Whether a class, or what it extends up to another, has a method in place of that other's. */
    static boolean overrides(Class<?> type, Class<?> base, String name, Class<?>... parameters) {
        Thread current = EventListenerProxy.current;
        EventListenerProxy.current = null;
        try {
            for (; type != base; type = type.getSuperclass()) {
                for (Method method : methods(type)) {
                    if (method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters)) return true;
                }
            }
            return false;
        } catch (Throwable classesThatAreNotThere) {
            return true; // the receiver knows
        } finally {
            EventListenerProxy.current = current;
        }
    }

    /** Where a field is: in the objects, or in what holds static fields. */
    static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers()) ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
    }

    /** Where the elements of arrays of a class begin. */
    static long base(Class<?> array) {
        try {
            return (long) BASE.invokeExact(UNSAFE, array);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Where the element of an array is, counted in bytes. */
    static long element(Class<?> array, int index) {
        return base(array) + (long) index * UNSAFE.arrayIndexScale(array);
    }

    /** What a reference refers to, of whatever kind it is. */
    static Object referent(Reference<?> reference) {
        return get(reference, REFERENT);
    }

    /** Whether the collector, having cleared the reference, tells somebody. */
    static boolean isQueued(Reference<?> reference) {
        return get(reference, QUEUE) != NO_QUEUE;
    }
}
