package java.lang;

/** One callable thing of a test: a generated subclass calls one method, constructor or field. */
public abstract class RaddleThunk {
    /** Calls it with the variables whose indices are given, and returns the boxed result, null for void. */
    public abstract Object call(Object[] variables, int[] arguments) throws Throwable;
}
