package subjects.locks;

/** Three philosophers who take the fork to their left first. */
public class Table {
    private final Object[] forks = {new Object(), new Object(), new Object()};

    public void eat(int place) {
        synchronized (forks[place]) {
            synchronized (forks[(place + 1) % 3]) {
                return;
            }
        }
    }
}
