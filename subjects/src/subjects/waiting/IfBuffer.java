package subjects.waiting;

/** Looks once whether there is something to take, and not again after it was woken. */
public class IfBuffer {
    private int size;

    public synchronized void take() throws InterruptedException {
        if (size == 0) {
            wait();
        }
        if (size == 0) {
            throw new IllegalStateException("nothing to take");
        }
        size--;
    }

    public synchronized void put() {
        size++;
        notifyAll();
    }
}
