package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EventListenerProxy;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Static state as fresh as it was the first time: before every execution the static fields of the program's own classes
 * are cleared and their initialisers run again, in the order in which they first completed.
 *
 * <p>That costs more than a short test, so it is only done for classes whose state the last execution could have changed:
 * hooks announce every write of a static field, and every read that yields an object. An initialiser that touches or
 * only looks at another class's state ties the two together, because neither is fresh without the other. What was made fresh once
 * is kept and put back the next time, see {@link RaddleSnapshot}; if that cannot be done the initialisers run each
 * time. One that leaves traces elsewhere (threads, time, chance) runs before every execution.
 */
final class RaddleStatics {
    /** The copy of a class's static initialiser that raddle adds, because a real one runs only once. */
    private static final String INITIALISER = "raddle$clinit";
    private static final int[] NONE = {};

    /** A lookup that may see everything; set by the worker. */
    static MethodHandles.Lookup lookup;

    private static Class<?>[] classes = new Class<?>[16];
    private static int known;

    /** A class whose state can be made fresh. */
    private static final class State {
        Class<?> type;
        /** Between semicolons. */
        String name;
        MethodHandle initialiser;
        /** What clears the fields; each takes nothing and returns nothing. */
        MethodHandle[] clearings;
        /** The number of the group of states that are only fresh together: that of its first. */
        int group;
    }

    /** In the order of the classes' first initialisation; as many as known classes have been prepared. */
    private static State[] states = {};
    private static int prepared;
    /** By group: whether something in it has been touched, or is before every execution. */
    private static boolean[] dirty = {};
    private static boolean[] always = {};
    private static boolean anyDirty;
    private static boolean anyAlways;
    /** By group: what to put back; null if that has not been kept or cannot be. */
    private static RaddleSnapshot[] snapshots = {};
    private static boolean[] cannotBeKept = {};
    /** Whether the groups are known. */
    private static boolean learned;

    /** By site: the numbers of the states it touches; null if that has not been found out. */
    private static int[][] touches = new int[1024][];
    /** The sites that were touched since the marks were last taken off. */
    private static int[] sites = new int[64];
    private static int siteCount;

    private RaddleStatics() {}

    static synchronized void add(Class<?> type) {
        for (int i = 0; i < known; i++) if (classes[i] == type) return;
        if (known == classes.length) classes = Arrays.copyOf(classes, known * 2);
        classes[known++] = type;
    }

    /** The running thread touches static state at a site, for the first time since the marks were taken off. */
    @ReservedStackAccess
    static void touch(int site) {
        if (site >= touches.length) {
            touches = Arrays.copyOf(touches, Math.max(site + 1, touches.length * 2));
            EventListenerProxy.touched = Arrays.copyOf(EventListenerProxy.touched, touches.length);
        }
        if (touches[site] == null) touches[site] = find(site);
        EventListenerProxy.touched[site] = 1;
        if (touches[site].length == 0) return; // until other classes are known
        if (siteCount == sites.length) sites = Arrays.copyOf(sites, siteCount * 2);
        sites[siteCount++] = site;
        for (int state : touches[site]) dirty[states[state].group] = true;
        anyDirty = true;
    }

    private static int[] find(int site) {
        Thread current = EventListenerProxy.current;
        EventListenerProxy.current = null;
        try {
            String owners = RaddleNative.owners(site);
            int[] found = NONE;
            for (int i = 0; i < states.length; i++) {
                if (!owners.contains(states[i].name)) continue;
                found = Arrays.copyOf(found, found.length + 1);
                found[found.length - 1] = i;
            }
            return found;
        } finally {
            EventListenerProxy.current = current;
        }
    }

    /** From now on every touch is told again. */
    private static void takeMarksOff() {
        for (int i = 0; i < siteCount; i++) EventListenerProxy.touched[sites[i]] = 0;
        siteCount = 0;
    }

    /** Nobody knows what has been touched. */
    static void touchAll() {
        Arrays.fill(dirty, true);
        anyDirty = true;
    }

    /** Runs in the test's first thread before the prefix: what initialisers start, the execution controls. */
    static void reset() throws Throwable {
        if (prepared < known) prepare();
        if (!learned) {
            learn();
        } else if (anyDirty || anyAlways) {
            if (!resetDirty()) learn();
        }
        RaddleTime.set(0);
    }

    /** The same in a thread that nobody watches: everything is made fresh, and nothing learned. */
    static void resetUnwatched() throws Throwable {
        if (prepared < known) prepare();
        learned = false;
        for (State state : states) clear(state);
        for (State state : states) state.initialiser.invokeExact();
    }

    /** Makes the groups fresh that need it. False if that touched others. */
    private static boolean resetDirty() throws Throwable {
        boolean[] fresh = dirty;
        for (int i = 0; i < fresh.length; i++) fresh[i] |= always[i];
        dirty = new boolean[fresh.length];
        takeMarksOff();
        learned = false; // unless it comes to an end
        for (int i = 0; i < fresh.length; i++) if (fresh[i] && snapshots[i] != null) snapshots[i].restore();
        for (State state : states) if (fresh[state.group] && snapshots[state.group] == null) clear(state);
        for (State state : states) if (fresh[state.group] && snapshots[state.group] == null) initialise(state);
        takeMarksOff();
        for (int i = 0; i < fresh.length; i++) if (dirty[i] && !fresh[i]) return false;
        for (int i = 0; i < fresh.length; i++) if (fresh[i] && !always[i] && snapshots[i] == null) keep(i);
        Arrays.fill(dirty, false);
        anyDirty = false;
        learned = true;
        return true;
    }

    /** A group is fresh: this is how it should be the next time. */
    private static void keep(int group) {
        if (cannotBeKept[group]) return;
        Thread current = EventListenerProxy.current;
        EventListenerProxy.current = null;
        try {
            Class<?>[] types = {};
            for (State state : states) {
                if (state.group != group) continue;
                types = Arrays.copyOf(types, types.length + 1);
                types[types.length - 1] = state.type;
            }
            snapshots[group] = RaddleSnapshot.of(types);
        } catch (Throwable tooMuch) {
            // a class that something needs is missing, or memory
        } finally {
            EventListenerProxy.current = current;
        }
        cannotBeKept[group] = snapshots[group] == null;
    }

    /** Makes everything fresh, and finds out what belongs together. */
    private static void learn() throws Throwable {
        learned = false;
        Arrays.fill(snapshots, null);
        Arrays.fill(cannotBeKept, false);
        for (State state : states) clear(state);
        takeMarksOff();
        EventListenerProxy.learning = true;
        try {
            for (int i = 0; i < states.length; i++) {
                long before = traces();
                initialise(states[i]);
                if (traces() != before) always[states[i].group] = anyAlways = true;
                for (int k = 0; k < siteCount; k++) {
                    for (int state : touches[sites[k]]) unite(states[i].group, states[state].group);
                }
                takeMarksOff();
            }
        } finally {
            EventListenerProxy.learning = false;
        }
        Arrays.fill(dirty, false);
        anyDirty = false;
        learned = true;
    }

    /** Always at the same moment: whether others had to run must make no difference. */
    private static void initialise(State state) throws Throwable {
        RaddleTime.set(RaddleTime.BEFORE);
        state.initialiser.invokeExact();
    }

    private static void unite(int one, int other) {
        if (one == other) return;
        int group = Math.min(one, other);
        for (State state : states) if (state.group == one || state.group == other) state.group = group;
        always[group] = always[one] | always[other];
    }

    /** A number that changes when an initialiser does something that reaches the execution other than by static fields. */
    private static long traces() {
        long traces = RaddleScheduler.count + 31 * RaddleChance.state();
        return traces * 31 + RaddleFields.state(EventListenerProxy.current);
    }

    private static void clear(State state) throws Throwable {
        for (MethodHandle clearing : state.clearings) clearing.invokeExact();
    }

    /** Takes in the classes that have been initialised; nothing is known of what belongs together any more. */
    private static synchronized void prepare() throws Throwable {
        learned = false;
        for (; prepared < known; prepared++) {
            State state = state(classes[prepared]);
            if (state == null) continue;
            states = Arrays.copyOf(states, states.length + 1);
            states[states.length - 1] = state;
        }
        for (int i = 0; i < states.length; i++) states[i].group = i;
        dirty = new boolean[states.length];
        always = new boolean[states.length];
        snapshots = new RaddleSnapshot[states.length];
        cannotBeKept = new boolean[states.length];
        anyAlways = false;
        Arrays.fill(touches, null);
        Arrays.fill(EventListenerProxy.touched, (byte) 0);
        siteCount = 0;
    }

    private static State state(Class<?> type) throws Throwable {
        State state = new State();
        state.type = type;
        state.name = ";".concat(type.getName()).concat(";");
        try {
            state.initialiser = lookup.findStatic(type, INITIALISER, MethodType.methodType(void.class));
        } catch (NoSuchMethodException none) {
            return null;
        }
        MethodHandle[] clearings = {};
        for (Field field : type.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (!Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) continue;
            MethodHandle setter = lookup.findStaticSetter(type, field.getName(), field.getType());
            MethodHandle zero = MethodHandles.constant(field.getType(), zero(field.getType()));
            clearings = Arrays.copyOf(clearings, clearings.length + 1);
            clearings[clearings.length - 1] = MethodHandles.collectArguments(setter, 0, zero);
        }
        state.clearings = clearings;
        return state;
    }

    private static Object zero(Class<?> type) {
        if (type == boolean.class) return false;
        if (type == byte.class) return (byte) 0;
        if (type == short.class) return (short) 0;
        if (type == char.class) return (char) 0;
        if (type == int.class) return 0;
        if (type == long.class) return 0L;
        if (type == float.class) return 0f;
        return type == double.class ? (Object) 0d : null;
    }
}
