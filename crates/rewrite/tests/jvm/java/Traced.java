import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;

/** Runs each of its methods and prints what the recorder noted meanwhile. Line numbers matter to the test. */
public class Traced {
    int x;
    long wide;
    final int constant = Integer.parseInt("1");
    static int shared = 5;
    static Object unset;
    static final Object LOCK = new int[0];
    static final VarHandle WIDE, INTS = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            WIDE = MethodHandles.lookup().findVarHandle(Traced.class, "wide", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    synchronized int field() {
        return x + constant;
    }

    static synchronized void classLock() {
        shared = 6;
    }

    void block() {
        synchronized (LOCK) {
            wide = 3;
        }
    }

    void arrays(int[] ints, double[] doubles) {
        doubles[1] = ints[2];
    }

    int loop() {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += i;
        }
        return sum;
    }

    synchronized void throwing() {
        throw new IllegalStateException();
    }

    void calls() throws Exception {
        LOCK.notifyAll();
        new int[0].wait(7);
        System.exit((int) System.nanoTime());
    }

    boolean atomics() {
        return WIDE.compareAndSet(this, 3L, 4L) | (int) INTS.getVolatile(new int[3], 2) == 0;
    }

    static class Runner extends Thread {
        boolean alive() {
            return isAlive();
        }
    }

    static class Plain {
        static int count;
    }

    public static void main(String[] arguments) throws Exception {
        Method take = Class.forName("java.util.RaddleRecorder").getMethod("take");
        System.out.println(take.invoke(null));
        Traced traced = new Traced();
        Object[][] calls = {{"field"}, {"classLock"}, {"block"}, {"arrays", new int[3], new double[2]}, {"loop"}, {"throwing"},
                {"calls"}, {"atomics"}};
        for (Object[] call : calls) {
            Method method = null;
            for (Method candidate : Traced.class.getDeclaredMethods()) {
                if (candidate.getName().equals(call[0])) {
                    method = candidate;
                }
            }
            take.invoke(null);
            try {
                method.invoke(traced, java.util.Arrays.copyOfRange(call, 1, call.length));
            } catch (java.lang.reflect.InvocationTargetException e) {
                java.util.Objects.requireNonNull(e);
            }
            String events = (String) take.invoke(null);
            System.out.println("-- " + call[0] + " " + Thread.holdsLock(traced) + Thread.holdsLock(Traced.class));
            System.out.println(events);
        }
        take.invoke(null);
        boolean alive = new Runner().alive();
        String events = (String) take.invoke(null);
        System.out.println("-- alive\n" + events);
        unset = "set";
        Plain.count = 3;
        Object before = LOCK;
        take.invoke(null);
        Traced.class.getMethod("raddle$clinit").invoke(null);
        Plain.class.getMethod("raddle$clinit").invoke(null);
        take.invoke(null);
        System.out.println("-- reset");
        System.out.println(shared + " " + unset + " " + Plain.count + " " + (LOCK == before) + " " + (WIDE != null));
    }
}
