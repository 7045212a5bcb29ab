package java.lang;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/**
 * What the static fields of some classes lead to, kept to be put back. That is far cheaper than to run initialisers again that read
 * files and fill tables, and it does not matter who changed what.
 */
final class RaddleSnapshot {
    private static final Unsafe UNSAFE = RaddleMemory.UNSAFE;
    /** How many fields and elements at most: to look at more takes longer than most initialisers. */
    private static final int MOST = 1 << 18;
    /** How many objects at most: each is looked for among all of its class. */
    private static final int MOST_OBJECTS = 1 << 13;

    /** Objects, and what holds static fields; with where their fields are. */
    private Object[] holders = new Object[64];
    private RaddleLayout[] layouts = new RaddleLayout[64];
    private int count;
    /** What was in the fields, one holder after the other. */
    private Object[] references;
    private long[] primitives;
    /** Arrays, each followed by its copy. */
    private Object[] arrays;

    private RaddleSnapshot() {}

    /** Nothing if there is more to it than fields, or too much of it. */
    static RaddleSnapshot of(Class<?>[] classes) throws Throwable {
        RaddleSnapshot snapshot = new RaddleSnapshot();
        return snapshot.reach(classes) ? snapshot : null;
    }

    private boolean reach(Class<?>[] classes) throws Throwable {
        ArrayList<Object> found = new ArrayList<>();
        RaddleNumbers numbered = new RaddleNumbers();
        ArrayList<Object> kept = new ArrayList<>();
        ArrayList<Object> copies = new ArrayList<>();
        long[] numbers = new long[64];
        int numberCount = 0;
        int looked = 0;
        for (Class<?> type : classes) hold(type, RaddleLayout.ofStatics(type));
        for (int holder = 0, next = 0;;) {
            if (holder < count) {
                Object object = holders[holder];
                RaddleLayout layout = layouts[holder++];
                looked += layout.references.length + layout.primitives.length;
                for (long offset : layout.references) {
                    Object value = RaddleMemory.get(object, offset);
                    if (!find(value, found, numbered)) return false;
                    kept.add(value);
                }
                if (numberCount + layout.primitives.length > numbers.length) {
                    numbers = Arrays.copyOf(numbers, 2 * numbers.length + layout.primitives.length);
                }
                for (int i = 0; i < layout.primitives.length; i++) {
                    numbers[numberCount++] = number(object, layout.primitives[i], layout.sizes[i]);
                }
            } else if (next < found.size()) {
                Object object = found.get(next++);
                if (!object.getClass().isArray()) {
                    hold(object, RaddleLayout.of(object.getClass()));
                    continue;
                }
                looked += Array.getLength(object);
                Object copy = copy(object);
                copies.add(object);
                copies.add(copy);
                if (object instanceof Object[]) {
                    for (Object element : (Object[]) object) if (!find(element, found, numbered)) return false;
                }
            } else {
                references = kept.toArray();
                primitives = Arrays.copyOf(numbers, numberCount);
                arrays = copies.toArray();
                return true;
            }
            if (looked > MOST || found.size() > MOST_OBJECTS) return false;
        }
    }

    /** False if there is more to the object than its contents. */
    private static boolean find(Object object, ArrayList<Object> found, RaddleNumbers numbered) throws Throwable {
        if (object == null) return true;
        switch (RaddleLayout.of(object.getClass()).kind) {
            case CONSTANT:
                return true;
            case CONTENTS:
                if (object instanceof Reference && RaddleMemory.isQueued((Reference<?>) object)) return false;
                // The JVM's own properties are not the program's state.
                if (object != System.getProperties() && numbered.of(object) > found.size()) found.add(object);
                return true;
            default:
                return false;
        }
    }

    private void hold(Object object, RaddleLayout layout) {
        if (count == holders.length) {
            holders = Arrays.copyOf(holders, count * 2);
            layouts = Arrays.copyOf(layouts, count * 2);
        }
        holders[count] = object;
        layouts[count++] = layout;
    }

    private static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    /** Puts everything back. */
    void restore() {
        int reference = 0;
        int primitive = 0;
        for (int i = 0; i < count; i++) {
            Object object = holders[i];
            RaddleLayout layout = layouts[i];
            for (long offset : layout.references) {
                Object value = references[reference++];
                if (RaddleMemory.get(object, offset) != value) RaddleMemory.put(object, offset, value);
            }
            for (int k = 0; k < layout.primitives.length; k++) {
                long offset = layout.primitives[k];
                long value = primitives[primitive++];
                if (number(object, offset, layout.sizes[k]) != value) setNumber(object, offset, layout.sizes[k], value);
            }
        }
        for (int i = 0; i < arrays.length; i += 2) {
            System.arraycopy(arrays[i + 1], 0, arrays[i], 0, Array.getLength(arrays[i]));
        }
    }

    private static long number(Object object, long offset, int size) {
        switch (size) {
            case 1: return UNSAFE.getByte(object, offset);
            case 2: return UNSAFE.getShort(object, offset);
            case 4: return UNSAFE.getInt(object, offset);
            default: return UNSAFE.getLong(object, offset);
        }
    }

    private static void setNumber(Object object, long offset, int size, long value) {
        switch (size) {
            case 1:
                UNSAFE.putByte(object, offset, (byte) value);
                break;
            case 2:
                UNSAFE.putShort(object, offset, (short) value);
                break;
            case 4:
                UNSAFE.putInt(object, offset, (int) value);
                break;
            default:
                UNSAFE.putLong(object, offset, value);
        }
    }
}
