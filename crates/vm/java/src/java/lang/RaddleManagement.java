package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import javax.management.MBeanServer;

/**
 * The server that programs register their beans with: a new one for every execution that asks for it, because names that are taken stay
 * taken. The JDK's own beans are not in it.
 */
public final class RaddleManagement {
    private static MethodHandle make;
    private static MethodHandle platform;
    private static MBeanServer server;
    /** The one before: what the JDK has found out about the beans' classes, the collector throws away when nobody refers to them. */
    private static MBeanServer last;

    private RaddleManagement() {}

    static void reset() {
        if (server == null) return;
        last = server;
        server = null;
    }

    /** The server; the JDK's own for threads that have nothing to do with a test. */
    public static MBeanServer server(boolean controlled) {
        try {
            if (!controlled) return RaddleParallel.running ? made() : platform();
            if (server != null) return server;
            RaddleScheduler.pause();
            try {
                return made();
            } finally {
                RaddleScheduler.resume();
            }
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private static synchronized MBeanServer made() throws Throwable {
        if (make == null) make = find("javax.management.MBeanServerFactory", "newMBeanServer");
        if (server == null) server = (MBeanServer) make.invokeExact();
        return server;
    }

    private static synchronized MBeanServer platform() throws Throwable {
        if (platform == null) platform = find("java.lang.management.ManagementFactory", "getPlatformMBeanServer");
        return (MBeanServer) platform.invokeExact();
    }

    /** A static method that gives a server. It is in a module that java.base knows nothing of. */
    private static MethodHandle find(String owner, String name) throws ReflectiveOperationException {
        Class<?> result = Class.forName("javax.management.MBeanServer");
        RaddleManagement.class.getModule().addReads(result.getModule());
        return RaddleStatics.lookup.findStatic(Class.forName(owner), name, MethodType.methodType(result));
    }
}
