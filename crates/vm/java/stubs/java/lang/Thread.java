package java.lang;

/** Compile-time shape of java.lang.Thread: the members raddle's runtime uses, from every JDK that has them. */
public class Thread implements Runnable {
    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    public State getState() { return null; }

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable thrown);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize, boolean inherit) {}

    public static native Thread currentThread();

    static native Thread currentCarrierThread();

    native void setCurrentThread(Thread thread);

    public void run() {}

    public final native boolean isAlive();

    public static native boolean interrupted();

    public native boolean isInterrupted();

    public static native void yield();

    public static native void sleep(long millis) throws InterruptedException;

    public static void sleep(long millis, int nanos) throws InterruptedException {}

    public static native void onSpinWait();

    public static native boolean holdsLock(Object object);

    public UncaughtExceptionHandler getUncaughtExceptionHandler() { return null; }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {}

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() { return null; }

    public final ThreadGroup getThreadGroup() { return null; }

    public static final int NORM_PRIORITY = 5;

    public final int getPriority() { return 0; }

    public final void setPriority(int priority) {}

    public final void setDaemon(boolean on) {}

    public void start() {}

    public final String getName() { return null; }

    public StackTraceElement[] getStackTrace() { return null; }
}
