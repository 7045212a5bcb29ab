package subjects.models;

/** Lets through what is important enough. */
public final class LogFilter {
    private final int level;

    public LogFilter(int level) {
        this.level = level;
    }

    public boolean isLoggable(int messageLevel) {
        return messageLevel >= level;
    }
}
