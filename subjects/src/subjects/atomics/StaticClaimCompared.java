package subjects.atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A static field that is looked at plainly and then compared and set through a VarHandle: one gets it. */
public class StaticClaimCompared {
    private static final VarHandle OWNER;
    private static Object owner;

    static {
        try {
            OWNER = MethodHandles.lookup().findStaticVarHandle(StaticClaimCompared.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public boolean claim() {
        return owner == null && OWNER.compareAndSet((Object) null, (Object) this);
    }
}
