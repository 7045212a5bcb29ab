package java.util;

import java.lang.RaddleChance;
import java.lang.RaddleExecution;
import java.lang.RaddleMonitors;
import java.lang.RaddleScheduler;
import java.lang.RaddleThreads;
import java.lang.RaddleTime;

/**
 * The hooks. This class takes the place of the JDK's own class of this name, which every class can see from the first
 * moment of the boot and hardly anybody uses; its own API is kept below.
 *
 * <p>Rewritten code calls these methods, and this file is the whole surface. A hook returns at once unless a test is under
 * way and the caller is the thread that may run: system threads execute rewritten JDK code, too. Only slow paths leave this
 * class, so that nothing else need exist while the JVM boots.
 */
public abstract class EventListenerProxy<T extends EventListener> implements EventListener {
    private final T listener;

    public EventListenerProxy(T listener) {
        this.listener = listener;
    }

    public T getListener() {
        return this.listener;
    }

    /** The thread that may run, or null while no test is under way. */
    public static Thread current;
    /** How many more events it may do before it has to ask. */
    public static int budget;
    /** How many more backward branches this execution may take before it counts as endless. */
    public static int fuel;

    /** While the JVM boots, time stands still: the order of immutable sets depends on it. */
    public static boolean booted;

    // Shared memory.

    public static void getfield(Object object, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.READ, object, 0, site);
    }

    public static void putfield(Object object, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.WRITE, object, 0, site);
    }

    public static void getstatic(int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.READ, null, 0, site);
    }

    public static void putstatic(int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.WRITE, null, 0, site);
    }

    /** By site: whether {@link #touch} has nothing more to tell in this execution. */
    public static byte[] touched = new byte[1024];

    /** Before an access by which static state could be changed that is made fresh for every execution. */
    public static void touch(int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        byte[] t = touched;
        if (site >= t.length || t[site] == 0) RaddleExecution.touch(site);
    }

    /** Whether {@link #look} is of interest. */
    public static boolean learning;

    /** Before an access that only looks at such state. */
    public static void look(int site) {
        if (learning) touch(site);
    }

    public static void arrayLoad(Object array, int index, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.READ, array, index, site);
    }

    public static void arrayStore(Object array, int index, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.event(RaddleScheduler.WRITE, array, index, site);
    }

    /** Before an access by sun.misc.Unsafe or jdk.internal.misc.Unsafe to (base, offset). */
    public static void atomic(Object base, long offset, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.atomic(base, offset, site);
    }

    /** Before an access through a VarHandle; its first argument if that is a reference, its second if that is an int. */
    public static void varHandle(Object handle, Object first, int index, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--budget < 0) RaddleScheduler.handle(handle, first, index, site);
    }

    // Control flow.

    public static void backward() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        if (--fuel < 0) RaddleScheduler.outOfFuel();
    }

    /** A stretch in which the JVM holds locks of its own (class initialisation, linkage) begins: no preemption inside. */
    public static void pause() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleScheduler.pause();
    }

    public static void resume() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleScheduler.resume();
    }

    /** Something is registered for when nobody refers to it any more. */
    public static void keep(Object registered) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleExecution.keep(registered);
    }

    public static void methodEnter(int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleScheduler.method(site, true);
    }

    public static void methodExit(int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleScheduler.method(site, false);
    }

    /** A class of the program has run its static initialiser. */
    public static void initialised(Class<?> type) {
        RaddleExecution.initialised(type);
    }

    // Monitors.

    public static void monitorEnter(Object object, int site) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleMonitors.enter(object, site);
    }

    public static void monitorExit(Object object) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return;
        RaddleMonitors.exit(object);
    }

    public static boolean holdsLock(Object object) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return Thread.holdsLock(object);
        return RaddleMonitors.holds(object);
    }

    public static void wait_(Object object) throws InterruptedException {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) object.wait();
        else RaddleMonitors.await(object, 0, 0);
    }

    public static void wait_(Object object, long millis) throws InterruptedException {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) object.wait(millis);
        else RaddleMonitors.await(object, millis, 0);
    }

    public static void wait_(Object object, long millis, int nanos) throws InterruptedException {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) object.wait(millis, nanos);
        else RaddleMonitors.await(object, millis, nanos);
    }

    public static void notify_(Object object) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) object.notify();
        else RaddleMonitors.wake(object, false);
    }

    public static void notifyAll_(Object object) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) object.notifyAll();
        else RaddleMonitors.wake(object, true);
    }

    // Threads.

    public static boolean isAlive(Thread thread) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return thread.isAlive();
        return RaddleThreads.isAlive(thread);
    }

    public static Thread.State getState(Thread thread) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return thread.getState();
        return RaddleThreads.getState(thread);
    }

    public static void yield_() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) Thread.yield();
        else RaddleTime.giveWay();
    }

    public static void onSpinWait() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) Thread.onSpinWait();
        else RaddleTime.giveWay();
    }

    public static void sleep(long millis) throws InterruptedException {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) Thread.sleep(millis);
        else RaddleTime.sleep(millis, 0);
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) Thread.sleep(millis, nanos);
        else RaddleTime.sleep(millis, nanos);
    }

    public static void sleep(java.time.Duration duration) throws InterruptedException {
        long millis = duration.toMillis();
        sleep(Math.max(0, millis), millis < 0 ? 0 : duration.getNano() % 1_000_000);
    }

    public static void park(Object unsafe, boolean absolute, long time) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) jdk.internal.misc.Unsafe.getUnsafe().park(absolute, time);
        else RaddleThreads.park(absolute, time);
    }

    public static void unpark(Object unsafe, Object thread) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) jdk.internal.misc.Unsafe.getUnsafe().unpark(thread);
        else RaddleThreads.unpark(thread);
    }

    // Time and the process.

    public static long nanoTime() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return booted ? System.nanoTime() : 1;
        return RaddleTime.nanoTime();
    }

    public static long currentTimeMillis() {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return System.currentTimeMillis();
        return RaddleTime.currentTimeMillis();
    }

    public static long nanoTimeAdjustment(long offset) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return jdk.internal.misc.VM.getNanoTimeAdjustment(offset);
        return RaddleTime.nanoTimeAdjustment(offset);
    }

    public static javax.management.MBeanServer managementServer() {
        Thread c = current;
        return RaddleManagement.server(c != null && c == Thread.currentThread());
    }

    public static long scramble(long seed) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) return RaddleChance.scramble(seed);
        return RaddleChance.scramble(seed + RaddleChance.shift());
    }

    public static void secureBytes(java.security.SecureRandom random, byte[] bytes) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) random.nextBytes(bytes);
        else RaddleChance.secureBytes(random, bytes);
    }

    public static void exit(int status) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) System.exit(status);
        else RaddleScheduler.exit(status);
    }

    public static void exit(Runtime runtime, int status) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) runtime.exit(status);
        else RaddleScheduler.exit(status);
    }

    public static void halt(Runtime runtime, int status) {
        Thread c = current;
        if (c == null || c != Thread.currentThread()) runtime.halt(status);
        else RaddleScheduler.exit(status);
    }
}
