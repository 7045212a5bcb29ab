package subjects.models;

/** {@link PooledSource} that uses {@link LockedRegistry}. */
public class LockedPooledSource {
    private String name;
    private Object source;
    private String key;

    public synchronized void setConnectionPoolDataSource(Object newSource) {
        source = newSource;
        key = LockedRegistry.register(this);
    }

    public synchronized Object getConnectionPoolDataSource() {
        return source;
    }

    public synchronized void setDataSourceName(String newName) {
        name = newName;
        key = LockedRegistry.register(this);
    }

    public synchronized String getDataSourceName() {
        return name;
    }

    public synchronized void close() {
        if (key != null) {
            LockedRegistry.remove(key);
        }
    }
}
