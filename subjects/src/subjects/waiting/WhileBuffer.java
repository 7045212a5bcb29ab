package subjects.waiting;

/** {@link IfBuffer} that looks again after it was woken. */
public class WhileBuffer {
    private int size;

    public synchronized void take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        size--;
    }

    public synchronized void put() {
        size++;
        notifyAll();
    }
}
