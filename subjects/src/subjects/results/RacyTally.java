package subjects.results;

/** Reads and writes its field in two steps: what is added can be lost, and only the total tells. */
public class RacyTally {
    private int total;

    public void add(int amount) {
        total += amount;
    }

    public int total() {
        return total;
    }
}
