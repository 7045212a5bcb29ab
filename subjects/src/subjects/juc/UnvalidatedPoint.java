package subjects.juc;

import java.util.concurrent.locks.StampedLock;

/** Reads optimistically and never asks whether that went well. */
public class UnvalidatedPoint {
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
        lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        return seenX == seenY;
    }
}
