package subjects.init;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Static state behind many kinds of objects, whose contents each call changes in another way. What a call returns shows whether
 * all of it was as the initialisers leave it.
 */
public final class StaticTables {
    private static final Map<String, List<Integer>> TABLE = new HashMap<>();
    private static final Map<String, Cell> SORTED = new TreeMap<>(Comparator.reverseOrder());
    private static final ConcurrentHashMap<String, AtomicLong> COUNTS = new ConcurrentHashMap<>();
    private static final PriorityQueue<String> QUEUE = new PriorityQueue<>();
    private static final ArrayDeque<StringBuilder> TEXTS = new ArrayDeque<>();
    private static final long[][] GRID = new long[3][2];
    private static final BitSet BITS = new BitSet();
    private static final Object[] SELF = new Object[2];
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static SoftReference<int[]> cache = new SoftReference<>(new int[] {7});
    private static final Runnable ACTION;

    static {
        for (int i = 0; i < 12; i++) {
            TABLE.put("key" + i, new ArrayList<>(Arrays.asList(i, i + 1)));
            QUEUE.add("q" + i);
        }
        SORTED.put("a", new Cell('a', true));
        COUNTS.put("n", new AtomicLong(5));
        TEXTS.add(new StringBuilder("text"));
        BITS.set(3);
        SELF[0] = SELF;
        Cell captured = new Cell('c', false);
        ACTION = () -> {
            captured.letter++;
            SORTED.put("captured" + captured.letter, captured);
        };
    }

    private StaticTables() {}

    private static final class Cell {
        char letter;
        boolean set;
        float weight = 1.5f;
        byte small = 1;
        short medium = 2;
        double large = 3;
        Cell next;

        Cell(char letter, boolean set) {
            this.letter = letter;
            this.set = set;
        }
    }

    /** What the first call returns, and then something else. */
    public static synchronized int change() {
        int seen = Arrays.hashCode(new Object[] {
            TABLE.toString(), SORTED.keySet().toString(), SORTED.get("a").letter, SORTED.get("a").set, SORTED.get("a").weight,
            SORTED.get("a").next == null, SORTED.get("a").small, SORTED.get("a").medium, SORTED.get("a").large,
            COUNTS.toString(), QUEUE.toString(), TEXTS.toString(), Arrays.deepToString(GRID), BITS.toString(),
            SELF[0] == SELF, SELF[1] == null, LOCK.isLocked(), cache.get() == null ? 0 : cache.get()[0],
        });
        TABLE.remove("key3");
        TABLE.get("key4").add(0, 9);
        for (int i = 0; i < 14; i++) TABLE.put("more" + i, new ArrayList<>());
        Cell cell = SORTED.get("a");
        cell.letter++;
        cell.set = !cell.set;
        cell.weight += 1;
        cell.small++;
        cell.medium++;
        cell.large++;
        cell.next = cell;
        ACTION.run();
        COUNTS.get("n").incrementAndGet();
        COUNTS.put("m", new AtomicLong());
        QUEUE.poll();
        TEXTS.peek().append('!');
        TEXTS.push(new StringBuilder());
        GRID[1][1]++;
        GRID[2] = new long[4];
        BITS.flip(3, 80);
        SELF[0] = null;
        SELF[1] = "changed";
        LOCK.tryLock();
        if (cache.get() != null) cache.get()[0]++;
        cache.clear();
        return seen;
    }
}
