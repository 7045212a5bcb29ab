package subjects.atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** {@link HandleGetSet} with an atomic addition, and with a compare-and-set loop on an array's element. */
public class HandleAdd {
    private static final VarHandle LAST;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(HandleAdd.class, "last", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int last;
    private final int[] elements = new int[1];

    public int next() {
        return (int) LAST.getAndAdd(this, 1) + 1;
    }

    public int nextElement() {
        while (true) {
            int seen = (int) ELEMENT.getVolatile(elements, 0);
            if (ELEMENT.compareAndSet(elements, 0, seen, seen + 1)) {
                return seen + 1;
            }
        }
    }
}
