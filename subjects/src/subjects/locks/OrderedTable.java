package subjects.locks;

/** {@link Table} where the fork of the lower number is taken first. */
public class OrderedTable {
    private final Object[] forks = {new Object(), new Object(), new Object()};

    public void eat(int place) {
        int next = (place + 1) % 3;
        synchronized (forks[Math.min(place, next)]) {
            synchronized (forks[Math.max(place, next)]) {
                return;
            }
        }
    }
}
