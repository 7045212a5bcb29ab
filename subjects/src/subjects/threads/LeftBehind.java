package subjects.threads;

/** Changes the thread it runs on: nothing of it may be there in the next execution, nor in a thread with another part in it. */
public final class LeftBehind {
    public String change() {
        Thread thread = Thread.currentThread();
        String before = thread.getName() + " " + thread.getPriority() + " " + thread.getId() % 2
            + (thread.getContextClassLoader() == LeftBehind.class.getClassLoader() ? "" : " elsewhere")
            + (thread.getUncaughtExceptionHandler() == thread.getThreadGroup() ? "" : " handled");
        thread.setName("changed");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler((who, thrown) -> {});
        return before;
    }
}
