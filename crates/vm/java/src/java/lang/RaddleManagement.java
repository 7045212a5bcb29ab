package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * The server that programs register their beans with: a new one for every execution that asks for it, because names that are taken stay
 * taken. The JDK's own beans are not in it. All by reflection, because the JDK may be without that module.
 */
public final class RaddleManagement {
    private static MethodHandle make;
    private static MethodHandle platform;
    private static Object server;

    private RaddleManagement() {}

    static void reset() {
        server = null;
    }

    /** The server; the JDK's own for threads that have nothing to do with a test. */
    public static Object server(boolean controlled) {
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

    private static synchronized Object made() throws Throwable {
        if (make == null) make = find("javax.management.MBeanServerFactory", "newMBeanServer");
        if (server == null) server = make.invoke();
        return server;
    }

    private static synchronized Object platform() throws Throwable {
        if (platform == null) platform = find("java.lang.management.ManagementFactory", "getPlatformMBeanServer");
        return platform.invoke();
    }

    private static MethodHandle find(String owner, String name) throws ReflectiveOperationException {
        Class<?> result = Class.forName("javax.management.MBeanServer");
        return RaddleStatics.lookup.findStatic(Class.forName(owner), name, MethodType.methodType(result));
    }
}
