package subjects.atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A field read and written through a VarHandle, in two steps. */
public class HandleGetSet {
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(HandleGetSet.class, "last", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int last;

    public int next() {
        int next = (int) LAST.getVolatile(this) + 1;
        LAST.setVolatile(this, next);
        return next;
    }
}
