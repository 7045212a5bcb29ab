package subjects.init;

/** Two classes whose initialisers need each other: what they see depends on which comes first. */
public final class InitOrder {
    private InitOrder() {}

    private static final class Left {
        static final int VALUE = Right.value() + 1;

        static int value() {
            return VALUE;
        }
    }

    private static final class Right {
        static final int VALUE = Left.value() + 1;

        static int value() {
            return VALUE;
        }
    }

    /** 2 if the left class is initialised first, else 1. */
    public static int left() {
        return Left.value();
    }

    /** 2 if the right class is initialised first, else 1. */
    public static int right() {
        return Right.value();
    }
}
