package subjects.models;

/** {@link LegacyAxis} with its methods synchronized. */
public class Axis {
    private double lower = 0;
    private double upper = 1;
    private AxisRange range = new AxisRange(0, 1);

    /** Moves both bounds. */
    public synchronized void scroll(double distance) {
        lower += distance;
        upper += distance;
        range = new AxisRange(lower, upper);
    }

    public synchronized double getLength() {
        return range.length();
    }

    public synchronized double getLower() {
        return lower;
    }

    public synchronized double getUpper() {
        return upper;
    }
}
