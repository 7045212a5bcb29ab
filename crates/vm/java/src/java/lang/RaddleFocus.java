package java.lang;

import java.util.Arrays;

/** Before which accesses threads are worth switching, see raddle's Focus. */
final class RaddleFocus {
    /** Whether the job has a focus: without one every access is. */
    static boolean on;
    /** By site, the number of what it accesses. */
    private static int[] topics = {};
    private static int sites;
    /** By that number. */
    private static boolean[] matters = {};
    private static int[] mattering = {};

    private RaddleFocus() {}

    static void load(RaddleInput in) {
        on = in.u8() != 0;
        if (!on) return;
        int more = in.i32();
        if (sites + more > topics.length) topics = Arrays.copyOf(topics, (sites + more) * 2);
        for (int i = 0; i < more; i++) {
            int topic = in.i32();
            topics[sites++] = topic;
            if (topic >= matters.length) matters = Arrays.copyOf(matters, topic * 2 + 64);
        }
        for (int topic : mattering) matters[topic] = false;
        mattering = new int[in.i32()];
        for (int i = 0; i < mattering.length; i++) {
            mattering[i] = in.i32();
            matters[mattering[i]] = true;
        }
    }

    /** Whether nobody else can notice when the access happens. Classes that have just been loaded are not known yet. */
    static boolean ignores(int kind, int site) {
        return kind >= RaddleScheduler.READ && kind <= RaddleScheduler.ATOMIC && site >= 0 && site < sites
            && !matters[topics[site]];
    }
}
