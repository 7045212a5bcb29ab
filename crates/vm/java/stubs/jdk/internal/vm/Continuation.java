package jdk.internal.vm;

/** Compile-time shape of the JDK's own class (JDK 21 and later), so that any JDK can compile raddle's runtime. */
public class Continuation {
    public enum Pinned { NATIVE, CRITICAL_SECTION, MONITOR }

    public Continuation(ContinuationScope scope, Runnable target) {}

    public final void run() {}

    public boolean isDone() { return false; }

    public static boolean yield(ContinuationScope scope) { return false; }

    public static boolean isPinned(ContinuationScope scope) { return false; }

    protected void onPinned(Pinned reason) {}
}
