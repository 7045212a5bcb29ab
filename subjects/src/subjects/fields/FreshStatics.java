package subjects.fields;

import java.util.ArrayList;
import java.util.List;

/**
 * Static state of every kind, changed by each call. The results show whether an execution began with the state that the class has
 * when it is loaded.
 */
public final class FreshStatics {
    private static final int[] FINAL_ARRAY = {10};
    private static final List<String> FINAL_LIST = new ArrayList<>(List.of("first"));
    private static final int FINAL_VALUE = FINAL_LIST.size();
    private static int assigned = 100;
    private static volatile long unassigned;

    private FreshStatics() {}

    /** 1112 at first, then 1112 more for each call before. */
    public static synchronized int next() {
        FINAL_ARRAY[0] += 10;
        FINAL_LIST.add("more");
        assigned += 100;
        unassigned += 1000;
        return (FINAL_LIST.size() - FINAL_VALUE) + (FINAL_ARRAY[0] - 10) / 10 + (FINAL_ARRAY[0] - 10) + (assigned - 100)
                + (int) unassigned;
    }
}
