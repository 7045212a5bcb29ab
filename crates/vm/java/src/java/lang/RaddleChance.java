package java.lang;

import java.lang.reflect.Field;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.misc.Unsafe;

/** What chance there is in the JDK begins every execution the same: seeds, and the counters behind names of threads. */
public final class RaddleChance {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static AtomicLong[] longs = {};
    private static long[] longValues = {};
    private static AtomicInteger[] integers = {};
    private static int[] integerValues = {};
    /** Static fields that count from 0. */
    private static Object[] bases = {};
    private static long[] offsets = {};
    /** Where the numbers of threads are counted, and from where. */
    private static Object threadBase;
    private static long threadOffset;
    private static long threadStart;
    private static long secure;
    /** How chance and time are to be otherwise than usual, so that it shows what depends on them. */
    static final int USUAL = 0, STILL = 1, SLOW = 2, CRAMPED = 3;
    static int other;
    /** The JDK's register of pools; it would only ever grow, with the pools of every execution. */
    private static Set<?> registry;

    private RaddleChance() {}

    /** Finds the places; which there are depends on the JDK. */
    static void setUp() {
        atomicLong("java.util.Random", "seedUniquifier", 8682522807148012L);
        atomicLong("java.util.concurrent.ThreadLocalRandom", "seeder", 1);
        atomicInteger("java.util.concurrent.ThreadLocalRandom", "probeGenerator", 0);
        // Where it stands now: hashes of thread locals that the JDK has already made must stay different from new ones.
        AtomicInteger hash = (AtomicInteger) field("java.lang.ThreadLocal", "nextHashCode", AtomicInteger.class);
        if (hash != null) atomicInteger("java.lang.ThreadLocal", "nextHashCode", hash.get());
        atomicInteger("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", 1);
        atomicInteger("java.util.Timer", "nextSerialNumber", 0);
        atomicLong("java.util.concurrent.ScheduledThreadPoolExecutor", "sequencer", 0);
        number("java.lang.Thread", "threadInitNumber");
        number("java.lang.Thread$ThreadNumbering", "next");
        threadNumbers();
        mathRandom();
        registry = (Set<?>) field("jdk.internal.vm.ThreadContainers", "CONTAINER_REGISTRY", Set.class);
    }

    private static void atomicLong(String type, String name, long value) {
        Object found = field(type, name, AtomicLong.class);
        if (found != null) add((AtomicLong) found, value);
    }

    private static void add(AtomicLong state, long value) {
        longs = Arrays.copyOf(longs, longs.length + 1);
        longValues = Arrays.copyOf(longValues, longs.length);
        longs[longs.length - 1] = state;
        longValues[longs.length - 1] = value;
    }

    private static void atomicInteger(String type, String name, int value) {
        Object found = field(type, name, AtomicInteger.class);
        if (found == null) return;
        integers = Arrays.copyOf(integers, integers.length + 1);
        integerValues = Arrays.copyOf(integerValues, integers.length);
        integers[integers.length - 1] = (AtomicInteger) found;
        integerValues[integers.length - 1] = value;
    }

    private static void number(String type, String name) {
        Field field = declared(type, name, int.class);
        if (field == null) return;
        bases = Arrays.copyOf(bases, bases.length + 1);
        offsets = Arrays.copyOf(offsets, bases.length);
        bases[bases.length - 1] = UNSAFE.staticFieldBase(field);
        offsets[bases.length - 1] = UNSAFE.staticFieldOffset(field);
    }

    private static Field declared(String type, String name, Class<?> kind) {
        try {
            Field field = Class.forName(type).getDeclaredField(name);
            return field.getType() == kind ? field : null;
        } catch (ReflectiveOperationException notInThisJdk) {
            return null;
        }
    }

    /** A field of Thread that has the last number; since JDK 21 a variable of the JVM that has the next one. */
    private static void threadNumbers() {
        Field field = declared("java.lang.Thread", "threadSeqNumber", long.class);
        if (field != null) {
            threadBase = UNSAFE.staticFieldBase(field);
            threadOffset = UNSAFE.staticFieldOffset(field);
            threadStart = RaddleFields.FIRST_SPAWNED - 1;
            return;
        }
        Object address = field("java.lang.Thread$ThreadIdentifiers", "NEXT_TID_OFFSET", long.class);
        if (address == null) return;
        threadOffset = (Long) address;
        threadStart = RaddleFields.FIRST_SPAWNED;
    }

    /** Math.random has a generator of its own. */
    private static void mathRandom() {
        Object random = field("java.lang.Math$RandomNumberGeneratorHolder", "randomNumberGenerator", Random.class);
        if (random == null) return;
        try {
            add((AtomicLong) RaddleStatics.lookup.findGetter(Random.class, "seed", AtomicLong.class).invoke(random), 42);
        } catch (Throwable notInThisJdk) {
            // nothing to put back
        }
    }

    private static Object field(String type, String name, Class<?> kind) {
        try {
            return RaddleStatics.lookup.findStaticGetter(Class.forName(type), name, kind).invoke();
        } catch (Throwable notInThisJdk) {
            return null;
        }
    }

    static void reset() {
        long shift = shift();
        secure = 0x9E3779B97F4A7C15L + shift;
        for (int i = 0; i < longs.length; i++) longs[i].lazySet(longValues[i] + shift);
        for (int i = 0; i < integers.length; i++) integers[i].lazySet(integerValues[i]);
        for (int i = 0; i < bases.length; i++) UNSAFE.putInt(bases[i], offsets[i], 0);
        if (threadOffset != 0) UNSAFE.putLong(threadBase, threadOffset, threadStart);
        if (registry != null && !registry.isEmpty()) registry.clear();
    }

    /** A number that changes with what {@link #reset} puts back. */
    static long state() {
        long state = secure;
        for (AtomicLong each : longs) state = state * 31 + each.get();
        for (AtomicInteger each : integers) state = state * 31 + each.get();
        for (int i = 0; i < bases.length; i++) state = state * 31 + UNSAFE.getInt(bases[i], offsets[i]);
        if (threadOffset != 0) state = state * 31 + UNSAFE.getLong(threadBase, threadOffset);
        return state;
    }

    /** How far chance is from its usual state. */
    public static long shift() {
        return other * 0x2545F4914F6CDD1DL;
    }

    /** Random.initialScramble (the documentation of Random.setSeed has the constants). */
    public static long scramble(long seed) {
        return (seed ^ 0x5DEECE66DL) & (1L << 48) - 1;
    }

    /** SecureRandom.nextBytes: not secure here, but the same every time. */
    public static void secureBytes(SecureRandom random, byte[] bytes) {
        if (RaddleMemory.overrides(random.getClass(), SecureRandom.class, "nextBytes", byte[].class)) {
            random.nextBytes(bytes);
            return;
        }
        for (int i = 0; i < bytes.length; i++) {
            secure = (secure ^ secure >>> 30) * 0xBF58476D1CE4E5B9L + 0x94D049BB133111EBL;
            bytes[i] = (byte) (secure >>> 56);
        }
    }
}
