package subjects.hostile;

/** Takes the JVM with it when two enter at once. */
public class CrashTogether {
    private int entered;
    private int firsts;

    public void enter() throws ReflectiveOperationException {
        int mine = entered + 1;
        entered = mine;
        if (mine == 1 && ++firsts == 2) {
            Crash.writeToNull();
        }
    }
}
