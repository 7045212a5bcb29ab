package subjects.models;

/** A model of the SharedPoolDataSource of Commons DBCP 1.4, which registers and removes itself in {@link InstanceRegistry}. */
public class PooledSource {
    private String name;
    private Object source;
    private volatile String key;

    public void setConnectionPoolDataSource(Object newSource) {
        source = newSource;
        key = InstanceRegistry.register(this);
    }

    public Object getConnectionPoolDataSource() {
        return source;
    }

    public void setDataSourceName(String newName) {
        name = newName;
        key = InstanceRegistry.register(this);
    }

    public String getDataSourceName() {
        return name;
    }

    public void close() {
        String registered = key;
        if (registered != null) {
            InstanceRegistry.remove(registered);
        }
    }
}
