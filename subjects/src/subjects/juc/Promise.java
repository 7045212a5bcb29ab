package subjects.juc;

import java.util.concurrent.CompletableFuture;

/** A value that somebody waits for and several want to provide. */
public class Promise {
    private final CompletableFuture<Integer> future = new CompletableFuture<>();

    public int await() {
        return future.join();
    }

    /** Whether the caller was the one who provided it. */
    public boolean provide(int value) {
        return future.complete(value);
    }

    public boolean fail() {
        return future.completeExceptionally(new IllegalStateException());
    }

    /** A chain of stages, the first of them in the common pool. */
    public static int chain() {
        return CompletableFuture.supplyAsync(() -> 20)
                .thenApply(value -> value + 1)
                .thenCombine(CompletableFuture.completedFuture(2), (left, right) -> left * right)
                .join();
    }
}
