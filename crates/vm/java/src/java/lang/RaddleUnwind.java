package java.lang;

/** Thrown through the frames of a thread whose execution is given up. Never a finding. */
final class RaddleUnwind extends Error {
    private static final long serialVersionUID = 1;

    /** For everything after the first throw in a thread: nobody looks at where it was thrown. */
    static final RaddleUnwind AGAIN = new RaddleUnwind(false);

    RaddleUnwind(boolean withTrace) {
        super("raddle: this execution is given up", null, false, withTrace);
    }
}
