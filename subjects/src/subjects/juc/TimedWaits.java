package subjects.juc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Waiting in vain for a limited time, in every way the library has. Each is true if it ended by time, and not too early. */
public class TimedWaits {
    private static final long MILLIS = 20;

    private final long start = System.nanoTime();

    private boolean late() {
        return System.nanoTime() - start >= MILLIS * 1_000_000;
    }

    public synchronized boolean objectWait() throws InterruptedException {
        wait(MILLIS);
        return late();
    }

    public boolean poll() throws InterruptedException {
        return new LinkedBlockingQueue<Integer>().poll(MILLIS, TimeUnit.MILLISECONDS) == null && late();
    }

    public boolean tryAcquire() throws InterruptedException {
        return !new Semaphore(0).tryAcquire(MILLIS, TimeUnit.MILLISECONDS) && late();
    }

    public boolean latch() throws InterruptedException {
        return !new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS) && late();
    }

    public boolean future() throws ExecutionException, InterruptedException {
        try {
            new CompletableFuture<Integer>().get(MILLIS, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return late();
        }
    }

    public boolean condition() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            return !lock.newCondition().await(MILLIS, TimeUnit.MILLISECONDS) && late();
        } finally {
            lock.unlock();
        }
    }

    /** Tries to get a lock that another thread holds until it is told to let go. */
    public boolean tryLock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            try {
                locked.countDown();
                enough.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                lock.unlock();
            }
        });
        holder.start();
        locked.await();
        boolean inVain = !lock.tryLock(MILLIS, TimeUnit.MILLISECONDS);
        enough.countDown();
        holder.join();
        return inVain && late();
    }
}
