package subjects.hostile;

import java.util.ArrayList;
import java.util.List;

/** Uses up time, stack, memory and threads. */
public final class NeverEnds {
    private static int sink;

    private NeverEnds() {}

    /** Loops without calling anything or touching anything shared. */
    public static int loop() {
        int number = 1;
        while (number != 0) {
            number = number * 31 | 1;
        }
        return number;
    }

    public static int recurse(int depth) {
        return recurse(depth + 1) + 1;
    }

    public static int allocate() {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 20]);
        }
    }

    /** The same, but goes on as if nothing had happened. */
    public static int allocateAndGoOn() {
        try {
            return allocate();
        } catch (OutOfMemoryError e) {
            return 0;
        }
    }

    /** Asks for more than there is, once. */
    public static int allocateAtOnce() {
        return new long[Integer.MAX_VALUE - 8].length;
    }

    /** Starts as many threads as told and waits for all of them. */
    public static int startThreads(int number) throws InterruptedException {
        List<Thread> started = new ArrayList<>();
        for (int index = 0; index < number; index++) {
            Thread thread = new Thread(new Runnable() {
                @Override
                public void run() {
                    sink = 1;
                }
            });
            thread.start();
            started.add(thread);
        }
        for (Thread thread : started) {
            thread.join();
        }
        return number;
    }
}
