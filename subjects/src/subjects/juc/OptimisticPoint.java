package subjects.juc;

import java.util.concurrent.locks.StampedLock;

/** {@link UnvalidatedPoint} that reads again under the lock if a write came between. */
public class OptimisticPoint {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    public void move(int distance) {
        long stamp = lock.writeLock();
        try {
            x += distance;
            y += distance;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public boolean onDiagonal() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seenX = x;
                seenY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return seenX == seenY;
    }
}
