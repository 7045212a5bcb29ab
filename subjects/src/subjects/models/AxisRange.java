package subjects.models;

/** An interval that is not upside down. */
public final class AxisRange {
    private final double lower;
    private final double upper;

    public AxisRange(double lower, double upper) {
        if (lower > upper) {
            throw new IllegalArgumentException("the lower bound is above the upper one");
        }
        this.lower = lower;
        this.upper = upper;
    }

    public double length() {
        return upper - lower;
    }
}
