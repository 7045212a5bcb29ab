/** What the thunks of the test extend. */
public abstract class ThunkBase {
    public abstract Object apply(Object[] values, int[] arguments) throws Throwable;
}
