import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Prints the same with hooks as without. */
public class Program {
    static final List<String> LOG = new ArrayList<>();
    static int counter;
    static long wide = 1L << 40;
    static double real = 0.5;
    volatile Program next;
    int[] ints = {3, 1, 2};
    long[] longs = new long[4];
    double[] doubles = {1, 2, 3};
    Object[] objects = new Object[3];
    byte small;
    long big;
    double ratio;

    static void say(Object text) {
        System.out.println(text);
    }

    // Locks.

    synchronized int locked(int depth) {
        return depth == 0 ? 1 : depth + locked(depth - 1);
    }

    static synchronized String lockedStatic(String text) {
        return text + Thread.holdsLock(Program.class);
    }

    synchronized long throwing(int how) throws Exception {
        try {
            if (how == 0) {
                return 7L + ints[0];
            }
            if (how == 1) {
                throw new IllegalStateException("one");
            }
            if (how == 2) {
                ints[17]++;
            }
            return how / (how - 3);
        } catch (IllegalStateException e) {
            return -1;
        } finally {
            counter++;
            if (how == 4) {
                throw new Exception("four");
            }
        }
    }

    int nested(Object a, Object b, int how) {
        synchronized (a) {
            try {
                synchronized (b) {
                    if (how == 0) {
                        return 1;
                    }
                    for (int i = 0; i < 5; i++) {
                        synchronized (this) {
                            if (i == how) {
                                continue;
                            }
                            if (i > how) {
                                break;
                            }
                            counter += i;
                        }
                    }
                    if (how == 3) {
                        throw new RuntimeException("three");
                    }
                }
            } finally {
                synchronized (this) {
                    counter++;
                }
            }
        }
        return Thread.holdsLock(a) || Thread.holdsLock(b) || Thread.holdsLock(this) ? -1 : how;
    }

    static String attempt(java.util.concurrent.Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (Throwable e) {
            return e.toString();
        }
    }

    // Jumps.

    static int table(int key) {
        switch (key) {
            case 1: return 10;
            case 2: return 20;
            case 3: counter++;
            case 4: return 40;
            default: return -1;
        }
    }

    static int lookup(int key) {
        switch (key) {
            case -70000: return 1;
            case 5: return 2;
            case 90000: return 3;
            default: return 4;
        }
    }

    static String text(String key) {
        return switch (key) {
            case "a", "b" -> "first";
            case "Aa", "BB" -> "collide";
            default -> key + counter;
        };
    }

    /** More than 256 local variables, so that loads, stores and increments are wide. */
    static long manyLocals(int seed) {
        long a0 = seed, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = seed, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9;
        long c0 = seed, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9;
        long d0 = seed, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9;
        long e0 = seed, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9;
        long f0 = seed, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9;
        long g0 = seed, g1 = 1, g2 = 2, g3 = 3, g4 = 4, g5 = 5, g6 = 6, g7 = 7, g8 = 8, g9 = 9;
        long h0 = seed, h1 = 1, h2 = 2, h3 = 3, h4 = 4, h5 = 5, h6 = 6, h7 = 7, h8 = 8, h9 = 9;
        long i0 = seed, i1 = 1, i2 = 2, i3 = 3, i4 = 4, i5 = 5, i6 = 6, i7 = 7, i8 = 8, i9 = 9;
        long j0 = seed, j1 = 1, j2 = 2, j3 = 3, j4 = 4, j5 = 5, j6 = 6, j7 = 7, j8 = 8, j9 = 9;
        long k0 = seed, k1 = 1, k2 = 2, k3 = 3, k4 = 4, k5 = 5, k6 = 6, k7 = 7, k8 = 8, k9 = 9;
        long l0 = seed, l1 = 1, l2 = 2, l3 = 3, l4 = 4, l5 = 5, l6 = 6, l7 = 7, l8 = 8, l9 = 9;
        long m0 = seed, m1 = 1, m2 = 2, m3 = 3, m4 = 4, m5 = 5, m6 = 6, m7 = 7, m8 = 8, m9 = 9;
        int step = 0;
        Cell atomic = new Cell();
        for (int i = 0; i < 1000; i += 300) {
            step += 200;
            a9 += step + i + counter;
            ATOMIC.getAndAdd(atomic, (int) a9);
        }
        return a0 + a9 + b5 + c4 + d3 + e2 + f1 + g0 + h9 + i8 + j7 + k6 + l5 + m4 + m9 + step + atomic.value;
    }

    // Objects.

    interface Shape {
        double area();

        default String describe() {
            synchronized (this) {
                return name() + " " + area() + suffix();
            }
        }

        private String suffix() {
            return "!";
        }

        static Shape square(double side) {
            return () -> side * side;
        }

        default String name() {
            return "shape";
        }
    }

    record Point(int x, long y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x " + x);
            }
        }
    }

    enum Kind implements IntUnaryOperator {
        PLUS {
            public int applyAsInt(int value) {
                return value + offset;
            }
        },
        TIMES {
            public int applyAsInt(int value) {
                return value * offset;
            }
        };

        int offset = 3;
    }

    class Inner {
        final int seen = ints[1];
        int twice;

        Inner(boolean which) {
            this(which ? new int[] {counter, 2} : new int[] {3, counter});
        }

        Inner(int[] values) {
            twice = values[0] + values[1] + seen;
        }
    }

    static class Base {
        Base(Object value) {
            register();
        }

        void register() {}
    }

    static class Derived extends Base {
        String later;

        Derived(Derived other) {
            super(other == null ? new Base(new Object()) : new Derived(null));
            later = "set";
        }

        void register() {
            LOG.add("registered " + later);
        }
    }

    // Atomics.

    static final VarHandle ATOMIC;
    static final VarHandle BIG;
    static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    static final VarHandle COUNTER;
    static final AtomicReferenceFieldUpdater<Program, Program> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Program.class, Program.class, "next");
    static final sun.misc.Unsafe UNSAFE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BIG = lookup.findVarHandle(Program.class, "big", long.class);
            COUNTER = lookup.findStaticVarHandle(Program.class, "counter", int.class);
            ATOMIC = lookup.findVarHandle(Cell.class, "value", int.class);
            java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class Cell {
        int value;
    }

    static void atomics(Program program) throws Exception {
        BIG.setVolatile(program, 5L);
        say((boolean) BIG.compareAndSet(program, 5L, 1L << 50) + " " + (long) BIG.getAcquire(program));
        say((long) BIG.getAndAdd(program, -1L) + " " + program.big);
        LONGS.setRelease(program.longs, 2, 9L);
        say((long) LONGS.getAndBitwiseOr(program.longs, 2, 6L) + " " + program.longs[2]);
        say((int) COUNTER.getAndSet(42) + " " + (int) COUNTER.get() + " " + counter);
        say(NEXT.compareAndSet(program, null, program) + " " + (program.next == program));
        long offset = UNSAFE.arrayBaseOffset(long[].class);
        say(UNSAFE.compareAndSwapLong(program.longs, offset, 0L, -3L) + " " + UNSAFE.getLongVolatile(program.longs, offset));
        UNSAFE.putInt(program.ints, UNSAFE.arrayBaseOffset(int[].class) + 4L, 77);
        say(program.ints[1]);
    }

    // Threads.

    static class Worker extends Thread {
        final List<Integer> queue;

        Worker(List<Integer> queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            try {
                sleep(1);
                sleep(0, 1);
                for (int i = 0; i < 3; i++) {
                    synchronized (queue) {
                        while (!queue.isEmpty()) {
                            queue.wait(1000L);
                        }
                        queue.add(i);
                        queue.notifyAll();
                    }
                    Thread.yield();
                    Thread.onSpinWait();
                }
            } catch (InterruptedException e) {
                say("interrupted");
            }
        }
    }

    static void threads() throws Exception {
        List<Integer> queue = new ArrayList<>();
        Worker worker = new Worker(queue);
        say(worker.isAlive());
        worker.start();
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            synchronized (queue) {
                while (queue.isEmpty()) {
                    queue.wait();
                }
                sum = sum * 10 + queue.remove(0);
                queue.notify();
            }
        }
        worker.join();
        say(sum + " " + worker.isAlive());
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                LOG.add("woken");
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CountDownLatch latch = new CountDownLatch(30);
        ReentrantLock lock = new ReentrantLock();
        Map<Integer, Integer> map = new ConcurrentHashMap<>();
        int[] unsafe = {0};
        for (int i = 0; i < 30; i++) {
            int number = i;
            pool.execute(() -> {
                lock.lock();
                try {
                    unsafe[0]++;
                    map.merge(number % 4, 1, Integer::sum);
                } finally {
                    lock.unlock();
                    latch.countDown();
                }
            });
        }
        latch.await();
        pool.shutdown();
        say(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + unsafe[0] + " " + new TreeMap<>(map));
        say(System.nanoTime() > 0 && System.currentTimeMillis() > 0);
    }

    static String where() {
        StackTraceElement[] trace = new Throwable().getStackTrace();
        return trace[0] + " " + trace[1];
    }

    synchronized String whereLocked() {
        return where();
    }

    public static void main(String[] arguments) throws Exception {
        Program program = new Program();
        say(program.locked(20) + lockedStatic(" static ") + Thread.holdsLock(program));
        for (int how = 0; how < 6; how++) {
            int now = how;
            say(attempt(() -> program.throwing(now)) + " " + Thread.holdsLock(program) + counter);
            say(attempt(() -> program.nested(LOG, program.ints, now)) + counter);
            say(table(how) + lookup(how == 3 ? 90000 : how) + text(how == 1 ? "Aa" : how == 2 ? "a" : "c"));
        }
        say(attempt(() -> program.nested(null, LOG, 1)));
        say(manyLocals(3));
        say(Shape.square(3).describe() + new Point(1, 2) + attempt(() -> new Point(-1, 0)));
        for (Kind kind : Kind.values()) {
            kind.offset++;
            say(kind + " " + kind.applyAsInt(5));
        }
        say(program.new Inner(true).twice + program.new Inner(false).twice);
        new Derived(null);
        program.doubles[1] += 2.5;
        program.longs[3] -= wide;
        program.objects[2] = program.objects[0] = "text";
        program.small += 200;
        program.ratio = program.doubles[1] * real;
        wide++;
        real /= 3;
        say(program.ratio + " " + program.small + " " + program.longs[3] + " " + program.objects[2] + wide + real);
        say(attempt(() -> ((Program) program.objects[1]).big));
        say(attempt(() -> program.next.next.ints));
        say(attempt(() -> program.longs[4] = 1));
        say(attempt(() -> { Object[] strings = new String[1]; strings[0] = 1; return strings; }));
        say(attempt(() -> { int[] none = null; return none[0]; }));
        atomics(program);
        threads();
        say(program.whereLocked());
        Supplier<Supplier<String>> lambda = () -> () -> LOG.toString() + where();
        say(lambda.get().get());
        new Thread(() -> { throw new IllegalStateException("uncaught"); }).start();
        say(new Object() { synchronized int anonymous() { return counter++ + ++counter; } }.anonymous());
    }
}
