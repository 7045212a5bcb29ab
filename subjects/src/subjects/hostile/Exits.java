package subjects.hostile;

/** Ends the JVM, politely and not. */
public final class Exits {
    private Exits() {}

    public static void exit(int status) {
        System.exit(status);
    }

    public static void halt(int status) {
        Runtime.getRuntime().halt(status);
    }
}
