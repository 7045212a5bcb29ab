package subjects.models;

/**
 * A model of the Logger of JDK 1.4.1: a message is checked against the filter under a lock that setting the filter does not take,
 * so the filter can disappear between the look and the use.
 */
public class LegacyLogger {
    private final String name;
    private LogFilter filter;
    private String last;

    public LegacyLogger(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }

    public void setFilter(LogFilter newFilter) {
        filter = newFilter;
    }

    public LogFilter getFilter() {
        return filter;
    }

    /** Whether the message was let through. */
    public boolean log(int level, String message) {
        synchronized (this) {
            if (filter != null && !filter.isLoggable(level)) {
                return false;
            }
            last = message;
            return true;
        }
    }

    public synchronized String getLast() {
        return last;
    }
}
