package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Fields of java.lang.Thread that are private in some JDKs. Initialised after the worker has handed over its lookup. */
final class RaddleFields {
    private static final MethodHandle THREAD_LOCALS = reference("threadLocals");
    private static final MethodHandle INHERITABLE = reference("inheritableThreadLocals");
    private static final MethodHandle SEED = setter("threadLocalRandomSeed", long.class);
    private static final MethodHandle PROBE = setter("threadLocalRandomProbe", int.class);
    private static final MethodHandle SECONDARY = setter("threadLocalRandomSecondarySeed", int.class);

    private static final MethodHandle HANDLER = plainSetter("uncaughtExceptionHandler", Thread.UncaughtExceptionHandler.class);
    private static final MethodHandle LOADER = plainSetter("contextClassLoader", ClassLoader.class);
    private static final MethodHandle NAME = plainSetter("name", String.class);
    private static final MethodHandle NUMBER = setter("tid", long.class);

    /** Threads of tests are numbered from here, and the threads they make behind them: no thread of the JVM's own has such a number. */
    static final long FIRST_NUMBER = 1000, FIRST_SPAWNED = FIRST_NUMBER + RaddleScheduler.MAX_THREADS;
    private static long lastUnused = 1_000_000;
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    private static final MethodHandle[] GETTERS = {
        getter("threadLocals", ThreadLocal.ThreadLocalMap.class),
        getter("inheritableThreadLocals", ThreadLocal.ThreadLocalMap.class),
        getter("threadLocalRandomSeed", long.class),
        getter("threadLocalRandomProbe", int.class),
        getter("threadLocalRandomSecondarySeed", int.class),
    };

    private static long looks;

    private RaddleFields() {}

    private static MethodHandle getter(String name, Class<?> type) {
        try {
            return RaddleStatics.lookup.findGetter(Thread.class, name, type);
        } catch (ReflectiveOperationException e) {
            return MethodHandles.empty(MethodType.methodType(type, Thread.class));
        }
    }

    /** A number that changes with the thread's locals and its randomness. With locals it always changes: they may have, too. */
    static long state(Thread thread) {
        long state = 0;
        try {
            for (MethodHandle getter : GETTERS) {
                Object value = getter.invoke(thread);
                if (value instanceof Number) state = state * 31 + ((Number) value).longValue();
                else if (value != null) state += ++looks;
            }
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        return state;
    }

    private static MethodHandle reference(String name) {
        return setter(name, ThreadLocal.ThreadLocalMap.class)
            .asType(MethodType.methodType(void.class, Thread.class, Object.class));
    }

    private static MethodHandle setter(String name, Class<?> type) {
        try {
            return RaddleStatics.lookup.findSetter(Thread.class, name, type);
        } catch (ReflectiveOperationException e) {
            return nothing(type);
        }
    }

    /** Of a volatile field, without the fence: nobody looks before the turn is handed over. */
    private static MethodHandle plainSetter(String name, Class<?> type) {
        try {
            VarHandle field = RaddleStatics.lookup.findVarHandle(Thread.class, name, type);
            return field.toMethodHandle(VarHandle.AccessMode.SET);
        } catch (ReflectiveOperationException e) {
            return nothing(type);
        }
    }

    /** Sets a field that this JDK does not have. */
    private static MethodHandle nothing(Class<?> type) {
        return MethodHandles.empty(MethodType.methodType(void.class, Thread.class, type));
    }

    /** What tested code may have left in a thread. */
    static void clear(Thread thread) {
        try {
            HANDLER.invokeExact(thread, (Thread.UncaughtExceptionHandler) null);
            LOADER.invokeExact(thread, SYSTEM);
            THREAD_LOCALS.invokeExact(thread, (Object) null);
            INHERITABLE.invokeExact(thread, (Object) null);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Without telling the operating system, which nobody asks. */
    static void name(Thread thread, String name) {
        try {
            NAME.invokeExact(thread, name);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Sets a thread's id. Before it starts it must be one of its own: by it, newer JVMs know who owns a monitor. */
    static void number(Thread thread, long number) {
        try {
            NUMBER.invokeExact(thread, number);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** An id that no other thread has. */
    static long unused() {
        return ++lastUnused;
    }

    /** Thread-local randomness that depends on nothing but the thread's number. */
    static void seed(Thread thread, int id) {
        try {
            SEED.invokeExact(thread, 0x5DEECE66DL * (id + 1 + RaddleChance.other * 1000));
            PROBE.invokeExact(thread, 0x9E3779B9 * (id + 1));
            SECONDARY.invokeExact(thread, 0);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
