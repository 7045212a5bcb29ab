package java.util;

/** Hooks that write down what they are called for. */
public final class RaddleRecorder {
    private static final List<String> EVENTS = new ArrayList<>();

    private RaddleRecorder() {}

    public static void note(String event) {
        EVENTS.add(event);
    }

    /** What was noted since the last time, a line each. */
    public static String take() {
        String events = String.join("\n", EVENTS);
        EVENTS.clear();
        return events;
    }

    private static String name(Object object) {
        return object == null ? "null" : object instanceof Class ? object.toString() : object.getClass().getTypeName();
    }

    public static void getfield(Object object, int site) { note("getfield " + name(object) + " #" + site); }
    public static void putfield(Object object, int site) { note("putfield " + name(object) + " #" + site); }
    public static void getstatic(int site) { note("getstatic #" + site); }
    public static void putstatic(int site) { note("putstatic #" + site); }
    public static void touch(int site) { note("touch #" + site); }
    public static void look(int site) { note("look #" + site); }
    public static void arrayLoad(Object array, int index, int site) { note("load " + name(array) + " " + index + " #" + site); }
    public static void arrayStore(Object array, int index, int site) { note("store " + name(array) + " " + index + " #" + site); }
    public static void atomic(Object base, long offset, int site) { note("atomic " + name(base) + " " + (offset > 0) + " #" + site); }
    public static void varHandle(Object handle, Object first, int index, int site) {
        note((handle instanceof java.lang.invoke.VarHandle ? "varHandle " : "no handle ") + name(first) + (index == 0 ? "" : "[" + index + "]") + " #" + site);
    }
    public static void backward() { note("backward"); }
    public static void monitorEnter(Object object, int site) { note("enter " + name(object) + " #" + site); }
    public static void monitorExit(Object object) { note("exit " + name(object)); }
    public static void pause() { note("pause"); }
    public static void resume() { note("resume"); }
    public static void methodEnter(int site) { note("method #" + site); }
    public static void methodExit(int site) { note("method end #" + site); }
    public static void initialised(Class<?> type) { note("initialised " + type.getName()); }
    public static void notifyAll_(Object object) { note("notifyAll " + name(object)); }
    public static void wait_(Object object, long millis) { note("wait " + name(object) + " " + millis); }
    public static long nanoTime() { note("nanoTime"); return 42; }
    public static boolean isAlive(Thread thread) { note("isAlive"); return true; }
    public static boolean holdsLock(Object object) { return Thread.holdsLock(object); }
    public static void exit(int status) { note("exit " + status); }
}
