package subjects.atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A static field that is looked at plainly and set through a VarHandle: two can find it unset. */
public class StaticClaim {
    private static final VarHandle OWNER;
    private static Object owner;

    static {
        try {
            OWNER = MethodHandles.lookup().findStaticVarHandle(StaticClaim.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public boolean claim() {
        if (owner != null) {
            return false;
        }
        OWNER.setVolatile((Object) this);
        return true;
    }
}
