package subjects.lambdas;

import java.util.function.IntSupplier;

/** A counter whose increment is a lambda. */
public class LambdaCounter {
    private int count;
    private final IntSupplier increment = () -> {
        int seen = count;
        count = seen + 1;
        return seen + 1;
    };

    public int increment() {
        return increment.getAsInt();
    }
}
