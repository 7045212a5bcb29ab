package subjects.hostile;

/** Static initialisers that wait: for a thread that needs the class, and for each other. */
public final class DeadlockedInit {
    private DeadlockedInit() {}

    private static final class Waits {
        static int value;

        static {
            Thread helper = new Thread(new Runnable() {
                @Override
                public void run() {
                    value = 1;
                }
            });
            helper.start();
            try {
                helper.join();
            } catch (InterruptedException e) {
                value = -1;
            }
        }
    }

    /** Waits for a helper that waits for the end of the initialiser. */
    public static int joinInside() {
        return Waits.value;
    }

    private static final class First {
        static final int VALUE = pause(() -> Second.VALUE);
    }

    private static final class Second {
        static final int VALUE = pause(() -> First.VALUE);
    }

    private static int pause(java.util.function.IntSupplier next) {
        Thread.yield();
        return next.getAsInt() + 1;
    }

    public static int first() {
        return First.VALUE;
    }

    public static int second() {
        return Second.VALUE;
    }
}
