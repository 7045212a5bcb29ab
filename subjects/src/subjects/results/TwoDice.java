package subjects.results;

import java.util.Random;

/** What it returns depends on chance, and on whoever draws in between. */
public class TwoDice {
    private final Random random = new Random();

    public int roll() {
        return random.nextInt(1000) * 1000 + random.nextInt(1000);
    }
}
