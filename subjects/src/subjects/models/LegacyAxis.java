package subjects.models;

/**
 * A model of the NumberAxis of JFreeChart 0.9.12: its bounds are two fields that are changed one after the other, and the range made
 * of them can be upside down for as long.
 */
public class LegacyAxis {
    private double lower = 0;
    private double upper = 1;
    private AxisRange range = new AxisRange(0, 1);

    /** Moves both bounds. */
    public void scroll(double distance) {
        lower += distance;
        upper += distance;
        range = new AxisRange(lower, upper);
    }

    public double getLength() {
        return range.length();
    }

    public double getLower() {
        return lower;
    }

    public double getUpper() {
        return upper;
    }
}
