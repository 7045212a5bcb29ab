package subjects.models;

/** {@link LegacyLogger} that sets its filter under the lock. */
public class FilteredLogger {
    private final String name;
    private LogFilter filter;
    private String last;

    public FilteredLogger(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }

    public synchronized void setFilter(LogFilter newFilter) {
        filter = newFilter;
    }

    public synchronized LogFilter getFilter() {
        return filter;
    }

    /** Whether the message was let through. */
    public synchronized boolean log(int level, String message) {
        if (filter != null && !filter.isLoggable(level)) {
            return false;
        }
        last = message;
        return true;
    }

    public synchronized String getLast() {
        return last;
    }
}
