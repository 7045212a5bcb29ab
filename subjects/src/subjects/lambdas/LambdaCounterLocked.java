package subjects.lambdas;

import java.util.function.IntSupplier;

/** {@link LambdaCounter} whose lambda locks. */
public class LambdaCounterLocked {
    private int count;
    private final IntSupplier increment = () -> {
        synchronized (this) {
            int seen = count;
            count = seen + 1;
            return seen + 1;
        }
    };

    public int increment() {
        return increment.getAsInt();
    }
}
