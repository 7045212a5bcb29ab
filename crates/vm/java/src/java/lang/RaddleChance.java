package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What chance there is in the JDK begins every execution the same: seeds, and the counters behind names of threads. */
public final class RaddleChance {
    private static MethodHandle[] resets = new MethodHandle[0];
    private static long secure;

    private RaddleChance() {}

    /** Finds the places; which there are depends on the JDK. */
    static void setUp() {
        MethodType takesLong = MethodType.methodType(void.class, long.class);
        MethodType takesInt = MethodType.methodType(void.class, int.class);
        object("java.util.Random", "seedUniquifier", AtomicLong.class, "set", takesLong, 8682522807148012L);
        object("java.util.concurrent.ThreadLocalRandom", "seeder", AtomicLong.class, "set", takesLong, 1L);
        object("java.util.concurrent.ThreadLocalRandom", "probeGenerator", AtomicInteger.class, "set", takesInt, 0);
        object("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", AtomicInteger.class, "set", takesInt, 1);
        object("java.util.Timer", "nextSerialNumber", AtomicInteger.class, "set", takesInt, 0);
        object("java.lang.Math$RandomNumberGeneratorHolder", "randomNumberGenerator", Random.class, "setSeed", takesLong, 42L);
        number("java.util.concurrent.ForkJoinPool", "poolIds");
        number("java.util.concurrent.ForkJoinPool", "poolNumberSequence");
        number("java.lang.Thread", "threadInitNumber");
        number("java.lang.Thread$ThreadNumbering", "next");
    }

    private static void add(MethodHandle reset) {
        resets = Arrays.copyOf(resets, resets.length + 1);
        resets[resets.length - 1] = reset;
    }

    /** An object in a static field whose state is set by a method. */
    private static void object(String type, String name, Class<?> kind, String method, MethodType shape, Object value) {
        try {
            Object state = RaddleStatics.lookup.findStaticGetter(Class.forName(type), name, kind).invoke();
            MethodHandle set = RaddleStatics.lookup.findVirtual(kind, method, shape);
            add(MethodHandles.insertArguments(set, 0, state, value));
        } catch (Throwable notInThisJdk) {
            // nothing to put back
        }
    }

    /** A static int that counts from 0. */
    private static void number(String type, String name) {
        try {
            MethodHandle set = RaddleStatics.lookup.findStaticSetter(Class.forName(type), name, int.class);
            add(MethodHandles.insertArguments(set, 0, 0));
        } catch (Throwable notInThisJdk) {
            // nothing to put back
        }
    }

    static void reset() throws Throwable {
        secure = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < resets.length; i++) resets[i].invokeExact();
    }

    /** SecureRandom.nextBytes: not secure here, but the same every time. */
    public static void secureBytes(SecureRandom random, byte[] bytes) {
        if (random.getClass() != SecureRandom.class) {
            random.nextBytes(bytes);
            return;
        }
        for (int i = 0; i < bytes.length; i++) {
            secure = (secure ^ secure >>> 30) * 0xBF58476D1CE4E5B9L + 0x94D049BB133111EBL;
            bytes[i] = (byte) (secure >>> 56);
        }
    }
}
