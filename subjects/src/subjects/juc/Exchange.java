package subjects.juc;

import java.util.concurrent.Exchanger;

/** Two threads that swap what they have. */
public class Exchange {
    private final Exchanger<String> exchanger = new Exchanger<>();

    public String swap(String mine) throws InterruptedException {
        return exchanger.exchange(mine);
    }
}
